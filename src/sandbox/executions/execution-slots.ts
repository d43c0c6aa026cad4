/** Limits a person to thirty simultaneous executions in all spreadsheets of the script. */
import { SIMULTANEOUS_EXECUTIONS } from '../bridge/modes.js';

export type ExecutionSlots = ReturnType<typeof createSlots>;

export function createSlots() {
  const people = new Map<string, { taken: number; readonly queue: (() => void)[] }>();
  const open = (email: string) => {
    const person = people.get(email) ?? { taken: 0, queue: [] };
    people.set(email, person);
    return person;
  };
  /** Takes a slot if one is free. Returns false if not. */
  const tryTake = (email: string): boolean => {
    const person = open(email);
    if (person.taken >= SIMULTANEOUS_EXECUTIONS) return false;
    person.taken += 1;
    return true;
  };
  return {
    tryTake,
    /** Waits for a free slot, in the order of the calls, and takes it. */
    async take(email: string): Promise<void> {
      if (!tryTake(email)) await new Promise<void>((resolve) => open(email).queue.push(resolve));
    },
    giveBack(email: string): void {
      const person = open(email);
      const next = person.queue.shift();
      // the next execution takes over the slot
      if (next) next();
      else person.taken -= 1;
    },
  };
}
