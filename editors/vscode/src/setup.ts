// Sets up the private environment after asking: once a session at most, and never again after a "never".
import * as vscode from "vscode";
import * as messages from "./messages";
import { type Failure, PrivateEnvironment } from "./server/environment";
import { inspect, names, onPath, type Python } from "./server/python";
import { isOlder, OLDEST_PYTHON, requirement } from "./server/version";
import { path } from "./values";

const NEVER = "setup.never";

/** Asks, shows the progress, tells what went wrong. */
export class Setup {
  readonly environment: PrivateEnvironment;
  private asked = false;
  private running: Promise<boolean> | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly chosen: () => Promise<string | undefined>,
  ) {
    const folder = vscode.Uri.joinPath(context.globalStorageUri, "server").fsPath;
    const { version } = context.extension.packageJSON as { version: string };
    this.environment = new PrivateEnvironment(folder, process.platform, requirement(version), (text) => {
      log.info(text.trimEnd());
    });
  }

  /** There is no server: ask whether to set one up. True if there is one afterwards. */
  async offer(release: () => Promise<void>): Promise<boolean> {
    if (this.asked || this.context.globalState.get(NEVER)) {
      return false;
    }
    this.asked = true;
    const yes = vscode.l10n.t("Set Up");
    const own = vscode.l10n.t("I Have One");
    const never = vscode.l10n.t("Don’t Ask Again");
    const answer = await messages.ask(
      vscode.l10n.t(
        "mitgemeint needs its language server, a Python program of about 200 MB. Set it up now, in a folder of this extension’s own?",
      ),
      yes,
      own,
      never,
    );
    if (answer === own) {
      await messages.take(messages.openSetting("server"));
    } else if (answer === never) {
      await this.context.globalState.update(NEVER, true);
    }
    return answer === yes && this.create(release);
  }

  /** The running server is too old: offer a newer one, where it is ours to replace. */
  async offerUpgrade(
    version: string,
    needed: string,
    isOwn: boolean,
    release: () => Promise<void>,
  ): Promise<boolean> {
    if (this.asked) {
      return false;
    }
    this.asked = true;
    const text = vscode.l10n.t("This extension needs mitgemeint {0} or newer, the server is {1}.", needed, version);
    if (!isOwn) {
      await messages.tell(`${text} ${vscode.l10n.t("Please update it: in a clone of the repository git pull, then pip install .")}`);
      return false;
    }
    const yes = vscode.l10n.t("Update");
    return (await messages.ask(text, yes)) === yes && this.create(release);
  }

  /**
   * Make the environment, or make it anew; true if it works, or if `release` has ended the server that ran from it. One
   * set-up at a time: who asks again gets the same one.
   */
  create(release: () => Promise<void>): Promise<boolean> {
    this.running ??= this.createOnce(release).finally(() => { this.running = undefined; });
    return this.running;
  }

  private async createOnce(release: () => Promise<void>): Promise<boolean> {
    await this.context.globalState.update(NEVER, undefined);
    const base = await this.base();
    if (base === undefined) {
      return false;
    }
    let released = false;
    const worked = await this.withProgress((signal) =>
      this.environment.create(base, signal, () => {
        released = true;
        return release();
      }),
    );
    return worked || released;
  }

  /** The Python to make it with: the chosen one, or one on the PATH, if it is new enough. */
  private async base(): Promise<Python | undefined> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const setting = path(vscode.workspace.getConfiguration("mitgemeint.server"), "python", folder);
    const onThePath = names(process.platform).map((name) => onPath(name, process.env, process.platform));
    let newest: string | undefined;
    for (const program of [setting, await this.chosen(), ...onThePath]) {
      const python = program ? await inspect(program, this.context.extensionPath) : undefined;
      if (python && !isOlder(python.version, OLDEST_PYTHON)) {
        return python;
      }
      newest = python && (newest === undefined || isOlder(newest, python.version)) ? python.version : newest;
    }
    void messages.tellError(messages.noPython(newest), messages.restart(), messages.openSetting("server.python"));
    return undefined;
  }

  private async withProgress(work: (signal: AbortSignal) => Promise<Failure | undefined>): Promise<boolean> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("mitgemeint is setting up its server"),
      cancellable: true,
    };
    const failure = await vscode.window.withProgress(options, async (_, cancelled) => {
      const controller = new AbortController();
      cancelled.onCancellationRequested(() => { controller.abort(); });
      return work(controller.signal);
    });
    const text = failure && messages.ofFailure(failure);
    if (text) {
      this.log.error(text);
      void messages.tellError(text, remedy(failure), messages.showLog());
    }
    return failure === undefined;
  }
}

function remedy({ reason }: Failure): messages.Offer {
  switch (reason) {
    case "unknown":
      return messages.openSetting("server");
    case "busy":
      return messages.restart();
    default:
      return messages.setUpAgain();
  }
}
