/** Limits a person to thirty simultaneous executions in all spreadsheets of the script. */

const SIMULTANEOUS_EXECUTIONS = 30;

export type ExecutionSlots = ReturnType<typeof createSlots>;

export function createSlots() {
  const people = new Map<string, { taken: number; readonly queue: (() => void)[] }>();
  const slotsOf = (email: string) => {
    const person = people.get(email) ?? { taken: 0, queue: [] };
    people.set(email, person);
    return person;
  };
  /** Takes a slot if one is free. Returns false if not. */
  const tryTake = (email: string): boolean => {
    const person = slotsOf(email);
    if (person.taken >= SIMULTANEOUS_EXECUTIONS) return false;
    person.taken += 1;
    return true;
  };
  return {
    tryTake,
    /** Waits for a free slot, in the order of the calls, and takes it. */
    async acquire(email: string): Promise<void> {
      if (!tryTake(email)) await new Promise<void>((resolve) => slotsOf(email).queue.push(resolve));
    },
    release(email: string): void {
      const person = slotsOf(email);
      const next = person.queue.shift();
      // the next execution takes over the slot
      if (next) next();
      else person.taken -= 1;
    },
  };
}
