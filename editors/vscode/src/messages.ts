// Messages of one line that say what is wrong, with what can be done about it as buttons.
import * as vscode from "vscode";
import { plain } from "./plain";
import type { Failure } from "./server/environment";
import type { Problem } from "./server/find";
import { OLDEST_PYTHON } from "./server/version";

/** What a message offers: its button, and the command behind it. */
export interface Offer {
  title: string;
  command: string;
  argument?: object;
}

export function showLog(): Offer {
  return { title: vscode.l10n.t("Show Log"), command: "mitgemeint.editor.showLog" };
}

export function restart(): Offer {
  return { title: vscode.l10n.t("Restart"), command: "mitgemeint.editor.restart" };
}

export function setUpAgain(): Offer {
  return { title: vscode.l10n.t("Try Again"), command: "mitgemeint.editor.setUp" };
}

/** Open the page of settings where a setting of the machine counts: in a remote window that is the remote one. */
export function openSetting(setting: string): Offer {
  const page = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings";
  const title = vscode.l10n.t("Open Settings");
  return { title, command: `workbench.action.${page}`, argument: { query: `mitgemeint.${setting}` } };
}

/** Show an error; what is chosen is done. */
export async function tellError(text: string, ...offers: Offer[]): Promise<void> {
  await follow(offers, await vscode.window.showErrorMessage(plain(text), ...offers.map(({ title }) => title)));
}

/** Show a message; what is chosen is done. */
export async function tell(text: string, ...offers: Offer[]): Promise<void> {
  await follow(offers, await vscode.window.showInformationMessage(plain(text), ...offers.map(({ title }) => title)));
}

/** Show a message and wait for the answer: one of these, or none. */
export async function ask(text: string, ...answers: string[]): Promise<string | undefined> {
  return vscode.window.showInformationMessage(plain(text), ...answers);
}

async function follow(offers: readonly Offer[], chosen: string | undefined): Promise<void> {
  const offer = offers.find(({ title }) => title === chosen);
  if (offer) {
    await take(offer);
  }
}

/** Do what an offer is about. */
export async function take({ command, argument }: Offer): Promise<void> {
  await vscode.commands.executeCommand(command, ...(argument === undefined ? [] : [argument]));
}

/** What is wrong with the server that is set. */
export function ofProblem(problem: Problem): { text: string; offers: Offer[] } {
  switch (problem.what) {
    case "no-program":
      return {
        text: vscode.l10n.t(
          "mitgemeint: the setting mitgemeint.server.path names no program that can be run: {0}",
          problem.path,
        ),
        offers: [openSetting("server.path")],
      };
    case "no-python":
      return {
        text: vscode.l10n.t("mitgemeint: the setting mitgemeint.server.python names no Python: {0}", problem.path),
        offers: [openSetting("server.python")],
      };
    case "old-python":
      return {
        text: vscode.l10n.t(
          "mitgemeint needs Python {0} or newer; {1} is Python {2}.",
          OLDEST_PYTHON,
          problem.path,
          problem.version,
        ),
        offers: [openSetting("server.python")],
      };
    case "no-server-in-python":
      return {
        text: vscode.l10n.t(
          "mitgemeint is not installed for {0}. Install it there: {0} -m pip install, followed by the folder of a clone of the repository.",
          problem.path,
        ),
        offers: [openSetting("server.python")],
      };
  }
}

/** Why the private environment could not be made; undefined where the user has ended it. */
export function ofFailure(failure: Failure): string | undefined {
  switch (failure.reason) {
    case "cancelled":
      return undefined;
    case "busy":
      return vscode.l10n.t(
        "mitgemeint is being set up in another window. When that is done, restart mitgemeint in this one.",
      );
    case "storage":
      return vscode.l10n.t("mitgemeint cannot write the folder of its server: {0}", failure.detail);
    case "venv":
      return vscode.l10n.t(
        "mitgemeint could not make a Python environment ({0}). On Debian and Ubuntu the package python3-venv is needed for it.",
        failure.detail,
      );
    case "unknown":
      return vscode.l10n.t(
        "pip finds no package mitgemeint: it is not published yet, or not for this Python. Install it from a clone of the repository (pip install .) and name it in the setting mitgemeint.server.path or mitgemeint.server.python.",
      );
    case "pip":
      return vscode.l10n.t(
        "mitgemeint could not install its server: {0}. Is there a connection to the network?",
        failure.detail,
      );
  }
}

/** There is no Python to make the private environment with. */
export function noPython(found: string | undefined): string {
  return found === undefined
    ? vscode.l10n.t(
        "mitgemeint needs Python {0} or newer, and none was found. Install it from python.org or with your system’s packages, then restart mitgemeint.",
        OLDEST_PYTHON,
      )
    : vscode.l10n.t(
        "mitgemeint needs Python {0} or newer; the newest one found is Python {1}. Name another one in the setting mitgemeint.server.python.",
        OLDEST_PYTHON,
        found,
      );
}
