/** JSON in plain ASCII: a character is a byte, so the length of a text is its size in a store. */
export function asciiJson(value: unknown, replacer?: (name: string, part: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
