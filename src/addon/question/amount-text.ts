/** Reads the amount in a cell as the service's number expression. */
import { amountExpression } from '../../contract/amount-text.js';
import { errors } from '../errors.js';
import { textOf } from './cells.js';

/** @throws BAD_INPUT */
export function readAmount(name: string, cell: unknown): string {
  const typed = textOf(name, cell);
  return amountExpression(
    typed,
    () => errors.badAmount(name, typed),
    () => errors.amountOrPair(name, typed),
  );
}
