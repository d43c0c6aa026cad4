/** Reads a formula's arguments: the first argument, option pairs in any order, and ranges of pairs. */
import { filtersOf, optionOfFunction, ownOptionsOf } from '../../contract/formula-question.js';
import { isOptionName, optionNames, RELATED_OPTIONS } from '../../contract/options.js';
import { errors, type SignalsError } from '../errors.js';
import { cellsOf, isBlank, isUnknownName, rowsOf, textOf } from './cells.js';
import { closest } from './closest.js';

interface NamedArguments {
  /** The cells of the first argument (companies, or groups); empty when it was left out. */
  readonly first: readonly unknown[];
  /** True for a range of blank cells. Google may pass an omitted argument as a single blank cell. */
  readonly isFirstEmpty: boolean;
  /** The cells of each option's value, by the option's full name, without blank cells. */
  readonly options: ReadonlyMap<string, readonly unknown[]>;
  /** The option names that the person typed, by full name, for messages. */
  readonly typedNames: ReadonlyMap<string, string>;
}

/**
 * Reads `companies, name1, value1, ...`. A range of names and values can replace a pair; its further columns
 * are further values. A first argument that is an option name, or such a range, is the first pair.
 * @throws BAD_INPUT
 */
export function readArguments(args: readonly unknown[], functionName: string): NamedArguments {
  const options = new Map<string, unknown[]>();
  const typedNames = new Map<string, string>();
  const [head, ...rest] = args;
  const lacksFirst = startsWithOption(head, functionName);
  /** Blames a mistyped option name in the first argument: it shifts the pairs, so a later one looks wrong. */
  const explain = (error: SignalsError): SignalsError => {
    if (lacksFirst || typeof head !== 'string') return error;
    const meant = closest(head, optionNamesOf(functionName));
    return meant !== undefined || isOptionName(head) ? unknownOption(head, functionName) : error;
  };
  const readName = (name: unknown): [typed: string, option: string] => {
    if (isUnknownName(name)) throw errors.nameError(name);
    const typed = textOf('an option name', name);
    const option = optionOfFunction(typed, functionName);
    if (option === undefined) throw explain(unknownOption(typed, functionName));
    return [typed, option];
  };
  const add = (name: unknown, cells: readonly unknown[]): void => {
    const values = cells.filter((cell) => !isBlank(cell));
    if (isBlank(name)) {
      if (values.length > 0) throw errors.noName(textOf('a value', values[0]));
      return;
    }
    const [typed, option] = readName(name);
    typedNames.set(option, typed);
    if (values.length > 0) options.set(option, [...(options.get(option) ?? []), ...values]);
  };

  const queue = lacksFirst ? [...args] : rest;
  while (queue.length > 0) {
    const name = queue.shift();
    if (isOptionRange(name)) {
      for (const [first, ...values] of rowsOf(name)) add(first, values);
    } else if (queue.length > 0) {
      add(name, rowsOf(queue.shift()).flat());
    } else if (!isBlank(name)) throw explain(errors.noValue(readName(name)[0]));
  }
  const first = lacksFirst ? [] : cellsOf(head);
  return {
    first,
    isFirstEmpty: !lacksFirst && Array.isArray(head) && first.length === 0,
    options,
    typedNames,
  };
}

function optionNamesOf(functionName: string): string[] {
  return optionNames(filtersOf(functionName), ownOptionsOf(functionName));
}

function unknownOption(typed: string, functionName: string): SignalsError {
  const names = optionNamesOf(functionName);
  const related = RELATED_OPTIONS.find(({ words }) => words.test(typed.toLowerCase()))?.names ?? [];
  const meant = closest(typed, names) ?? related.find((name) => names.includes(name));
  return errors.unknownOption(typed, functionName, meant);
}

/** True for a range of names and values in a name's place. Google passes a single cell as a value. */
function isOptionRange(argument: unknown): boolean {
  if (!Array.isArray(argument)) return false;
  if (rowsOf(argument).every((row) => row.length < 2)) throw errors.badBlock();
  return true;
}

function startsWithOption(head: unknown, functionName: string): boolean {
  const isOption = (cell: unknown) =>
    typeof cell === 'string' && optionOfFunction(cell, functionName) !== undefined;
  if (!Array.isArray(head)) return isOption(head);
  const rows = rowsOf(head);
  if (rows.every((row) => row.length < 2)) return false;
  const names = rows.map(([name]) => name).filter((name) => !isBlank(name));
  const options = names.filter(isOption);
  // one mistyped name must not turn a range of options into companies
  return options.length > 0 && options.length * 2 >= names.length;
}
