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

/** Milliseconds in which the last output of an ended program arrives; a program that it has left behind may hold it. */
const REST = 1000;

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

/** Run a program without a shell and without input. Where it is stopped, so is what it has started. */
export function run(command: string, parameters: readonly string[], how: Run = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    let [output, errors] = ["", ""];
    if (how.signal?.aborted) {
      resolve({ status: null, output, errors });
      return;
    }
    const child = spawn(command, parameters, {
      cwd: how.folder,
      detached: GROUPED,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PYTHONIOENCODING: "utf-8" },
    });
    const stop = (): void => { kill(child); };
    const limit = how.limit === undefined ? undefined : setTimeout(stop, how.limit);
    how.signal?.addEventListener("abort", stop);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      how.heard?.(text);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      how.heard?.(text);
    });
    let rest: NodeJS.Timeout | undefined;
    const end = (status: number | null, reason = ""): void => {
      clearTimeout(limit);
      clearTimeout(rest);
      how.signal?.removeEventListener("abort", stop);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ status, output, errors: errors || reason });
    };
    child.on("error", (error) => { end(null, error.message); });
    child.on("exit", (status) => {
      rest = setTimeout(() => {
        stop();
        end(status);
      }, REST);
    });
    child.on("close", (status) => { end(status); });
  });
}

/** The last line that says something, for a message of one line. */
export function lastLine(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  return lines.at(-1) ?? "";
}
