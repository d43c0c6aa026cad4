/** Texts in the cells of CSV: a spreadsheet that opens an export must not run what was imported. */

/** What spreadsheets take for the beginning of a formula, behind any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const MARKED = /^'+[=+\-@\t\r\n]/;

/** With an apostrophe before it, which spreadsheets read as "this is text", if it looks like a formula. */
export function cellOfText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text without the apostrophe of an export. */
export function textOfCell(cell: string): string {
  return MARKED.test(cell) ? cell.slice(1) : cell;
}
