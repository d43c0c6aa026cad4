/** Short names for long texts, and JSON in as many bytes as characters. */

/**
 * A name that is no secret: what is found under it is compared with the text itself. 26 hexadecimal digits; cyrb53 (public
 * domain, by bryc), twice with different seeds.
 */
export function hash(text: string): string {
  return [0x51a7, 0xbeef].map((seed) => cyrb53(text, seed).toString(16).padStart(14, '0').slice(1)).join('');
}

/** Eight digits: one pair of texts in four billion has the same. */
export function shortHash(text: string): string {
  return hash(text).slice(0, 8);
}

function cyrb53(text: string, seed: number): number {
  // looked up once: a global costs a lookup for each character
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

/** JSON in plain ASCII: a character is a byte, so the length of a text is its size in a store. */
export function asciiJson(value: unknown, replacer?: (name: string, part: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
