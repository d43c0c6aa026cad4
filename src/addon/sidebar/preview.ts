/** Previews a formula of the builder: its stored answer, free, or up to five records that are bought now. */

import { separatorsOf } from '../../contract/formula.js';
import { datasetOf, openFormula } from '../../contract/formula-question.js';
import { PREVIEWED, type Preview } from '../../contract/preview.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { ConnectionStore } from '../account/connection.js';
import type { Answer } from '../answers/answers.js';
import { findStoredAnswer } from '../answers/find-stored-answer.js';
import { dataOf, errors, isSignalsError } from '../errors.js';
import { FormulaExecution } from '../formula/execution.js';
import { type ParsedFormula, readCellFormula, showAnswer } from '../formula/parsed-formula.js';
import { asksForSamples } from '../formula/samples.js';
import type { Platform } from '../platform.js';
import { type Cell, isDate } from '../question/cells.js';
import { valueOfArgument } from '../question/formula-arguments.js';
import { createZone, todayIn, type Zone } from '../question/zone.js';

const SHOWN_CHARACTERS = 80;
const BUDGET_MS = 25_000;

export function createPreview(
  platform: Platform,
  connections: ConnectionStore,
): (formula: unknown, buys?: unknown) => Outcome {
  /** Returns the payer whose stored answers formulas show. */
  function payerOfFormulas(): string {
    return connections.sharedHere()?.payer ?? connections.formulaPayer() ?? connections.find()?.payer ?? '';
  }

  function storedOf(typed: TypedFormula): Preview['stored'] {
    const { question, token, today } = typed;
    if (asksForSamples(question)) {
      const answer = new FormulaExecution(platform, BUDGET_MS).answer(question, '');
      return show(typed, answer, platform.clock.now());
    }
    const stored = findStoredAnswer(platform, question, token, { payer: payerOfFormulas(), today });
    return stored && show(typed, stored, stored.completeAt);
  }

  /** Buys records only with the key that formulas use, so that the formula can reuse them. */
  function boughtOf(typed: TypedFormula): Preview['stored'] {
    if (payerOfFormulas() !== connections.require().payer) return undefined;
    let creditsLeft = PREVIEWED;
    const allowance = {
      creditsLeft: () => creditsLeft,
      spend(credits: number) {
        creditsLeft -= credits;
      },
    };
    const rules = { allowance, isConfirmed: true, isDaily: true };
    const { filters } = typed.question;
    const limit = Math.min(PREVIEWED, Number(filters['limit'] ?? PREVIEWED));
    const question = { ...typed.question, filters: { ...filters, limit } };
    const answer = new FormulaExecution(platform, BUDGET_MS, rules).answer(question, '');
    return show(typed, answer, platform.clock.now());
  }

  return (formula, buys) => {
    if (typeof formula !== 'string') throw errors.badFormula();
    try {
      const typed = readTypedFormula(platform, formula);
      const stored = typed && (storedOf(typed) ?? (buys === true ? boughtOf(typed) : undefined));
      return { kind: 'preview', preview: stored ? { stored } : {} };
    } catch (error) {
      if (!isSignalsError(error)) throw error;
      return { kind: 'preview', preview: { error: dataOf(error) } };
    }
  };
}

function show(typed: TypedFormula, answer: Answer, askedAt: number): Preview['stored'] {
  const view = { ...typed.view, headers: true };
  // a note about the whole table, such as "first 100", would be wrong above its first rows
  const table = showAnswer({ ...answer, isTruncated: false }, { ...typed, view }, typed.zone);
  const inWords = (cell: Cell) => (isDate(cell) ? typed.zone.dayOf(cell) : String(cell));
  const rows = table
    .slice(0, 1 + PREVIEWED)
    .map((row) => row.map((cell) => inWords(cell).slice(0, SHOWN_CHARACTERS)));
  return { askedAt, records: answer.rows.length, cut: answer.isTruncated, rows };
}

export interface TypedFormula extends ParsedFormula {
  readonly zone: Zone;
  readonly today: string;
}

/** Undefined for a formula without a dataset. @throws BAD_INPUT */
export function readTypedFormula(platform: Platform, formula: string): TypedFormula | undefined {
  const { spreadsheet, grid } = platform;
  const opened = openFormula(formula, separatorsOf(spreadsheet.locale()));
  if (!opened) throw errors.noSignalsFormula();
  const dataset = datasetOf(opened.question.functionName);
  if (!dataset) return undefined;
  const zone = createZone(spreadsheet.timeZone());
  const today = todayIn(zone, platform);
  const args = opened.call.args.map((argument) => valueOfArgument(grid, argument));
  return { ...readCellFormula(dataset, args, { zone: () => zone, today: () => today }), zone, today };
}
