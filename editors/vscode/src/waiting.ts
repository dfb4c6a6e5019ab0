// Waiting, but not for ever. No import of vscode, for the tests.

/** Something that was waited for has been called off: nobody needs to be told. */
export class CalledOff extends Error {}

/** What `work` brings; undefined where it brings nothing within so many milliseconds. */
export async function within<Result>(work: Promise<Result>, limit: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => { timer = setTimeout(resolve, limit, undefined); });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `work` brings, or CalledOff as soon as the signal comes. */
export async function unless<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  let stop: (() => void) | undefined;
  const off = new Promise<never>((_, reject) => {
    stop = () => { reject(new CalledOff()); };
    signal.addEventListener("abort", stop);
  });
  try {
    if (signal.aborted) {
      throw new CalledOff();
    }
    return await Promise.race([work, off]);
  } finally {
    if (stop) {
      signal.removeEventListener("abort", stop);
    }
    work.catch(() => undefined); // of no interest any more
  }
}
