// The commands of the palette. Their identifiers begin with mitgemeint.editor, for the server's own (mitgemeint.…)
// are registered by the language client.
import * as vscode from "vscode";
import { choose } from "./houseRules";
import * as messages from "./messages";
import type { Session } from "./session";

interface Notation {
  name: string;
  title: string;
  example: string;
}

type Where = "document" | "project" | "user";

/** Register all commands. */
export function register(session: Session, log: vscode.LogOutputChannel): vscode.Disposable {
  const commands: Record<string, (argument?: unknown) => unknown> = {
    checkWorkspace: () => checkWorkspace(session),
    fixDocument: () => onDocument(session, (uri) => fixDocument(session, uri)),
    rewrite: (argument) => atCaret(session, "mitgemeint.rewrite", notationOf(argument)),
    rewriteAll: (argument) => atCaret(session, "mitgemeint.rewriteAll", notationOf(argument)),
    changeNotation: (argument) => onDocument(session, (uri) => changeNotation(session, uri, argument)),
    chooseHouseRule: () => onEditor((editor) => choose(session, editor.document)),
    ignoreHere: () => atCaret(session, "mitgemeint.ignore", { what: "place", where: "here" }),
    ignoreWord: (argument) => ignore(session, "word", argument),
    ignoreRule: (argument) => ignore(session, "rule", argument),
    recheck: () => session.command("mitgemeint.recheck"),
    restart: () => session.restart(),
    setUp: () => session.setUp(),
    showLog: () => { log.show(); },
    openSettings: () => vscode.commands.executeCommand("workbench.action.openSettings", "@ext:mitgemeint.mitgemeint"),
    openWalkthrough: () =>
      vscode.commands.executeCommand("workbench.action.openWalkthrough", "mitgemeint.mitgemeint#start", false),
  };
  const registered = Object.entries(commands).map(([name, handler]) =>
    vscode.commands.registerCommand(`mitgemeint.editor.${name}`, handler),
  );
  return vscode.Disposable.from(...registered);
}

/** Do something with the document that is being edited. */
async function onEditor<Answer>(
  work: (editor: vscode.TextEditor) => Promise<Answer> | Answer,
): Promise<Answer | undefined> {
  const editor = vscode.window.activeTextEditor;
  return editor && work(editor);
}

/** The same, where the server reads the document. */
function onDocument(session: Session, work: (uri: string) => Promise<unknown>): Promise<unknown> {
  return onEditor(async ({ document }) => {
    if (session.client && session.reads(document)) {
      return work(document.uri.toString());
    }
    return messages.tell(vscode.l10n.t("mitgemeint does not check this document."), messages.showLog());
  });
}

function atCaret(session: Session, command: string, values: object): Promise<unknown> {
  return onDocument(session, (uri) => {
    const { line, character } = vscode.window.activeTextEditor?.selection.active ?? new vscode.Position(0, 0);
    return session.command(command, { uri, position: { line, character }, ...values });
  });
}

/** The notation that a key binding may give: `{"notation": "star"}`. */
function notationOf(argument: unknown): { notation?: string } {
  const notation = field(argument, "notation");
  return notation === undefined ? {} : { notation };
}

function field(argument: unknown, name: string): string | undefined {
  const value: unknown = typeof argument === "object" && argument !== null ? Reflect.get(argument, name) : undefined;
  return typeof value === "string" ? value : undefined;
}

async function fixDocument(session: Session, uri: string): Promise<void> {
  if (!(await session.command<boolean>("mitgemeint.fixAll", { uri }))) {
    await messages.tell(vscode.l10n.t("mitgemeint: nothing in this document can be changed without a choice."));
  }
}

async function changeNotation(session: Session, uri: string, argument: unknown): Promise<void> {
  const notation = field(argument, "notation") ?? (await pickNotation(session, uri));
  if (notation !== undefined) {
    await session.command<boolean>("mitgemeint.changeNotation", { uri, notation }); // tells what it leaves
  }
}

async function pickNotation(session: Session, uri: string): Promise<string | undefined> {
  const notations = await session.command<Notation[]>("mitgemeint.notations", { uri });
  const items = (notations ?? []).map(({ name, title, example }) => ({ label: title, description: example, name }));
  const title = vscode.l10n.t("Write All Gender Forms in Another Notation");
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.name;
}

async function ignore(session: Session, what: "word" | "rule", argument: unknown): Promise<void> {
  const where = field(argument, "where") ?? (await pickWhere());
  if (where !== undefined) {
    await atCaret(session, "mitgemeint.ignore", { what, where });
  }
}

async function pickWhere(): Promise<Where | undefined> {
  const places = [
    { label: vscode.l10n.t("In This Document"), detail: vscode.l10n.t("A comment in the text"), where: "document" },
    { label: vscode.l10n.t("In This Project"), detail: vscode.l10n.t("The settings file .mitgemeint.toml"), where: "project" },
    { label: vscode.l10n.t("Everywhere"), detail: vscode.l10n.t("Your own settings file"), where: "user" },
  ] as const;
  const title = vscode.l10n.t("Where Shall It Not Be Reported?");
  return (await vscode.window.showQuickPick<(typeof places)[number]>(places, { title }))?.where;
}

async function checkWorkspace(session: Session): Promise<void> {
  if (!session.client) {
    await session.restart();
  }
  const files = await session.command<number>("mitgemeint.checkWorkspace");
  if (typeof files !== "number") {
    return;
  }
  if (files === 0) {
    await messages.tell(vscode.l10n.t("mitgemeint has found nothing in this workspace."));
    return;
  }
  const title = vscode.l10n.t("Show Problems");
  const text = vscode.l10n.t("mitgemeint: files with findings: {0}.", files);
  await messages.tell(text, { title, command: "workbench.actions.view.problems" });
}
