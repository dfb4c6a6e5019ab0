// The life of the server: found, started, watched, stopped. One step at a time, in the order they are asked for.
import * as vscode from "vscode";
import { ExecuteCommandRequest, type LanguageClient, State } from "vscode-languageclient/node";
import { Connection, noAnswer, Silence } from "./client";
import { type Filter, selector } from "./documents";
import * as messages from "./messages";
import { chosenPython } from "./pythonExtension";
import { type Command, find, type Found } from "./server/find";
import { inspect, isProgram, onPath } from "./server/python";
import { Restarts } from "./server/restarts";
import { isOlder, OLDEST_SERVER } from "./server/version";
import type { Manifest } from "./settings";
import type { Setup } from "./setup";
import { flag, list, path } from "./values";
import { CalledOff, unless } from "./waiting";

/** `waiting`: no document that it reads has been opened yet. `missing`: there is no server. */
export type Phase = "waiting" | "starting" | "running" | "missing" | "failed" | "off";

/** Milliseconds that the server has to ask for settings that have changed. */
const PATIENCE = 3000;

/** Milliseconds in which it has read the answer. */
export const SETTLED = 200;

export class Session implements vscode.Disposable {
  phase: Phase = "waiting";
  /** What went wrong, where the phase is `failed`. */
  problem = "";
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly settings = new vscode.EventEmitter<void>();
  /** Settings have changed, and the server knows. */
  readonly onDidChangeSettings = this.settings.event;
  private readonly restarts = new Restarts();
  private connection: Connection | undefined;
  private work: Promise<void> = Promise.resolve();
  /** Calls off the start that was asked for last. */
  private latest = new AbortController();

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly setup: Setup,
  ) {}

  /** The documents that are checked under the present settings. */
  get documents(): Filter[] {
    const settings = vscode.workspace.getConfiguration("mitgemeint");
    return selector(flag(settings, "programs", false), list(settings, "formats"));
  }

  /** Whether a document is one of them. */
  reads(document: vscode.TextDocument): boolean {
    return vscode.languages.match(this.documents, document) > 0;
  }

  /** The running client. */
  get client(): LanguageClient | undefined {
    return this.phase === "running" ? this.connection?.client : undefined;
  }

  /** Start when there is something to read; once. */
  begin(): void {
    if (this.phase === "waiting" && !isEnabled()) {
      this.enter("off");
    } else if (this.phase === "waiting" && vscode.workspace.textDocuments.some((document) => this.reads(document))) {
      this.enter("starting");
      const signal = this.supersede();
      void this.next(() => this.start(signal));
    }
  }

  /** Something is set in another way: a server that has been started is started anew. */
  reconfigure(): void {
    if (this.phase === "waiting") {
      this.begin();
    } else {
      void this.restart();
    }
  }

  /** Stop, and start anew with what is set now. A start that is under way is called off. */
  restart(): Promise<void> {
    this.restarts.reset();
    const signal = this.supersede();
    return this.next(async () => {
      await this.stop();
      if (signal.aborted) {
        return; // the next one does it
      }
      if (isEnabled()) {
        this.enter("starting");
        await this.start(signal);
      } else {
        this.enter("off");
      }
    });
  }

  /** Make the private environment, and use it. */
  async setUp(): Promise<void> {
    if (await this.setup.create(() => this.end())) {
      await this.restart();
    }
  }

  /** Have the server do something; undefined where it does not know how, as an older one. */
  async command<Answer>(command: string, argument?: object): Promise<Answer | undefined> {
    const client = this.client;
    if (!client?.initializeResult?.capabilities.executeCommandProvider?.commands.includes(command)) {
      return undefined;
    }
    const parameters = argument === undefined ? [] : [argument];
    return (await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: parameters })) as Answer;
  }

  /** Resolves when the server has asked for settings anew, or has had the time to. */
  settingsKnown(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      const listener = this.onDidChangeSettings(() => {
        clearTimeout(timer);
        listener.dispose();
        setTimeout(resolve, SETTLED);
      });
    });
  }

  dispose(): void {
    this.changed.dispose();
    this.settings.dispose();
  }

  /** End the server, until the next restart; a start that is under way is not waited for. */
  end(): Promise<void> {
    this.latest.abort();
    return this.next(() => this.stop());
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.work = this.work.then(step).catch((error: unknown) => {
      if (!(error instanceof CalledOff)) {
        this.failToStart(error instanceof Error ? error.message : String(error));
      }
    });
    return this.work;
  }

  /** Call off the start that was asked for last; the signal of the one to come. */
  private supersede(): AbortSignal {
    this.latest.abort();
    this.latest = new AbortController();
    return this.latest.signal;
  }

  private enter(phase: Phase, problem = ""): void {
    this.phase = phase;
    this.problem = problem;
    this.changed.fire();
  }

  private async start(signal: AbortSignal): Promise<void> {
    const found = await unless(signal, this.find());
    if (found === undefined) {
      this.enter("missing");
      void this.offerSetup();
    } else if ("problem" in found) {
      const { text, offers } = messages.ofProblem(found.problem);
      this.fail(text, ...offers);
    } else {
      await this.connect(found.command, signal);
    }
  }

  private async offerSetup(): Promise<void> {
    if (await this.setup.offer(() => this.end())) {
      await this.restart();
    }
  }

  private find(): Promise<Found> {
    const settings = vscode.workspace.getConfiguration("mitgemeint.server");
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const { environment } = this.setup;
    return find({
      path: path(settings, "path", folder),
      python: path(settings, "python", folder),
      chosen: chosenPython,
      own: () => (environment.exists ? environment.python : undefined),
      inspect: (program) => inspect(program, this.context.extensionPath),
      isProgram,
      onPath: (name) => onPath(name, process.env, process.platform),
      passedOver: (program, why) => { this.log.warn(`${program} is not used: ${why}.`); },
    });
  }

  private async connect(command: Command, signal: AbortSignal): Promise<void> {
    const parameters = list(vscode.workspace.getConfiguration("mitgemeint.server"), "arguments");
    this.log.info(`${command.program} ${[...command.parameters, ...parameters].join(" ")} (${command.origin})`);
    const manifest = this.context.extension.packageJSON as Manifest;
    const connection = new Connection(command, parameters, this.documents, this.log, manifest, {
      restarts: this.restarts,
      gaveUp: () => { this.fail(endedOften(), messages.restart(), messages.showLog()); },
      silent: () => { this.failToStart(noAnswer()); },
      settingsChanged: () => { this.settings.fire(); },
    });
    this.connection = connection;
    try {
      await connection.start(signal);
    } catch (error) {
      if (error instanceof CalledOff) {
        throw error;
      }
      const words = error instanceof Silence ? "" : await connection.lastWords();
      this.failToStart(words || (error instanceof Error ? error.message : String(error)));
      return;
    }
    connection.client.onDidChangeState(({ newState }) => { this.follow(connection, newState); });
    this.enter("running");
    void this.checkVersion(command);
  }

  /** A server that ended by itself is being started again, or is there again. */
  private follow(connection: Connection, state: State): void {
    if (connection !== this.connection) {
      return;
    }
    if (state === State.Running) {
      this.enter("running");
    } else if (state === State.Starting) {
      this.enter("starting");
    }
  }

  private async checkVersion(command: Command): Promise<void> {
    const version = this.client?.initializeResult?.serverInfo?.version;
    if (version === undefined || !isOlder(version, OLDEST_SERVER)) {
      return;
    }
    const isOwn = command.origin === "private";
    if (await this.setup.offerUpgrade(version, OLDEST_SERVER, isOwn, () => this.end())) {
      await this.restart();
    }
  }

  private fail(text: string, ...offers: messages.Offer[]): void {
    this.enter("failed", text);
    this.log.error(text);
    void messages.tellError(text, ...offers);
  }

  private failToStart(reason: string): void {
    const text = vscode.l10n.t("mitgemeint: the server could not be started: {0}", reason);
    this.fail(text, messages.restart(), messages.showLog());
  }

  private async stop(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    await connection?.end();
  }
}

function isEnabled(): boolean {
  return flag(vscode.workspace.getConfiguration("mitgemeint"), "enable", true);
}

function endedOften(): string {
  return vscode.l10n.t("mitgemeint: the server has ended several times within minutes and is not started again.");
}
