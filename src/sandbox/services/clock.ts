/** The sandbox's clock: the machine's clock plus an offset that tests and people can change. */
export type HostClock = ReturnType<typeof createClock>;

export function createClock() {
  let offset = 0;
  return {
    /** Milliseconds since 1970. */
    now: (): number => Date.now() + offset,
    offsetMs: (): number => offset,
    /** Moves the clock forward, or back if `ms` is negative. */
    advance(ms: number): void {
      offset += ms;
    },
  };
}
