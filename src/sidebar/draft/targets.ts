/** Typed names of tabs and named ranges: separated by commas, in quotation marks if one has a comma. */

const NAME = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/g;
/** A name that would be misread without quotation marks. */
const NEEDS_QUOTES = /,|^"/;

/** Returns the names, each once. A quotation mark without a second one is a part of the name. */
export function parseTargets(text: string): string[] {
  const names = [...text.matchAll(NAME)].map(([, quoted, plain = '']) =>
    (quoted?.replace(/""/g, '"') ?? plain).trim(),
  );
  return [...new Set(names)].filter((name) => name !== '');
}

/** Writes the names as a text to edit. */
export function targetsText(names: readonly string[]): string {
  return names.map((name) => (NEEDS_QUOTES.test(name) ? `"${name.replace(/"/g, '""')}"` : name)).join(', ');
}
