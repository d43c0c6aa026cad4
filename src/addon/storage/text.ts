/** Short digests of long texts, and JSON in ASCII. */

/**
 * Returns a digest that is not cryptographic, so callers compare the texts themselves, too. 26 hexadecimal
 * digits: cyrb53 (public domain, by bryc), twice with different seeds.
 */
export function hash(text: string): string {
  return [0x51a7, 0xbeef].map((seed) => cyrb53(text, seed).toString(16).padStart(14, '0').slice(1)).join('');
}

/** Returns eight digits. One pair of texts in four billion has the same. */
export function shortHash(text: string): string {
  return hash(text).slice(0, 8);
}

function cyrb53(text: string, seed: number): number {
  // a local variable, because a global costs a look-up per character
  const { imul } = Math;
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = imul(high ^ code, 2654435761);
    low = imul(low ^ code, 1597334677);
  }
  high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
  low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Returns JSON in ASCII: a character is a byte, so the text's length is its size in a store. */
export function asciiJson(value: unknown, replacer?: (name: string, part: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
