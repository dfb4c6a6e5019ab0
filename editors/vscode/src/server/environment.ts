// The private environment: a folder of the extension's own with Python packages that nothing else uses.
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { locked } from "./lock";
import { isProgram, type Python } from "./python";
import { lastLine, type Outcome, run } from "./process";

/** Why a set-up ended without a server. */
export type Failure =
  | { reason: "cancelled" }
  /** pip was answered: there is no such package. */
  | { reason: "unknown" }
  /** Another window is making it. */
  | { reason: "busy" }
  /** The folder cannot be written, or not be replaced. */
  | { reason: "storage"; detail: string }
  | { reason: "venv" | "pip"; detail: string };

/** What pip says last where an index answers and has no version that fits. */
const NO_PACKAGE = /^ERROR: No matching distribution found/m;

/** What pip says where the index was out of reach, and it then found nothing, either. */
const NO_NETWORK = /Retrying \(Retry\(|Could not fetch URL|Temporary failure in name resolution/;

/** Creates and finds the environment in one folder. */
export class PrivateEnvironment {
  constructor(
    private readonly folder: string,
    private readonly platform: NodeJS.Platform,
    /** What pip is to install. */
    private readonly requirement: string,
    private readonly heard: (text: string) => void,
  ) {}

  /** The environment's Python. */
  get python(): string {
    return this.pythonIn(this.folder);
  }

  /** Whether it is there. A set-up that was cancelled leaves none. */
  get exists(): boolean {
    return isProgram(this.python);
  }

  /**
   * Make it with `base`, or make it anew; what is wrong, or undefined. It is made beside the one that is there, which
   * stays where this fails, and takes its place when `release` has ended the server that runs from there.
   */
  async create(base: Python, signal: AbortSignal, release: () => Promise<void>): Promise<Failure | undefined> {
    try {
      await mkdir(dirname(this.folder), { recursive: true });
      const done = await locked(`${this.folder}.lock`, async () => ({ failure: await this.make(base, signal, release) }));
      return done ? done.failure : { reason: "busy" };
    } catch (error) {
      return { reason: "storage", detail: error instanceof Error ? error.message : String(error) };
    }
  }

  private async make(base: Python, signal: AbortSignal, release: () => Promise<void>): Promise<Failure | undefined> {
    const fresh = `${this.folder}.new`;
    try {
      await remove(fresh);
      await mkdir(fresh);
      const made = await this.run(base.program, ["-m", "venv", fresh], fresh, signal);
      const failure = outcome("venv", made, signal) ?? (await this.install(fresh, signal));
      if (failure === undefined) {
        await release();
        await this.replace(fresh);
      }
      return failure;
    } finally {
      await remove(fresh);
    }
  }

  private async install(folder: string, signal: AbortSignal): Promise<Failure | undefined> {
    const pip = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", this.requirement];
    return outcome("pip", await this.run(this.pythonIn(folder), pip, folder, signal), signal);
  }

  /** Put the new one in the place of the old one, which comes back where that fails. */
  private async replace(fresh: string): Promise<void> {
    const old = `${this.folder}.old`;
    await remove(old);
    const had = existsSync(this.folder);
    if (had) {
      await rename(this.folder, old);
    }
    try {
      await rename(fresh, this.folder);
    } catch (error) {
      if (had) {
        await rename(old, this.folder);
      }
      throw error;
    }
    await remove(old).catch((error: unknown) => { this.heard(String(error)); }); // the next set-up tries again
  }

  private pythonIn(folder: string): string {
    return this.platform === "win32" ? join(folder, "Scripts", "python.exe") : join(folder, "bin", "python");
  }

  private async run(command: string, parameters: string[], folder: string, signal: AbortSignal): Promise<Outcome> {
    this.heard(`> ${command} ${parameters.join(" ")}`);
    return run(command, parameters, { folder, signal, heard: this.heard });
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

function outcome(reason: "venv" | "pip", { status, output, errors }: Outcome, signal: AbortSignal): Failure | undefined {
  if (signal.aborted) {
    return { reason: "cancelled" };
  }
  if (status === 0) {
    return undefined;
  }
  if (reason === "pip" && NO_PACKAGE.test(errors) && !NO_NETWORK.test(errors)) {
    return { reason: "unknown" };
  }
  return { reason, detail: lastLine(errors) || lastLine(output) };
}
