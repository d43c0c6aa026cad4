/** Refuses formulas that would end the process or never end: the engine recurses, and reads ranges cell by cell. */
import type { Univer } from '@univerjs/core';
import { ErrorType, Lexer } from '@univerjs/engine-formula';
import { parseA1 } from './a1-notation.js';

/** Google allows far longer formulas; the engine's stack does not. */
const MAX_OPERATORS = 1_000;
/** The number of cells that a spreadsheet may have. */
const MAX_CELLS = 10_000_000;
const TEXT = /"[^"]*"/g;
const OPERATOR = /[-+*/^&=<>({]/g;
const RANGE = /\$?[a-z]{1,3}\$?\d+:\$?[a-z]{1,3}\$?\d+/gi;

/** A refused formula shows an error in its cell. */
export function refuseEndlessFormulas(univer: Univer): void {
  const lexer = univer.__getInjector().get(Lexer);
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (formula, ...rest) => {
    const code = formula.replace(TEXT, '');
    const isTooLong = (code.match(OPERATOR) ?? []).length > MAX_OPERATORS;
    return isTooLong || code.match(RANGE)?.some(isTooLarge) ? ErrorType.VALUE : build(formula, ...rest);
  };
}

function isTooLarge(range: string): boolean {
  const { row = 1, column = 1, lastRow = 1, lastColumn = 1 } = parseA1(range) ?? {};
  return (lastRow - row + 1) * (lastColumn - column + 1) > MAX_CELLS;
}
