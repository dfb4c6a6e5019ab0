// A lock that counts for all windows: a file that only one of them can make, and that is touched as long as it holds.
import { rm, stat, utimes, writeFile } from "node:fs/promises";

/** Milliseconds after which a lock that nobody has touched counts as left behind. */
const AGE = 60_000;

/** Do `work` while this window has the lock; undefined where another one has it. */
export async function locked<Result>(file: string, work: () => Promise<Result>): Promise<Result | undefined> {
  if (!(await take(file))) {
    return undefined;
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined); // then the lock gets old
  }, AGE / 6);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  if (await make(file)) {
    return true;
  }
  const age = await stat(file).then(({ mtimeMs }) => Date.now() - mtimeMs, () => 0);
  if (age < AGE) {
    return false;
  }
  await rm(file, { force: true });
  return make(file);
}

async function make(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      return false;
    }
    throw error;
  }
}
