/** The functions that a menu, a cell, a trigger or the sandbox's host may call: top-level, as Apps Script reads them. */

function onOpen(event) {
  conformance.addMenu(event);
}

function runConformance() {
  conformance.writeTable();
}

function conformanceTable() {
  return conformance.tableOfRules();
}

/**
 * What the argument is.
 * @param {1} value anything
 * @return {string} its type, or the types of the cells of a range
 * @customfunction
 */
function CONFORMANCE_KIND(value) {
  return conformance.kindOf(value);
}

/**
 * A result of a given kind.
 * @param {"table"} kind which
 * @return the result
 * @customfunction
 */
function CONFORMANCE_RESULT(kind) {
  return conformance.resultOf(kind);
}

/**
 * The instant of a date.
 * @param {A1} date a cell with a date
 * @return {string} in UTC
 * @customfunction
 */
function CONFORMANCE_INSTANT(date) {
  return conformance.instantOf(date);
}

/**
 * What a service allows in a cell.
 * @param {"write"} attempt which
 * @return {string} what came of it
 * @customfunction
 */
function CONFORMANCE_TRY(attempt) {
  return conformance.tryInCell(attempt);
}

/** @customfunction */
function CONFORMANCE_HIDDEN_() {
  return 'not hidden';
}
