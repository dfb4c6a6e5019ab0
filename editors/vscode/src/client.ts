// The connection to one running server.
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  RevealOutputChannelOn,
  ShowMessageNotification,
  ShowMessageRequest,
  TransportKind,
} from "vscode-languageclient/node";
import type { Filter } from "./documents";
import { show } from "./messages";
import type { Command } from "./server/find";
import { lastLine } from "./server/process";
import type { Restarts } from "./server/restarts";
import { explicit, type Manifest, serverSettings } from "./settings";

/** Milliseconds in which what an ended server has written arrives. */
const PATIENCE = 2000;

/** What the one who starts a client wants to know of it. */
export interface Hooks {
  restarts: Restarts;
  /** The server has ended by itself, too often to be started again. */
  gaveUp(): void;
  /** Settings or their files have changed, and the server knows. */
  settingsChanged(): void;
}

/** A client whose own messages go to the log alone: what users have to know is told in one line, and once. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** A client and what its server said last on standard error: why it ended, if it ends at once. */
export class Connection {
  readonly client: LanguageClient;
  private errors = "";
  private ended: Promise<unknown> = Promise.resolve();

  constructor(
    command: Command,
    parameters: readonly string[],
    documentSelector: Filter[],
    log: vscode.LogOutputChannel,
    manifest: Manifest,
    hooks: Hooks,
  ) {
    const server = {
      command: command.program,
      args: [...command.parameters, ...parameters],
      transport: TransportKind.stdio,
    };
    this.client = new QuietClient("mitgemeint", "mitgemeint", server, {
      documentSelector,
      outputChannel: log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      middleware: middleware(serverSettings(manifest), hooks),
      errorHandler: this.errorHandler(hooks),
      stdioOptions: { stdout: () => undefined, stderr: (input) => { this.listen(input, log); } },
      diagnosticPullOptions: { onChange: true, onTabs: true },
    } satisfies LanguageClientOptions);
    this.client.onNotification(ShowMessageNotification.type, (message) => { void show(message); });
    this.client.onRequest(ShowMessageRequest.type, (message) => show(message));
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
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        const ended = vscode.l10n.t("The server has ended.");
        if (this.client.initializeResult === undefined) {
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
