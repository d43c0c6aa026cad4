/** Names of tabs and named ranges as a person types them: separated by commas, in quotation marks if one has a comma. */

const NAME = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/g;
/** A name that would be read as something else without quotation marks. */
const NEEDS_QUOTES = /,|^"/;

/** The names, each once. What begins with a quotation mark and does not end with one is a name as it is. */
export function placesOf(text: string): string[] {
  const names = [...text.matchAll(NAME)].map(([, quoted, plain = '']) =>
    (quoted?.replace(/""/g, '"') ?? plain).trim(),
  );
  return [...new Set(names)].filter((name) => name !== '');
}

/** The same names as a text to change. */
export function textOfPlaces(names: readonly string[]): string {
  return names.map((name) => (NEEDS_QUOTES.test(name) ? `"${name.replace(/"/g, '""')}"` : name)).join(', ');
}
