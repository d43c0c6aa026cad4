/** The arguments of a formula as its function would be given them, without running it. */
import type { Argument, Expression } from '../../contract/formula.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

/** The value that a custom function would get. Only Sheets can do a calculation other than a reference. */
export function valueOfArgument(
  sheets: Pick<Platform['sheets'], 'values'>,
  { expression }: Argument,
): unknown {
  switch (expression.kind) {
    case 'blank':
      return '';
    case 'values':
      return fromLiterals(expression);
    case 'cells':
      return fromCells(sheets, expression.text);
  }
}

function fromLiterals({ values }: Extract<Expression, { kind: 'values' }>): unknown {
  return values.length === 1 ? values[0] : values.map((value) => [value]);
}

function fromCells(sheets: Pick<Platform['sheets'], 'values'>, reference: string): unknown {
  let values: unknown[][];
  try {
    values = sheets.values(reference);
  } catch {
    throw errors.noReference(reference);
  }
  return values.length === 1 && values[0]?.length === 1 ? values[0][0] : values;
}
