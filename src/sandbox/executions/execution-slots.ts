/** The thirty executions that one person may have at once, over all spreadsheets of the script. */
import { SIMULTANEOUS_EXECUTIONS } from '../bridge/modes.js';

export class ExecutionSlots {
  readonly #people = new Map<string, { taken: number; readonly queue: (() => void)[] }>();

  /** Takes a slot if one is free. */
  tryTake(email: string): boolean {
    const person = this.#open(email);
    if (person.taken >= SIMULTANEOUS_EXECUTIONS) return false;
    person.taken += 1;
    return true;
  }

  /** Resolves when a slot is free and taken, in the order of the calls. */
  async take(email: string): Promise<void> {
    if (!this.tryTake(email)) await new Promise<void>((resolve) => this.#open(email).queue.push(resolve));
  }

  giveBack(email: string): void {
    const person = this.#open(email);
    const next = person.queue.shift();
    // the slot passes on
    if (next) next();
    else person.taken -= 1;
  }

  #open(email: string) {
    const person = this.#people.get(email) ?? { taken: 0, queue: [] };
    this.#people.set(email, person);
    return person;
  }
}
