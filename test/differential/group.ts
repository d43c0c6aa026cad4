/** The only group of tracked companies: who is in it, and who was. */
import type { Random } from '../support/random.js';
import { COMPANIES, type Company } from './world.js';

export const GROUP = 'Key accounts';

export class Group {
  /** All that it has been, the last one now. */
  readonly #lists: (readonly Company[])[] = [[COMPANIES[0]!, COMPANIES[1]!, COMPANIES[4]!]];

  companies(): readonly Company[] {
    return this.#lists[this.#lists.length - 1]!;
  }

  lists(): readonly (readonly Company[])[] {
    return this.#lists;
  }

  /** One company joins, or leaves. */
  change(random: Random): void {
    const now = this.companies();
    const one = random.pick(COMPANIES);
    const next = now.includes(one) ? now.filter((company) => company !== one) : [...now, one];
    this.#lists.push(next);
  }
}

/** Companies that are in any of the lists. */
export function inAny(lists: readonly (readonly Company[])[]): readonly Company[] {
  return [...new Set(lists.flat())];
}

/** Companies that are in each of the lists. */
export function inEach(lists: readonly (readonly Company[])[]): readonly Company[] {
  return inAny(lists).filter((company) => lists.every((list) => list.includes(company)));
}
