// Programs that are run to their end.
import { type ChildProcess, spawn } from "node:child_process";

/** What a run has brought. `status` is null where the program could not be started, or was stopped. */
export interface Outcome {
  status: number | null;
  output: string;
  errors: string;
}

export interface Run {
  folder?: string;
  signal?: AbortSignal;
  /** Is given every piece of output as it comes. */
  heard?: (text: string) => void;
  /** Milliseconds after which the program is stopped. */
  limit?: number;
}

/** Run a program without a shell and without input. */
export function run(command: string, parameters: readonly string[], how: Run = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    let [output, errors] = ["", ""];
    const child = spawn(command, parameters, {
      cwd: how.folder,
      signal: how.signal,
      timeout: how.limit,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PYTHONIOENCODING: "utf-8" },
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      how.heard?.(text);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      how.heard?.(text);
    });
    child.on("error", (error) => { resolve({ status: null, output, errors: errors || error.message }); });
    child.on("close", (status) => { resolve({ status, output, errors }); });
  });
}

/** Whether programs get a group of their own, so that what they start can be ended with them. */
export const GROUPED = process.platform !== "win32";

/** End a program that is GROUPED, and what it has started, at once. */
export function kill(child: ChildProcess): void {
  try {
    if (GROUPED && child.pid !== undefined) {
      process.kill(-child.pid, "SIGKILL");
    } else {
      child.kill("SIGKILL");
    }
  } catch {
    // it has ended already
  }
}

/** The last line that says something, for a message of one line. */
export function lastLine(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  return lines.at(-1) ?? "";
}
