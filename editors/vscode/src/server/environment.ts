// The private environment: a folder of the extension's own with Python packages that nothing else uses.
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isProgram, type Python } from "./python";
import { lastLine, type Outcome, run } from "./process";

/** Why a set-up ended without a server. */
export type Failure =
  | { reason: "cancelled" }
  /** pip was answered: there is no such package. */
  | { reason: "unknown" }
  | { reason: "venv" | "pip"; detail: string };

/** What pip says last where an index answers and has no version that fits. */
const NO_PACKAGE = /^ERROR: No matching distribution found/m;

/** What pip says where the index was out of reach, and it then found nothing, either. */
const NO_NETWORK = /Retrying \(Retry\(|Could not fetch URL|Temporary failure in name resolution/;

/** Creates, updates and finds the environment in one folder. */
export class PrivateEnvironment {
  constructor(
    private readonly folder: string,
    private readonly platform: NodeJS.Platform,
    private readonly heard: (text: string) => void,
  ) {}

  /** The environment's Python. */
  get python(): string {
    return this.platform === "win32" ? join(this.folder, "Scripts", "python.exe") : join(this.folder, "bin", "python");
  }

  /** Whether it is there. A set-up that was cancelled leaves none. */
  get exists(): boolean {
    return isProgram(this.python);
  }

  /** Make it with `base` and install the server; what is wrong, or undefined. */
  async create(base: Python, signal: AbortSignal): Promise<Failure | undefined> {
    await this.remove();
    await mkdir(this.folder, { recursive: true });
    const made = await this.run(base.program, ["-m", "venv", this.folder], signal);
    const failure = outcome("venv", made, signal) ?? (await this.install(signal));
    if (failure) {
      await this.remove();
    }
    return failure;
  }

  /** Install the newest server; what is wrong, or undefined. What was there stays where this fails. */
  async install(signal: AbortSignal): Promise<Failure | undefined> {
    const pip = ["-m", "pip", "install", "--upgrade", "--disable-pip-version-check", "--no-input", "mitgemeint"];
    return outcome("pip", await this.run(this.python, pip, signal), signal);
  }

  private async remove(): Promise<void> {
    if (existsSync(this.folder)) {
      await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  private async run(command: string, parameters: string[], signal: AbortSignal): Promise<Outcome> {
    this.heard(`> ${command} ${parameters.join(" ")}`);
    return run(command, parameters, { folder: this.folder, signal, heard: this.heard });
  }
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
