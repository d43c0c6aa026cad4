/** Random choices that are the same for the same seed. */

export interface Random {
  /** Returns an integer from 0 to `count` - 1. */
  below(count: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns `count` of the items, in their order. */
  some<T>(items: readonly T[], count: number): T[];
  shuffle<T>(items: readonly T[]): T[];
}

/** Uses mulberry32, which is in the public domain. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const random: Random = {
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    some(items, count) {
      const chosen = new Set(random.shuffle(items).slice(0, count));
      return items.filter((item) => chosen.has(item));
    },
    shuffle(items) {
      const left = [...items];
      const shuffled: (typeof left)[number][] = [];
      while (left.length > 0) shuffled.push(left.splice(random.below(left.length), 1)[0]!);
      return shuffled;
    },
  };
  return random;
}
