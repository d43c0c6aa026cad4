/** The ranges of a formula with the name of their sheet, so that they mean the same wherever they are read. */
import { findCall, type Separators, textOfCall } from './formula.js';
import { FUNCTION_NAMES } from './formula-question.js';

/** A cell, or a range of cells, columns or rows, without the name of a sheet. Anything else may be a name. */
const UNQUALIFIED =
  /^(?:\$?[A-Z]{1,3}\$?[1-9]\d*|\$?[A-Z]{1,3}(?:\$?\d+)?:\$?[A-Z]{1,3}(?:\$?\d+)?|\$?\d+:\$?\d+)$/i;

/**
 * The formula with the sheet's name before each argument that is a range without one. What is no call of ours stays as
 * it is.
 */
export function withSheet(formula: string, sheet: string, separators: Separators): string {
  const call = findCall(formula, FUNCTION_NAMES, separators);
  if (!call) return formula;
  const prefix = `'${sheet.replace(/'/g, "''")}'!`;
  const args = call.args.map((argument) => {
    const { expression, source } = argument;
    if (expression.kind !== 'cells' || !UNQUALIFIED.test(expression.text)) return argument;
    return { ...argument, source: source.replace(/^\s*/, (blanks) => blanks + prefix) };
  });
  return textOfCall({ ...call, args });
}
