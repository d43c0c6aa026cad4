/** Cases of formulas in a text. */
import { rowsOf } from '../support/rows.js';
import { ask, type FunctionName } from './ask.js';

export type Case = [title: string, name: FunctionName, args: unknown[], expected: string];

/**
 * One on each line: a title, a formula as a cell has it, with JSON in the place of a range, and what is expected. A first
 * argument that is left out is undefined.
 */
export function casesOf(text: string): Case[] {
  return rowsOf(text).map(([title = '', formula = '', expected = '']) => {
    const [, name, list = ''] = /^(\w+)\((.*)\)$/.exec(formula) ?? [];
    const args: unknown[] = JSON.parse(`[${list.replace(/^, /, 'null, ')}]`);
    if (list.startsWith(', ')) args[0] = undefined;
    return [title, name as FunctionName, args, expected];
  });
}

/** The formula sends one query: what the case expects, with the usual limit. */
export function expectSent(...[, name, args, expected]: Case): void {
  const { bodies, error } = ask(name, args);
  expect(error).toBeUndefined();
  expect(bodies).toEqual([{ limit: 100, ...JSON.parse(expected) }]);
}
