/** Cells of the sandbox's workbook by their A1 notation, as a person types into them and reads them. */

/** @typedef {import('../../src/sandbox/host/host.js').Host} PlainHost */
/** @typedef {import('../../src/sandbox/bridge/operations.js').CellArea} CellArea */

/**
 * Adds the methods to a host's workbook. A range without a tab is in the first one.
 * @param {PlainHost} host
 */
export function withNotation(host) {
  const { cells, facade, messageAt } = host.workbook;
  /** @param {string} a1 @returns {CellArea} */
  const area = (a1) => {
    const [first] = facade.getSheets();
    if (!first) throw new Error('Range not found');
    const range = first.getRange(a1);
    const { startRow, startColumn, endRow, endColumn } = range.getRange();
    const [numRows, numColumns] = [endRow - startRow + 1, endColumn - startColumn + 1];
    return { sheetId: range.getSheetId(), row: startRow + 1, column: startColumn + 1, numRows, numColumns };
  };
  const workbook = {
    ...host.workbook,
    area,
    /** Types a text into each cell of a range. @param {string} a1 @param {string} text */
    type: (a1, text) => cells.write(area(a1), () => ({ content: text })),
    /** @param {string} a1 */
    read: (a1) =>
      cells.see(area(a1), ({ value, pattern, formula, note, display }) => ({
        value: value(),
        pattern: pattern(),
        formula: formula(),
        note: note(),
        display: display(),
      })),
    /** Returns the message of a cell's error, or ''. @param {string} a1 */
    message(a1) {
      const { sheetId, row, column } = area(a1);
      return messageAt({ sheetId, row: row - 1, column: column - 1 });
    },
  };
  return { ...host, workbook };
}
