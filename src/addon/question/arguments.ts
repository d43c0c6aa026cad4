/** From the arguments of a formula to named options: pairs in any order, ranges of pairs, and what comes first. */

import type { FilterTable } from '../../contract/filters.js';
import { OWN_OPTIONS, resolveOption } from '../../contract/options.js';
import { errors } from '../errors.js';
import { cellsOf, isBlank, rowsOf, textOf } from './cells.js';
import { closest } from './closest.js';

export interface NamedArguments {
  /** The cells of the first argument (companies, or groups); empty when it was left out. */
  readonly first: readonly unknown[];
  /** The cells of each option's value, by the option's full name; blank ones are not here. */
  readonly options: ReadonlyMap<string, readonly unknown[]>;
}

interface Reading {
  readonly functionName: string;
  readonly filters: FilterTable;
}

/**
 * Reads `companies, name1, value1, ...`. The place of a pair may hold a range of names and values, its further
 * columns being further values. A first argument that is an option name, or such a range, is the first pair.
 * @throws BAD_INPUT
 */
export function readArguments(args: readonly unknown[], reading: Reading): NamedArguments {
  const options = new Map<string, unknown[]>();
  const add = (name: unknown, values: readonly unknown[]) => addOption(options, reading, name, values);
  const [head, ...rest] = args;
  const noFirst = startsWithOption(head, reading.filters);
  const queue = noFirst ? [...args] : rest;
  while (queue.length > 0) {
    const name = queue.shift();
    if (isBlock(name)) {
      for (const [first, ...values] of rowsOf(name)) add(first, values);
    } else if (queue.length === 0) {
      if (!isBlank(name)) throw errors.noValue(resolveOption(reading.filters, textOf(name)) ?? textOf(name));
    } else {
      add(name, rowsOf(queue.shift()).flat());
    }
  }
  return { first: noFirst ? [] : cellsOf(head), options };
}

function addOption(
  options: Map<string, unknown[]>,
  { functionName, filters }: Reading,
  name: unknown,
  cells: readonly unknown[],
): void {
  const values = cells.filter((cell) => !isBlank(cell));
  if (isBlank(name)) {
    if (values.length > 0) throw errors.noName(textOf(values[0]));
    return;
  }
  if (Array.isArray(name)) throw errors.badBlock();
  const typed = textOf(name);
  const option = resolveOption(filters, typed);
  if (!option) {
    const known = [...Object.keys(filters), ...Object.keys(OWN_OPTIONS)];
    throw errors.unknownOption(typed, functionName, closest(typed, known));
  }
  if (values.length > 0) options.set(option, [...(options.get(option) ?? []), ...values]);
}

/** A range where a name should be holds names and values itself; a range of one cell arrives as its value. */
function isBlock(argument: unknown): boolean {
  if (!Array.isArray(argument)) return false;
  if (rowsOf(argument).every((row) => row.length < 2)) throw errors.badBlock();
  return true;
}

function startsWithOption(head: unknown, filters: FilterTable): boolean {
  if (!Array.isArray(head)) return typeof head === 'string' && resolveOption(filters, head) !== undefined;
  const rows = rowsOf(head).filter((row) => row.some((cell) => !isBlank(cell)));
  if (rows.length === 0 || rows.every((row) => row.length < 2)) return false;
  const names = rows.map(([name]) => name).filter((name) => !isBlank(name));
  const options = names.filter(
    (name) => typeof name === 'string' && resolveOption(filters, name) !== undefined,
  );
  // one mistyped name does not make companies of a block of options
  return options.length > 0 && options.length * 2 >= names.length;
}
