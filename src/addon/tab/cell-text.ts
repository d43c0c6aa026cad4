/** Escapes cell values, so that Sheets does not convert texts by the spreadsheet's locale. */
import { cutToCell } from '../../contract/short-text.js';

/**
 * Returns the value to write. Sheets converts texts such as `=…`, `1-2`, `TRUE` or `5 May`, and drops the
 * first apostrophe of a text. Other values, and empty texts, stay the same.
 */
export function escapeCellText<T>(value: T): T | string {
  return typeof value === 'string' && value !== '' ? `'${truncateToCell(value)}` : value;
}

/** The texts that may have been written into a cell: with the format "plain text" it keeps the apostrophe. */
export function writtenTexts(cell: unknown): string[] {
  const shown = String(cell);
  return [shown, shown.replace(/^'/, '')];
}

/** Cuts a text that is written into a cell: one of its characters is for the apostrophe. */
export function truncateToCell(text: string): string {
  return cutToCell(text, 49_999);
}
