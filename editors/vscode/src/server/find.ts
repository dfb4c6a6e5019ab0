// Where the server comes from: the first of what the user has set, the Python chosen in the editor, the PATH, and
// the private environment. What is set and does not work is told, not passed over;
// a Python that only lacks the server is used to make the private environment, which then counts.
import { isAbsolute } from "node:path";
import type { Python } from "./python";
import { isOlder, OLDEST_PYTHON } from "./version";

/** What can be asked on this machine; the tests answer themselves. */
export interface Places {
  /** The settings, "" where nothing is set. */
  path: string;
  python: string;
  /** The Python that is chosen in the editor, if its extension is there. */
  chosen(): Promise<string | undefined>;
  /** The private environment's Python, if there is one. */
  own(): string | undefined;
  inspect(program: string): Promise<Python | undefined>;
  isProgram(path: string): boolean;
  onPath(name: string): string | undefined;
  /** Is told of a Python that is set or chosen and is not used. */
  passedOver(path: string, why: string): void;
}

/** A program that speaks the protocol. `version` is the server's where it is known before the start. */
export interface Command {
  program: string;
  parameters: string[];
  origin: "setting" | "python" | "environment" | "path" | "private";
  version?: string;
}

export type Problem =
  | { what: "no-program"; path: string }
  | { what: "no-python"; path: string }
  | { what: "old-python"; path: string; version: string }
  | { what: "no-server-in-python"; path: string };

export type Found = { command: Command } | { problem: Problem } | undefined;

/** The server, what is wrong with the one that is set, or undefined where there is none. */
export async function find(places: Places): Promise<Found> {
  if (places.path) {
    return ofPath(places);
  }
  if (places.python) {
    return ofPython(places, places.python);
  }
  const chosen = await ofEnvironment(places, await places.chosen(), "environment");
  if (chosen) {
    return chosen;
  }
  const program = places.onPath("mitgemeint");
  if (program) {
    return { command: { program, parameters: ["lsp"], origin: "path" } };
  }
  return ofEnvironment(places, places.own(), "private");
}

function ofPath(places: Places): Found {
  const { path } = places;
  const program = isAbsolute(path) ? path : path.includes("/") ? undefined : places.onPath(path);
  if (!program || !places.isProgram(program)) {
    return { problem: { what: "no-program", path } };
  }
  return { command: { program, parameters: ["lsp"], origin: "setting" } };
}

async function ofPython(places: Places, path: string): Promise<Found> {
  const python = await places.inspect(path);
  if (!python) {
    return { problem: { what: "no-python", path } };
  }
  if (isOlder(python.version, OLDEST_PYTHON)) {
    return { problem: { what: "old-python", path, version: python.version } };
  }
  if (!python.server) {
    const own = await ofEnvironment(places, places.own(), "private");
    if (own) {
      places.passedOver(path, "mitgemeint is not installed for it, but in the private environment");
    }
    return own ?? { problem: { what: "no-server-in-python", path } };
  }
  return { command: command(python, "python") };
}

async function ofEnvironment(
  places: Places,
  path: string | undefined,
  origin: "environment" | "private",
): Promise<Found> {
  const python = path ? await places.inspect(path) : undefined;
  if (path && python?.server && isOlder(python.version, OLDEST_PYTHON)) {
    places.passedOver(path, `it is Python ${python.version}, and ${OLDEST_PYTHON} or newer is needed`);
    return undefined;
  }
  return python?.server ? { command: command(python, origin) } : undefined;
}

/** `-P`: the folder that the server runs in is the workspace, and nothing may be imported from there. */
function command(python: Python, origin: Command["origin"]): Command {
  const parameters = ["-P", "-m", "mitgemeint.server.cli", "lsp"];
  return { program: python.program, parameters, origin, version: python.server };
}
