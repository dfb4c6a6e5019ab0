// What Pythons there are and whether they have the server.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { run } from "./process";

/** One Python: its program, its version, and that of the server that is installed for it, if there is one. */
export interface Python {
  program: string;
  version: string;
  server: string | undefined;
}

const QUESTION = `
import json, sys
from importlib import metadata
try:
    server = metadata.version("mitgemeint")
except metadata.PackageNotFoundError:
    server = None
print(json.dumps({"program": sys.executable, "version": ".".join(map(str, sys.version_info[:3])), "server": server}))
`;

/** Look at a Python; undefined where the program is none. `folder` must hold nothing that could be imported. */
export async function inspect(program: string, folder: string): Promise<Python | undefined> {
  const [command = program, ...parameters] = program === "py" ? ["py", "-3"] : [program];
  const { status, output } = await run(command, [...parameters, "-c", QUESTION], { folder, limit: 20_000 });
  if (status !== 0) {
    return undefined;
  }
  try {
    const { server, ...python } = JSON.parse(output) as Python;
    return { ...python, server: server ?? undefined };
  } catch {
    return undefined;
  }
}

/** What a Python may be called. */
export function names(platform: NodeJS.Platform): string[] {
  return platform === "win32" ? ["py", "python", "python3"] : ["python3", "python"];
}

/** The absolute path of a program on the PATH; the working folder is never looked at, as Windows would. */
export function onPath(name: string, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const path = environment.PATH ?? environment.Path ?? "";
  const endings = platform === "win32" ? [".exe"] : [""];
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isProgram);
}

/** Whether a path is a file that can be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
