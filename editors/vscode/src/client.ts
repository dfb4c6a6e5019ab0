// The connection to one running server.
import type { ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
  type Middleware,
  RevealOutputChannelOn,
  State,
  TransportKind,
} from "vscode-languageclient/node";
import type { Filter } from "./documents";
import { plainMessage } from "./plain";
import type { Command } from "./server/find";
import { GROUPED, kill, lastLine } from "./server/process";
import type { Restarts } from "./server/restarts";
import { explicit, type Manifest, serverSettings } from "./settings";
import { unless, within } from "./waiting";

/** Milliseconds in which what an ended server has written arrives. */
const PATIENCE = 2000;

/** Milliseconds that a server has for its first answer. */
const START_LIMIT = 30_000;

/** Milliseconds in which a server that was told to end does so. */
const END_LIMIT = 1000;

/** What the one who starts a client wants to know of it. */
export interface Hooks {
  restarts: Restarts;
  /** The server has ended by itself, too often to be started again. */
  gaveUp(): void;
  /** The server was started again and does not answer. */
  silent(): void;
  /** Settings or their files have changed, and the server knows. */
  settingsChanged(): void;
}

/** A client whose own messages go to the log alone: what users have to know is told in one line, and once. */
class QuietClient extends LanguageClient {
  /** The last process; the base class forgets one whose connection has closed, though it may still be there. */
  process: ChildProcess | undefined;

  protected override async createMessageTransports(encoding: string): Promise<MessageTransports> {
    const transports = await super.createMessageTransports(encoding);
    this.process = this.serverProcess;
    return transports;
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The server has not answered in time. What it wrote before need not be the reason. */
export class Silence extends Error {}

/** A client and what its server said last on standard error: why it ended, if it ends at once. */
export class Connection {
  readonly client: QuietClient;
  private readonly broken: Promise<never>;
  private breakOff: (error: Error) => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private errors = "";
  private ended: Promise<unknown> = Promise.resolve();

  constructor(
    command: Command,
    parameters: readonly string[],
    documentSelector: Filter[],
    private readonly log: vscode.LogOutputChannel,
    manifest: Manifest,
    hooks: Hooks,
  ) {
    this.broken = new Promise((_, reject) => { this.breakOff = reject; });
    this.broken.catch(() => undefined); // after the start nobody waits for it
    const server = {
      command: command.program,
      args: [...command.parameters, ...parameters],
      transport: TransportKind.stdio,
      options: { detached: GROUPED },
    };
    this.client = new QuietClient("mitgemeint", "mitgemeint", server, {
      documentSelector,
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      connectionOptions: { messageStrategy: { handleMessage: (message, next) => next(plainMessage(message)) } },
      middleware: middleware(serverSettings(manifest), hooks),
      errorHandler: this.errorHandler(hooks),
      stdioOptions: { stdout: () => undefined, stderr: (input) => { this.listen(input, log); } },
      diagnosticPullOptions: { onChange: true, onTabs: true },
    } satisfies LanguageClientOptions);
    this.client.onDidChangeState(({ newState }) => { this.watch(newState, hooks); });
  }

  /** Start, and wait for the server's first answer, unless that is called off. What fails leaves no process. */
  async start(signal: AbortSignal): Promise<void> {
    try {
      const started = this.client.start().then(() => true);
      if (!(await unless(signal, within(Promise.race([started, this.broken]), START_LIMIT)))) {
        throw new Silence(noAnswer());
      }
    } catch (error) {
      this.kill();
      throw error;
    }
  }

  /** End the server in good order, or else by force. Never fails. */
  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.isOver = true;
    const { process } = this.client;
    const isRunning = this.client.state === State.Running;
    try {
      await this.client.dispose();
    } catch (error) {
      this.log.info(String(error)); // it has failed, or hangs
    }
    if (isRunning && process?.exitCode === null && process.signalCode === null) {
      await within(new Promise((resolve) => process.once("exit", resolve)), END_LIMIT);
    }
    this.kill();
  }

  private kill(): void {
    if (this.client.process) {
      kill(this.client.process);
    }
  }

  /** A server that is started again after its end has as long for its answer as at first. */
  private watch(state: State, hooks: Hooks): void {
    clearTimeout(this.timer);
    if (state === State.Starting && this.client.initializeResult !== undefined) {
      this.timer = setTimeout(() => {
        this.isOver = true;
        this.kill();
        hooks.silent();
      }, START_LIMIT);
    }
  }

  /** The last line on standard error, of a server that has ended. */
  async lastWords(): Promise<string> {
    await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    return lastLine(this.errors);
  }

  private listen(input: NodeJS.ReadableStream, log: vscode.LogOutputChannel): void {
    input.setEncoding("utf8");
    this.ended = new Promise((resolve) => input.once("end", resolve));
    input.on("data", (text: string) => {
      this.errors = (this.errors + text).slice(-4000);
      log.info(text.trimEnd());
    });
  }

  private errorHandler(hooks: Hooks): LanguageClientOptions["errorHandler"] {
    return {
      error: (error) => {
        if (this.client.initializeResult === undefined) {
          this.breakOff(error); // what it writes is not the protocol; the start tells it
        }
        return { action: ErrorAction.Continue, handled: true };
      },
      closed: () => {
        const ended = vscode.l10n.t("The server has ended.");
        if (this.isOver || this.client.initializeResult === undefined) {
          return { action: CloseAction.DoNotRestart, message: ended, handled: true }; // the start tells it
        }
        if (hooks.restarts.allow(Date.now())) {
          return { action: CloseAction.Restart, message: ended, handled: true };
        }
        hooks.gaveUp();
        return { action: CloseAction.DoNotRestart, message: ended, handled: true };
      },
    };
  }
}

/** Why a server that says nothing is ended. */
export function noAnswer(): string {
  return vscode.l10n.t("it gives no answer");
}

/** The server is sent what somebody has set, folder by folder, when it asks; never the defaults. */
function middleware(names: readonly string[], hooks: Hooks): Middleware {
  return {
    provideDiagnostics: async (document, previous, token, next) => {
      const version = versionOf(document);
      const report = await next(document, previous, token);
      if (versionOf(document) !== version) {
        throw new vscode.CancellationError(); // the client would show it, on words that have moved; so it asks anew
      }
      return report;
    },
    workspace: {
      configuration: ({ items }) => {
        const answers = items.map(({ scopeUri }) => {
          const scope = scopeUri === undefined ? undefined : vscode.Uri.parse(scopeUri);
          return explicit(vscode.workspace.getConfiguration("mitgemeint", scope), names);
        });
        hooks.settingsChanged();
        return answers;
      },
      didChangeConfiguration: (_, next) => next(undefined),
      didChangeWatchedFile: async (event, next) => {
        await next(event);
        hooks.settingsChanged();
      },
    },
  };
}

function versionOf(document: vscode.TextDocument | vscode.Uri): number | undefined {
  return "version" in document ? document.version : undefined;
}
