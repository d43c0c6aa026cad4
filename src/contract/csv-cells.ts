/** The cells of CSV: a spreadsheet that opens an export runs nothing of it, and an import reads what was exported. */

/** The characters by which spreadsheets recognize a formula, behind any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const MARKED = /^'+[=+\-@\t\r\n]/;
/** A bar that no backslash precedes, or an even number of them. */
const SEPARATOR = /(?<=(?<!\\)(?:\\\\)*)\|/;

/** The cell of a text. One that looks like a formula gets an apostrophe, which spreadsheets read as "this is text". */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** The text of a cell without its quotes, and without the apostrophe of an export. */
export function textOfCell(cell: string): string {
  return MARKED.test(cell) ? cell.slice(1) : cell;
}

/** A list as one text, with bars between the items; in an item, bars and backslashes have a backslash before them. */
export function textOfList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, '\\$&')).join('|');
}

export function listOfText(text: string): string[] {
  return text.split(SEPARATOR).map((item) => item.replace(/\\([\\|])/g, '$1'));
}
