/** Values written into cells so that they stay what they are, whatever the locale makes of typed text. */

/** What a cell can hold. */
const MAX_CHARACTERS = 50_000;

/**
 * A text as it has to be written: Sheets reads `=…`, `1-2`, `TRUE` or `5 May` as something else, and drops the first
 * apostrophe. What does not fit into a cell is cut. Other values, and empty texts, stay themselves.
 */
export function literal(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value;
  const text = value.length >= MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS - 2)}…` : value;
  return `'${text}`;
}
