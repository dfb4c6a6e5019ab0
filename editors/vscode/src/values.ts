// Settings as they are written in a file, where anything may stand: what has the wrong type counts as not set.
// No import of vscode, for the tests.
import { homedir } from "node:os";

/** The part of vscode.WorkspaceConfiguration that is needed here. */
interface Values {
  get(key: string): unknown;
}

/** A switch. */
export function flag(values: Values, name: string, preset: boolean): boolean {
  const value = values.get(name);
  return typeof value === "boolean" ? value : preset;
}

/** A list of texts; what is none is left out. */
export function list(values: Values, name: string): string[] {
  const value = values.get(name);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** A path, with the variables that people use in settings; "" where there is none. */
export function path(values: Values, name: string, folder: string | undefined): string {
  const value = values.get(name);
  return typeof value !== "string"
    ? ""
    : value
        .trim()
        .replace(/^~(?=$|[\\/])/, () => homedir())
        .replaceAll("${userHome}", () => homedir())
        .replaceAll("${workspaceFolder}", () => folder ?? "");
}
