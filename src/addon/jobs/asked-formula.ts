/** What the formulas of a spreadsheet ask, read from their texts without running them. */
import { COMMA, type FormulaCall, findCall, type Separators, translate } from '../../contract/formula.js';
import { datasetOf, FUNCTION_NAMES } from '../../contract/formula-question.js';
import { withSheet } from '../../contract/formula-sheet.js';
import { isSignalsError } from '../errors.js';
import { type ParsedFormula, readCellFormula } from '../formula/parsed-formula.js';
import type { Platform } from '../platform.js';
import type { Table } from '../question/cells.js';
import type { Today } from '../question/filters.js';
import { valueOfArgument } from '../question/formula-arguments.js';
import { identityOf } from '../question/question.js';
import type { FoundFormula } from '../refresh/find-formulas.js';
import { hash } from '../storage/text.js';

/** A call of one of our functions. */
export interface AskedCall {
  /** The same for calls that ask the same. */
  readonly key: string;
  /** The same whatever its value of `refresh`, too: what is new since it was last asked is no other thing with another value. */
  readonly seenAs: string;
  readonly functionName: string;
  /** Of a dataset; missing for a function that looks companies up. */
  readonly parsed?: ParsedFormula;
  readonly args: readonly unknown[];
}

/** What a call came to. */
export interface AnsweredCall {
  /** As a formula that is nothing but the call shows it. */
  table(call: AskedCall): Table;
  /** Of what it brought: another one for other records. */
  readonly digest: string;
}

export interface AskedFormula {
  readonly found: FoundFormula;
  /** Undefined where an argument, or what is wrong with it, shows only when the formula runs. */
  readonly calls: readonly AskedCall[] | undefined;
  /** The formula is the call and nothing else: the cells show its table as it is. */
  readonly isBare: boolean;
}

/** @returns a function of a formula; ranges that several name are read once */
export function createFormulaReader(
  { sheets }: Pick<Platform, 'sheets'>,
  separators: Separators,
  when: Today,
): (found: FoundFormula) => AskedFormula {
  const ranges = new Map<string, unknown[][]>();
  const cells = {
    values(reference: string): unknown[][] {
      const values = ranges.get(reference) ?? sheets.values(reference);
      ranges.set(reference, values);
      return values;
    },
  };

  function readCall({ functionName, args: written }: FormulaCall): AskedCall {
    const args = written.map((argument) => valueOfArgument(cells, argument));
    const dataset = datasetOf(functionName);
    if (!dataset) {
      const key = hash(JSON.stringify([functionName, args]));
      return { key, seenAs: key, functionName, args };
    }
    const parsed = readCellFormula(dataset, args, when);
    const identity = identityOf(parsed.question);
    const [key, seenAs] = [hash(`${identity} ${parsed.token}`), hash(`${identity} `)];
    return { key, seenAs, functionName, parsed, args };
  }

  /** Those behind the first one, too; within its arguments there are none that can be read. */
  function callsIn(formula: string, sheet: string): AskedCall[] {
    const call = findCall(withSheet(formula, sheet, COMMA), FUNCTION_NAMES, COMMA);
    return call ? [readCall(call), ...callsIn(`=${call.after.slice(1)}`, sheet)] : [];
  }

  return (found) => {
    const formula = translate(found.formula, separators, COMMA);
    const call = findCall(formula, FUNCTION_NAMES, COMMA);
    const isBare = /^\s*=\s*\w+\s*\($/.test(call?.before ?? '') && call?.after.trim() === ')';
    try {
      return { found, calls: callsIn(formula, found.tab.name()), isBare };
    } catch (error) {
      if (!isSignalsError(error)) throw error;
      return { found, calls: undefined, isBare };
    }
  };
}

/** Each different call once, with the first formula that has it. */
export function distinct(formulas: readonly AskedFormula[]) {
  const calls = formulas.flatMap(({ calls: own = [], found }) => own.map((call) => ({ call, found })));
  return [...new Map(calls.reverse().map((one) => [one.call.key, one])).values()].reverse();
}

/** Of what a call came to. */
export function digestOf(value: unknown): string {
  return hash(JSON.stringify(value)).slice(0, 8);
}
