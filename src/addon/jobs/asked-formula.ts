/** Reads the questions of a spreadsheet's formulas from their texts, without running them. */
import {
  COMMA,
  type FormulaCall,
  findCall,
  isInBranch,
  type Separators,
  translate,
} from '../../contract/formula.js';
import { datasetOf, FUNCTION_NAMES } from '../../contract/formula-question.js';
import { withSheet } from '../../contract/formula-sheet.js';
import { ignoreSignalsErrors } from '../errors.js';
import { type ParsedFormula, readCellFormula, showAnswer } from '../formula/parsed-formula.js';
import type { Platform } from '../platform.js';
import type { Table } from '../question/cells.js';
import type { Today } from '../question/filters.js';
import { valueOfArgument } from '../question/formula-arguments.js';
import { identityOf, type Question } from '../question/question.js';
import type { FoundFormula } from '../refresh/find-formulas.js';
import { readCells, type TabCells } from '../refresh/shown.js';
import { hash } from '../storage/text.js';

/** A call of one of our functions. */
export interface AskedCall {
  /** Calls with the same question and the same `refresh` value have the same key. */
  readonly key: string;
  /** Key of the seen versions. It ignores `refresh` and dates: a cell such as =TODAY()-30 changes daily. */
  readonly seenKey: string;
  readonly functionName: string;
  /** Missing for a function that looks up companies. */
  readonly parsed?: ParsedFormula;
  readonly args: readonly unknown[];
}

export interface AnsweredCall {
  /** Returns the table that a formula shows if the call is its only content. */
  table(call: AskedCall): Table;
  /** Checksum of the answer; it changes with the records. */
  readonly checksum: string;
}

export interface AskedFormula {
  readonly found: FoundFormula;
  /** Undefined if only a run shows an argument, an error, or which branch Sheets calculates. */
  readonly calls: readonly AskedCall[] | undefined;
  /** True if the formula is only the call: its cells show exactly the call's table. */
  readonly isBare: boolean;
}

/** @returns a reader that reads each range once, even if several formulas use it */
export function createFormulaReader(
  { grid }: Pick<Platform, 'grid'>,
  separators: Separators,
  when: Today,
): (found: FoundFormula) => AskedFormula {
  const ranges = new Map<string, unknown[][]>();
  const tabs = new Map<number, TabCells>();
  const variantsByQuestion = new Map<string, string[]>();

  function values(reference: string): unknown[][] {
    const found = ranges.get(reference) ?? grid.values(reference);
    ranges.set(reference, found);
    return found;
  }

  function readCall({ functionName, args: written }: FormulaCall): AskedCall {
    const args = written.map((argument) => valueOfArgument({ values }, argument));
    const dataset = datasetOf(functionName);
    if (!dataset) {
      const key = hash(JSON.stringify([functionName, args]));
      return { key, seenKey: key, functionName, args };
    }
    const parsed = readCellFormula(dataset, args, when);
    const identity = identityOf(parsed.question);
    const undated = withoutDates(parsed.question);
    const variants = variantsByQuestion.get(undated) ?? [];
    variantsByQuestion.set(undated, variants);
    if (!variants.includes(identity)) variants.push(identity);
    // questions that differ only in dates get numbers in the order of their cells
    const seenKey = hash(`${undated}${variants.indexOf(identity) || ''} `);
    return { key: hash(`${identity} ${parsed.token}`), seenKey, functionName, parsed, args };
  }

  /** True if the cell shows the first header of the formula's table. Ignores a remark in parentheses after it. */
  function showsHeader({ parsed }: AskedCall, { tab, row, column }: FoundFormula): boolean {
    if (!parsed) return true;
    const cells = tabs.get(tab.id) ?? readCells(tab);
    tabs.set(tab.id, cells);
    const [[header] = []] = showAnswer({ rows: [], isTruncated: false }, parsed, when.zone());
    const nameOf = (one: unknown) => String(one).split(' (')[0];
    return header !== undefined && nameOf(header) === nameOf(cells.text(row, column));
  }

  /** @returns undefined if Sheets may skip a call in a branch: a job must not pay for an unseen answer */
  function readCalls(formula: string, found: FoundFormula): AskedCall[] | undefined {
    const callsInText = callsIn(formula, found.tab.name());
    const calls = callsInText.map(readCall);
    if (!callsInText.some(({ before }) => isInBranch(before))) return calls;
    return calls.length === 1 && showsHeader(calls[0]!, found) ? calls : undefined;
  }

  return (found) => {
    const formula = translate(found.formula, separators, COMMA);
    const call = findCall(formula, FUNCTION_NAMES, COMMA);
    const isBare = /^\s*=\s*\w+\s*\($/.test(call?.before ?? '') && call?.after.trim() === ')';
    return { found, calls: ignoreSignalsErrors(() => readCalls(formula, found)), isBare };
  };
}

function withoutDates(question: Question): string {
  const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(value));
  const filters = Object.entries(question.filters).map(([name, value]) => [
    name,
    isDay(value) ? 'date' : value,
  ]);
  return identityOf({ ...question, filters: Object.fromEntries(filters) });
}

/** Returns all calls except those in arguments of other calls: the add-on cannot read such arguments. */
function callsIn(formula: string, sheet: string): FormulaCall[] {
  const call = findCall(withSheet(formula, sheet, COMMA), FUNCTION_NAMES, COMMA);
  if (!call) return [];
  const rest = call.before.replace(/\w+\s*\($/, '0') + call.after.slice(1);
  return [call, ...callsIn(rest, sheet)];
}

/** Returns each different call once, with the first formula that contains it. */
export function distinct(formulas: readonly AskedFormula[]) {
  const calls = formulas.flatMap(({ calls: own = [], found }) => own.map((call) => ({ call, found })));
  return [...new Map(calls.reverse().map((one) => [one.call.key, one])).values()].reverse();
}
