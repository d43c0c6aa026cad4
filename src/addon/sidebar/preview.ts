/** What a formula of the builder would ask, and what is stored of its answer: checked and shown without asking. */
import type { Outcome, Preview } from '../../contract/sidebar-api.js';
import type { ConnectionStore } from '../account/connection.js';
import { findStoredAnswer } from '../answers/find-stored-answer.js';
import { errors, isSignalsError } from '../errors.js';
import { showAnswer } from '../formula/parsed-formula.js';
import type { Platform } from '../platform.js';
import { isDate, type Table } from '../question/cells.js';
import { readTypedFormula } from './typed-formula.js';

/** Of a preview; the rest is in the sheet soon enough. */
const SHOWN_RECORDS = 5;
const SHOWN_CHARACTERS = 80;

export function createPreview(
  platform: Platform,
  connections: ConnectionStore,
): (formula: unknown) => Outcome {
  /** Whose stored answers a formula would be given. */
  function payerOfFormulas(): string {
    const shared = connections.findShared();
    if (shared && connections.isHere(shared)) return shared.payer;
    return connections.seenByFormulas() ?? connections.find()?.payer ?? '';
  }

  /** @throws BAD_INPUT */
  function storedOf(formula: string): Preview['stored'] {
    const asked = readTypedFormula(platform, formula);
    if (!asked) return undefined;
    const { zone, today } = asked;
    const stored = findStoredAnswer(platform, asked.question, { payer: payerOfFormulas(), today });
    if (!stored?.isFreshEnough) return undefined;
    const { rows } = stored.answer;
    const first = { ...asked, view: { ...asked.view, headers: true } };
    const table = showAnswer(stored.answer, first, zone).slice(0, 1 + SHOWN_RECORDS);
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
