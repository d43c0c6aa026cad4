/** Escapes cell values, so that Sheets does not convert texts by the spreadsheet's locale. */

/** A cell holds 50,000 characters; one is for the apostrophe. */
const MAX_CHARACTERS = 49_999;

/**
 * Returns the value to write. Sheets converts texts such as `=…`, `1-2`, `TRUE` or `5 May`, and drops the
 * first apostrophe of a text. Other values, and empty texts, stay the same.
 */
export function escapeCellText(value: string): string;
export function escapeCellText(value: unknown): unknown;
export function escapeCellText(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? `'${truncateToCell(value)}` : value;
}

/** Returns a text as a cell shows it: cut to the limit of a cell, never within a character. */
export function truncateToCell(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
