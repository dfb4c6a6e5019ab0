// The house rules: which one counts for a document, and the choice of another.
import * as vscode from "vscode";
import type { Session } from "./session";

interface Policy {
  name: string;
  title: string;
  description: string;
}

/** What the server says of the house rules of a document. */
export interface Policies {
  current: string | null;
  from: "client" | "project" | "user" | "default";
  policies: Policy[];
}

type Place = "workspace" | "everywhere" | "project";

/** The house rules of a document; undefined where the server cannot say. */
export function policiesOf(session: Session, document: vscode.TextDocument): Promise<Policies | undefined> {
  return session.command<Policies>("mitgemeint.policies", { uri: document.uri.toString() });
}

/** The name of the house rule for people. */
export function titleOf(policies: Policies): string {
  const current = policies.policies.find(({ name }) => name === policies.current);
  return current?.title ?? policies.current ?? "";
}

/** Let a house rule be chosen for a document, and where the choice counts. */
export async function choose(session: Session, document: vscode.TextDocument): Promise<void> {
  const policies = await policiesOf(session, document);
  if (policies === undefined) {
    return;
  }
  const policy = await pickPolicy(policies);
  const place = policy === undefined ? undefined : await pickPlace(document);
  if (policy === undefined || place === undefined) {
    return;
  }
  if (place === "project") {
    await writeIntoProject(session, document, policy);
  } else {
    await writeIntoSettings(document, policy, place);
  }
}

async function pickPolicy(policies: Policies): Promise<string | undefined> {
  const items = policies.policies.map(({ name, title, description }) => ({
    label: title,
    description: name === policies.current ? `${name} $(check)` : name,
    detail: description,
    name,
  }));
  const picker = vscode.window.createQuickPick<(typeof items)[number]>();
  picker.title = vscode.l10n.t("House Rule");
  picker.placeholder = vscode.l10n.t("Which notations are suggested, and in what order?");
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = items;
  picker.activeItems = items.filter(({ name }) => name === policies.current);
  const picked = new Promise<string | undefined>((resolve) => {
    picker.onDidAccept(() => { resolve(picker.selectedItems[0]?.name); });
    picker.onDidHide(() => { resolve(undefined); });
  });
  picker.show();
  const name = await picked;
  picker.dispose();
  return name;
}

async function pickPlace(document: vscode.TextDocument): Promise<Place | undefined> {
  const workspace = {
    label: vscode.l10n.t("In This Workspace"),
    detail: vscode.l10n.t("Workspace settings of the editor"),
    place: "workspace" as const,
  };
  const project = {
    label: vscode.l10n.t("For All Who Work on This Project"),
    detail: vscode.l10n.t("The settings file .mitgemeint.toml, which the command line reads too"),
    place: "project" as const,
  };
  const everywhere = {
    label: vscode.l10n.t("Everywhere"),
    detail: vscode.l10n.t("Your user settings of the editor"),
    place: "everywhere" as const,
  };
  const inWorkspace = vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  const places = inWorkspace ? [workspace, project, everywhere] : [everywhere];
  const title = vscode.l10n.t("Where Does the House Rule Count?");
  return (await vscode.window.showQuickPick<(typeof places)[number]>(places, { title }))?.place;
}

async function writeIntoSettings(document: vscode.TextDocument, policy: string, place: Place): Promise<void> {
  const settings = vscode.workspace.getConfiguration("mitgemeint", document.uri);
  if (place === "everywhere") {
    await settings.update("policy", policy, vscode.ConfigurationTarget.Global);
    await clear(settings, nearer());
  } else {
    await settings.update("policy", policy, vscode.ConfigurationTarget.Workspace);
    await clear(settings, nearer().filter((nearerPlace) => nearerPlace !== "workspace"));
  }
}

/**
 * Write the rule into the project's file. The editor's settings go before it, so those of this workspace are taken
 * back first; where the user's own name another rule, the server says so.
 */
async function writeIntoProject(session: Session, document: vscode.TextDocument, policy: string): Promise<void> {
  const settings = vscode.workspace.getConfiguration("mitgemeint", document.uri);
  const known = session.settingsKnown();
  if (await clear(settings, nearer())) {
    await known;
  }
  await session.command("mitgemeint.choosePolicy", { uri: document.uri.toString(), policy, where: "project" });
}

const TARGETS = {
  workspaceFolder: vscode.ConfigurationTarget.WorkspaceFolder,
  workspace: vscode.ConfigurationTarget.Workspace,
} as const;

/** Where settings may stand that go before the user's: a folder's are the workspace's, if there is just one. */
function nearer(): (keyof typeof TARGETS)[] {
  return vscode.workspace.workspaceFile === undefined ? ["workspace"] : ["workspaceFolder", "workspace"];
}

/** Take back what these places say of the house rule; true if one of them did. */
async function clear(settings: vscode.WorkspaceConfiguration, places: (keyof typeof TARGETS)[]): Promise<boolean> {
  const set = places.filter((place) => settings.inspect("policy")?.[`${place}Value`] !== undefined);
  for (const place of set) {
    await settings.update("policy", undefined, TARGETS[place]);
  }
  return set.length > 0;
}
