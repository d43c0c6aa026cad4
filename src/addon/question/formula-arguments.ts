/** Reads a formula's arguments as its function would get them, without running it. */
import type { Argument } from '../../contract/formula.js';
import { errors } from '../errors.js';
import type { Grid } from '../platform.js';

/**
 * Returns the value that a custom function would get. Only Sheets can calculate more than a reference.
 * @param unread creates the error about a reference that cannot be read
 */
export function valueOfArgument(
  grid: Pick<Grid, 'values'>,
  { expression }: Argument,
  unread = errors.noReference,
): unknown {
  if (expression.kind === 'blank') return '';
  const values =
    expression.kind === 'values' ? expression.values.map((one) => [one]) : cellsAt(expression.text);
  return values.length === 1 && values[0]?.length === 1 ? values[0][0] : values;

  function cellsAt(reference: string): unknown[][] {
    try {
      return grid.values(reference);
    } catch {
      throw unread(reference);
    }
  }
}
