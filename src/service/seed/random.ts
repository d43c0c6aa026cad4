/** Repeatable random numbers: the same seed text gives the same numbers on every machine. */

export interface Random {
  /** At least 0 and below 1. */
  readonly next: () => number;
  /** A whole number from `min` to `max`, inclusive. */
  readonly integer: (min: number, max: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
  /** One item, in proportion to its weight. */
  readonly weighted: <T extends { readonly weight: number }>(items: readonly T[]) => T;
  /** That many different items, or all if there are fewer. */
  readonly sample: <T>(items: readonly T[], count: number) => T[];
  /** A positive number whose logarithm is normal. */
  readonly logNormal: (median: number, sigma: number) => number;
}

export function createRandom(seed: string): Random {
  const next = mulberry32(hash(seed));
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => items[integer(0, items.length - 1)]!;
  return {
    next,
    integer,
    pick,
    chance: (probability) => next() < probability,
    weighted: (items) => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      return (
        items.find(({ weight }) => {
          left -= weight;
          return left < 0;
        }) ?? items[items.length - 1]!
      );
    },
    sample: (items, count) => {
      const rest = [...items];
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(integer(0, rest.length - 1), 1)[0]!,
      );
    },
    logNormal: (median, sigma) => {
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
