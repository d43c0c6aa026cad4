/** The clock of the sandbox: the machine's clock plus an offset that tests and people set. */
export class HostClock {
  #offsetMs = 0;

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  offsetMs(): number {
    return this.#offsetMs;
  }

  /** Moves the clock forward, or back when negative. */
  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}
