/** The thirty executions that one person may have at once, over all spreadsheets of the script. */
import { SIMULTANEOUS_EXECUTIONS } from '../bridge/modes.js';

export interface Turns {
  /** Takes a turn if one is free. */
  tryTake(email: string): boolean;
  /** Resolves when a turn is free and taken, in the order of the calls. */
  take(email: string): Promise<void>;
  giveBack(email: string): void;
}

export function createTurns(): Turns {
  const people = new Map<string, { taken: number; readonly queue: (() => void)[] }>();
  const open = (email: string) => {
    const person = people.get(email) ?? { taken: 0, queue: [] };
    people.set(email, person);
    return person;
  };
  const tryTake = (email: string): boolean => {
    const person = open(email);
    if (person.taken >= SIMULTANEOUS_EXECUTIONS) return false;
    person.taken += 1;
    return true;
  };
  return {
    tryTake,
    take(email) {
      if (tryTake(email)) return Promise.resolve();
      return new Promise((resolve) => open(email).queue.push(resolve));
    },
    giveBack(email) {
      const person = open(email);
      const next = person.queue.shift();
      // the turn passes on
      if (next) next();
      else person.taken -= 1;
    },
  };
}
