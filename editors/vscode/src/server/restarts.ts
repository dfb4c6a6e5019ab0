// How often a server that ends by itself is started again.

const LIMIT = 4;
const SPAN = 3 * 60 * 1000;

/** Allows four starts in three minutes. */
export class Restarts {
  private times: number[] = [];

  /** Whether one more is allowed now (milliseconds); if so, it is counted. */
  allow(now: number): boolean {
    this.times = this.times.filter((time) => now - time < SPAN);
    if (this.times.length >= LIMIT) {
      return false;
    }
    this.times.push(now);
    return true;
  }

  /** Somebody has started the server by hand: begin to count anew. */
  reset(): void {
    this.times = [];
  }
}
