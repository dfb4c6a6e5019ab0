// Versions of Python and of the server.

/** The oldest Python that the server runs with. */
export const OLDEST_PYTHON = "3.11";

/** The oldest server that this extension works with. */
export const OLDEST_SERVER = "0.1.0";

/** Whether version `one` is older than `other`; what stands behind the numbers (rc1, .dev0) is left out. */
export function isOlder(one: string, other: string): boolean {
  const [left, right] = [numbers(one), numbers(other)];
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return false;
}

/** What pip installs for this version of the extension: a server that may be newer, but not another generation. */
export function requirement(version: string): string {
  const [major = 0, minor = 0] = numbers(version);
  return `mitgemeint>=${major}.${minor},<${major === 0 ? `0.${minor + 1}` : major + 1}`;
}

function numbers(version: string): number[] {
  const leading = /^\d+(\.\d+)*/.exec(version.trim());
  return leading ? leading[0].split(".").map(Number) : [];
}
