/** Repeatable random numbers: the same seed text gives the same numbers on every machine. */
import { hash } from 'node:crypto';

export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: string) {
  const next = mulberry32(hash('sha1', seed, 'buffer').readUInt32LE());
  /** From `min` to `max`, inclusive. */
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => items[integer(0, items.length - 1)]!;
  return {
    /** At least 0 and below 1. */
    next,
    integer,
    pick,
    chance: (probability: number) => next() < probability,
    /** Picks one item, in proportion to its weight. */
    weighted: <T extends { readonly weight: number }>(items: readonly T[]): T => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      return (
        items.find(({ weight }) => {
          left -= weight;
          return left < 0;
        }) ?? items[items.length - 1]!
      );
    },
    /** Picks that many different items, or all if there are fewer. */
    sample: <T>(items: readonly T[], count: number): T[] => {
      const rest = [...items];
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(integer(0, rest.length - 1), 1)[0]!,
      );
    },
  };
}

function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
