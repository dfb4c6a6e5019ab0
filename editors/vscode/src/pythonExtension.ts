// The Python that is chosen in the editor, as the Python extension tells, if there is one.
import * as vscode from "vscode";
import { within } from "./waiting";

/** Milliseconds that the Python extension has for an answer. */
const PATIENCE = 10_000;

interface Environments {
  getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
  resolveEnvironment(environment: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
}

async function environments(): Promise<Environments | undefined> {
  const extension = vscode.extensions.getExtension<{ environments?: Environments }>("ms-python.python");
  try {
    return (await extension?.activate())?.environments;
  } catch {
    return undefined; // it tells itself what is wrong with it
  }
}

/** The chosen Python's program. One of a workspace that is not trusted is never run. */
export async function chosenPython(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) {
    return undefined;
  }
  try {
    return await within(activeProgram(), PATIENCE);
  } catch {
    return undefined; // as good as no Python extension
  }
}

async function activeProgram(): Promise<string | undefined> {
  const found = await environments();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const environment = found && (await found.resolveEnvironment(found.getActiveEnvironmentPath(folder)));
  return environment?.executable.uri?.fsPath;
}

/** Call when another Python is chosen. */
export async function onPythonChosen(listener: () => void): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(listener);
}
