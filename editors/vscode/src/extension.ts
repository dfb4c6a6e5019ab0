// The extension's beginning and end.
import * as vscode from "vscode";
import * as commands from "./commands";
import { chosenPython, onPythonChosen } from "./pythonExtension";
import { Session } from "./session";
import { Setup } from "./setup";
import { Status } from "./status";

const NEEDS_RESTART = ["enable", "programs", "formats", "server"].map((name) => `mitgemeint.${name}`);

let session: Session | undefined;

/** VS Code calls this when the first document of a language opens that the server may read. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("mitgemeint", { log: true });
  const started = new Session(context, log, new Setup(context, log, chosenPython));
  session = started;
  context.subscriptions.push(
    log,
    started,
    commands.register(started, log),
    new Status(started),
    vscode.workspace.onDidOpenTextDocument(() => { started.begin(); }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => { started.reconfigure(); }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (NEEDS_RESTART.some((name) => event.affectsConfiguration(name))) {
        started.reconfigure();
      }
    }),
  );
  void followPython(context, started);
  started.begin();
}

/** VS Code calls this at the end and waits for it. */
export async function deactivate(): Promise<void> {
  await session?.end();
}

async function followPython(context: vscode.ExtensionContext, started: Session): Promise<void> {
  const listener = await onPythonChosen(() => { started.reconfigure(); });
  if (listener) {
    context.subscriptions.push(listener);
  }
}
