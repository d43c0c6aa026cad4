/** What a formula of the builder would ask, and what is stored of its answer: checked and shown without asking. */
import { separatorsOf } from '../../contract/formula.js';
import { datasetOf, openFormula } from '../../contract/formula-question.js';
import type { Outcome, Preview } from '../../contract/sidebar-api.js';
import type { ConnectionStore } from '../account/connection.js';
import { findStoredAnswer } from '../answers/find-stored-answer.js';
import { errors, isSignalsError } from '../errors.js';
import { readFormula, showAnswer } from '../formula/parsed-formula.js';
import type { Platform } from '../platform.js';
import { isDate, type Table } from '../question/cells.js';
import { valueOfArgument } from '../question/formula-arguments.js';
import { createZone } from '../question/zone.js';

/** Of a preview; the rest is in the sheet soon enough. */
const SHOWN_RECORDS = 5;
const SHOWN_CHARACTERS = 80;

export function createPreview(
  platform: Platform,
  connections: ConnectionStore,
): (formula: unknown) => Outcome {
  const { clock, spreadsheet, sheets } = platform;

  /** Whose stored answers a formula would be given. */
  function payerOfFormulas(): string {
    const shared = connections.findShared();
    if (shared && connections.isHere(shared)) return shared.payer;
    return connections.seenByFormulas() ?? connections.find()?.payer ?? '';
  }

  /** @throws BAD_INPUT */
  function storedOf(formula: string): Preview['stored'] {
    const opened = openFormula(formula, separatorsOf(spreadsheet.locale()));
    if (!opened) throw errors.noSignalsFormula();
    const dataset = datasetOf(opened.question.functionName);
    if (!dataset) return undefined;
    const zone = createZone(spreadsheet.timeZone());
    const today = zone.dayOf(new Date(clock.now()));
    const args = opened.call.args.map((argument) => valueOfArgument(sheets, argument));
    const asked = readFormula(dataset, args, { zone: () => zone, today: () => today });
    const stored = findStoredAnswer(platform, asked.question, { payer: payerOfFormulas(), today });
    if (!stored?.isFreshEnough) return undefined;
    const { rows } = stored.answer;
    const first = { ...asked, view: { ...asked.view, headers: true } };
    const table = showAnswer({ ...stored.answer, rows: rows.slice(0, SHOWN_RECORDS) }, first, zone);
    return { askedAt: stored.askedAt, records: rows.length, rows: inWords(table, zone.dayOf) };
  }

  return (formula) => {
    if (typeof formula !== 'string') throw errors.badFormula();
    try {
      const stored = storedOf(formula);
      return { kind: 'preview', preview: { formula, problem: '', ...(stored && { stored }) } };
    } catch (error) {
      if (!isSignalsError(error)) throw error;
      return { kind: 'preview', preview: { formula, problem: error.message } };
    }
  };
}

function inWords(table: Table, dayOf: (instant: Date) => string): string[][] {
  return table.map((row) =>
    row.map((cell) => (isDate(cell) ? dayOf(cell) : String(cell)).slice(0, SHOWN_CHARACTERS)),
  );
}
