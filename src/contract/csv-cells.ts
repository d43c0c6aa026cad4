/** Writes CSV cells that no spreadsheet runs as formulas and that an import reads back unchanged. */

/** The characters by which spreadsheets recognize a formula, behind any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const MARKED = /^'+[=+\-@\t\r\n]/;
/** A bar that is not escaped: no backslash precedes it, or an even number. */
const SEPARATOR = /(?<=(?<!\\)(?:\\\\)*)\|/;

/** Returns a text as a cell. If it looks like a formula, an apostrophe tells spreadsheets that it is text. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** Returns the text of a cell: removes an export's apostrophe. The cell has no quotes any more. */
export function textOfCell(cell: string): string {
  return MARKED.test(cell) ? cell.slice(1) : cell;
}

/** Joins a list with bars. In an item, a backslash escapes bars and backslashes. */
export function textOfList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\|]/g, '\\$&')).join('|');
}

export function listOfText(text: string): string[] {
  return text.split(SEPARATOR).map((item) => item.replace(/\\([\\|])/g, '$1'));
}
