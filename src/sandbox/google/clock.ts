/** The clock of the sandbox: the machine's clock plus an offset that tests and people set. */

export interface HostClock {
  /** Milliseconds since 1970. */
  now(): number;
  offsetMs(): number;
  /** Moves the clock forward, or back when negative. */
  advance(ms: number): void;
}

export function createClock(): HostClock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    offsetMs: () => offset,
    advance(ms) {
      offset += ms;
    },
  };
}
