/** Repeatable random numbers: the same seed text gives the same numbers on every machine. */

export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: string) {
  const next = mulberry32(hash(seed));
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
    /** A positive number whose logarithm is normally distributed. */
    logNormal: (median: number, sigma: number) => {
      // Box-Muller; 1 - x keeps the logarithm finite
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(sigma * normal);
    },
  };
}

/** FNV-1a with a final mix, so that similar seeds give different numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
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
