// The settings that the server is sent: only what somebody has set. Defaults are kept back, for what the editor
// says goes before the project's settings file, and a default must not. No import of vscode, for the tests.

/** The part of vscode.WorkspaceConfiguration that is needed here. */
export interface Configuration {
  get(key: string): unknown;
  inspect(key: string): Record<string, unknown> | undefined;
}

/** The part of the extension's manifest that is needed here. */
export interface Manifest {
  contributes: { configuration: readonly { properties: Readonly<Record<string, unknown>> }[] };
}

const SECTION = "mitgemeint.";
const OF_THE_CLIENT = /^(enable|server\..*|trace\..*)$/;

const SOURCES = [
  "globalValue", "workspaceValue", "workspaceFolderValue",
  "globalLanguageValue", "workspaceLanguageValue", "workspaceFolderLanguageValue",
];

/** The names of the server's own settings, as the manifest lists them. */
export function serverSettings(manifest: Manifest): string[] {
  const names = manifest.contributes.configuration.flatMap((part) => Object.keys(part.properties));
  return names.map((name) => name.slice(SECTION.length)).filter((name) => !OF_THE_CLIENT.test(name));
}

/** Whether anybody has set this, be it to the default. */
export function isSet(configuration: Configuration, name: string): boolean {
  const places = configuration.inspect(name) ?? {};
  return SOURCES.some((source) => places[source] !== undefined);
}

/** The settings among `names` that somebody has set, as they count here. */
export function explicit(configuration: Configuration, names: readonly string[]): Record<string, unknown> {
  const set = names.filter((name) => isSet(configuration, name));
  return Object.fromEntries(set.map((name) => [name, configuration.get(name)]));
}
