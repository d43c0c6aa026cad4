/** Values written into cells so that they stay what they are, whatever the locale makes of typed text. */

/** A cell holds 50,000 characters; one is for the apostrophe. */
const MAX_CHARACTERS = 49_999;

/**
 * A value as it has to be written: Sheets reads `=…`, `1-2`, `TRUE` or `5 May` as something else, and drops the first
 * apostrophe of a text. Other values, and empty texts, stay themselves.
 */
export function escapeCellText(value: string): string;
export function escapeCellText(value: unknown): unknown;
export function escapeCellText(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? `'${truncateToCell(value)}` : value;
}

/** A text as a cell shows it once it is written: cut to what a cell holds, never within a character. */
export function truncateToCell(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
