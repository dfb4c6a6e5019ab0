// A package `mitgemeint` that is empty, so that pip can install it without a network.
import { spawnSync } from "node:child_process";

const MAKE = `
import sys, zipfile
folder, version = sys.argv[1:]
name = f"mitgemeint-{version}.dist-info"
with zipfile.ZipFile(f"{folder}/mitgemeint-{version}-py3-none-any.whl", "w") as wheel:
    wheel.writestr(f"{name}/METADATA", f"Metadata-Version: 2.1\\nName: mitgemeint\\nVersion: {version}\\n")
    wheel.writestr(f"{name}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{name}/RECORD", "")
`;

/** Write the wheel into a folder. */
export function wheel(folder: string, version: string): void {
  const made = spawnSync(process.env.PYTHON ?? "python3", ["-c", MAKE, folder, version], { encoding: "utf8" });
  if (made.status !== 0) {
    throw new Error(made.stderr);
  }
}
