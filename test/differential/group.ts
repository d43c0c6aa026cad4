/** The only group of tracked companies, with its present and former members. */
import type { Random } from '../support/random.js';
import { COMPANIES, type Company } from './world.js';

export const GROUP = 'Key accounts';

export class Group {
  /** All former member lists; the present one is the last. */
  readonly #lists: (readonly Company[])[] = [[COMPANIES[0]!, COMPANIES[1]!, COMPANIES[4]!]];

  companies(): readonly Company[] {
    return this.#lists[this.#lists.length - 1]!;
  }

  lists(): readonly (readonly Company[])[] {
    return this.#lists;
  }

  /** Adds or removes one company. */
  change(random: Random): void {
    const now = this.companies();
    const one = random.pick(COMPANIES);
    const next = now.includes(one) ? now.filter((company) => company !== one) : [...now, one];
    this.#lists.push(next);
  }
}

/** Returns the companies in any of the lists. */
export function inAny(lists: readonly (readonly Company[])[]): readonly Company[] {
  return [...new Set(lists.flat())];
}

/** Returns the companies in all of the lists. */
export function inEach(lists: readonly (readonly Company[])[]): readonly Company[] {
  return inAny(lists).filter((company) => lists.every((list) => list.includes(company)));
}
