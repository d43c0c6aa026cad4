/** Adds the sheet name to the ranges of a formula, so that they mean the same on every sheet. */
import { findCall, type Separators, textOfCall } from './formula.js';
import { FUNCTION_NAMES } from './formula-question.js';

/** A cell, or a range of cells, columns or rows, without a sheet name. Anything else may be a named range. */
export const UNQUALIFIED =
  /^(?:\$?[A-Z]{1,3}\$?[1-9]\d*|\$?[A-Z]{1,3}(?:\$?\d+)?:\$?[A-Z]{1,3}(?:\$?\d+)?|\$?\d+:\$?\d+)$/i;

/**
 * Returns the formula with the sheet name before each argument that is a range without one. Formulas without a Signals
 * function stay unchanged.
 * @param before an earlier formula: the ranges that have a sheet name in it get that name
 */
export function withSheet(formula: string, sheet: string, separators: Separators, before = ''): string {
  const call = findCall(formula, FUNCTION_NAMES, separators);
  if (!call) return formula;
  const sources = call.args.map(({ source }) => source.trim());
  const earlier = findCall(before, FUNCTION_NAMES, separators)?.args.map(({ source }) => source.trim()) ?? [];
  // a range that still has its sheet name is not the earlier form of another range
  const replaced = earlier.filter((one) => !sources.includes(one));
  const args = call.args.map((argument) => {
    const { expression, source } = argument;
    if (expression.kind !== 'cells' || !UNQUALIFIED.test(expression.text)) return argument;
    const named = replaced.find((one) => one.endsWith(`!${expression.text}`));
    const prefix = named ? named.slice(0, -expression.text.length) : sheetPrefix(sheet);
    return { ...argument, source: source.replace(/^\s*/, (blanks) => blanks + prefix) };
  });
  return textOfCall({ ...call, args });
}

/** Returns a sheet's name in quotes, with the exclamation mark before a range. */
export function sheetPrefix(sheet: string): string {
  return `'${sheet.replace(/'/g, "''")}'!`;
}
