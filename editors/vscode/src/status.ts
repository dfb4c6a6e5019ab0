// What the status bar shows for a document that is checked: the house rule, or what is in the way.
import * as vscode from "vscode";
import { type Policies, policiesOf, titleOf } from "./houseRules";
import { plain } from "./plain";
import { type Session, SETTLED } from "./session";

type Kind = "ok" | "busy" | "error" | "off";

const ICONS: Readonly<Record<Kind, string>> = {
  ok: "",
  busy: "$(loading~spin) ",
  error: "$(error) ",
  off: "$(circle-slash) ",
};

/** Follows the active editor and the session. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("mitgemeint.houseRule", vscode.StatusBarAlignment.Right, 90);
  private readonly server = vscode.languages.createLanguageStatusItem("mitgemeint.server", []);
  private readonly listeners: vscode.Disposable[];
  private policies: Policies | undefined;
  private asked = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly session: Session) {
    this.item.name = "mitgemeint";
    this.server.name = "mitgemeint";
    this.listeners = [
      session.onDidChange(() => { this.refresh(); }),
      session.onDidChangeSettings(() => { this.refreshSoon(); }),
      vscode.window.onDidChangeActiveTextEditor(() => { this.refresh(); }),
      vscode.workspace.onDidOpenTextDocument(() => { this.refresh(); }), // a document that changes its language, too
    ];
    this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(this.item, this.server, ...this.listeners).dispose();
  }

  private refreshSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.refresh(); }, SETTLED);
  }

  private refresh(): void {
    const document = vscode.window.activeTextEditor?.document;
    const supported = document !== undefined && this.session.reads(document);
    void vscode.commands.executeCommand("setContext", "mitgemeint.supported", supported);
    void vscode.commands.executeCommand("setContext", "mitgemeint.running", this.session.phase === "running");
    if (!supported) {
      this.item.hide();
      return;
    }
    this.server.selector = this.session.documents;
    this.show();
    void this.ask(document);
  }

  /** Ask for the house rule; an answer that is overtaken does not count. */
  private async ask(document: vscode.TextDocument): Promise<void> {
    const question = ++this.asked;
    let policies: Policies | undefined;
    try {
      policies = this.session.client && (await policiesOf(this.session, document));
    } catch {
      policies = undefined; // closed in the meantime, or the server has ended
    }
    if (question === this.asked) {
      this.policies = policies;
      this.show();
    }
  }

  private show(): void {
    const { text, detail, command, kind } = this.view();
    const severities = vscode.LanguageStatusSeverity;
    this.item.text = `${ICONS[kind]}${text}`;
    this.item.tooltip = `mitgemeint: ${detail}`;
    this.item.accessibilityInformation = { label: text };
    this.item.command = command.command;
    this.item.backgroundColor =
      kind === "error" ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.show();
    this.server.text = text;
    this.server.detail = plain(detail); // VS Code makes links here, too
    this.server.busy = kind === "busy";
    this.server.severity = kind === "error" ? severities.Error : severities.Information;
    this.server.command = command;
  }

  private view(): { text: string; detail: string; command: vscode.Command; kind: Kind } {
    const log = { title: vscode.l10n.t("Show Log"), command: "mitgemeint.editor.showLog" };
    switch (this.session.phase) {
      case "running":
        return {
          text: this.policies ? `mitgemeint: ${titleOf(this.policies)}` : "mitgemeint",
          detail: this.policies ? ruleDetail(this.policies) : vscode.l10n.t("ready"),
          command: { title: vscode.l10n.t("Choose House Rule"), command: "mitgemeint.editor.chooseHouseRule" },
          kind: "ok",
        };
      case "waiting":
      case "starting":
        return { text: "mitgemeint", detail: vscode.l10n.t("the server is starting"), command: log, kind: "busy" };
      case "missing":
        return {
          text: vscode.l10n.t("mitgemeint: no server"),
          detail: vscode.l10n.t("The server is not installed. Click to set it up."),
          command: { title: vscode.l10n.t("Set Up"), command: "mitgemeint.editor.setUp" },
          kind: "off",
        };
      case "failed":
        return { text: "mitgemeint", detail: this.session.problem, command: log, kind: "error" };
      case "off":
        return {
          text: vscode.l10n.t("mitgemeint: off"),
          detail: vscode.l10n.t("switched off by the setting mitgemeint.enable"),
          command: { title: vscode.l10n.t("Open Settings"), command: "mitgemeint.editor.openSettings" },
          kind: "off",
        };
    }
  }
}

function ruleDetail(policies: Policies): string {
  const places: Record<Policies["from"], string> = {
    client: vscode.l10n.t("from the editor’s settings"),
    project: vscode.l10n.t("from the project’s settings file"),
    user: vscode.l10n.t("from your own settings file"),
    default: vscode.l10n.t("preset"),
  };
  return vscode.l10n.t("house rule “{0}” ({1}). Click to choose another.", titleOf(policies), places[policies.from]);
}
