/** Scores records by rules: a column, the value that it must have, and points. */
import { amountExpression } from '../../contract/amount-text.js';
import { matchesAmount, parseAmount } from '../../contract/amounts.js';
import { type Column, type FieldTable, positionOf } from '../../contract/fields.js';
import { COUNTRY_SPELLINGS } from '../../contract/options.js';
import { dayOf } from '../../core/days.js';
import { numberOf } from '../../core/records.js';
import { errors } from '../errors.js';
import { textOf } from '../question/cells.js';
import { wordsOf } from '../question/companies.js';
import { respell } from '../question/lists.js';
import type { Row } from './rows.js';
import { findColumn } from './view.js';

export interface ScoreRule {
  /** As the person typed it. */
  readonly text: string;
  readonly points: number;
  /** @param wordsAt returns the words of a cell, which several rules may read */
  meets(row: Row, wordsAt: (position: number) => string): boolean;
}

const MAX_RULES = 100;
/** A bar beside points separates rules; another one separates the values of a rule, as in `type HQ|Store`. */
const BETWEEN_RULES = /(?<=\d\s*)\||\|(?=\s*[+-]?\d+(?:\.\d+)?\s*(?:\||$))/;

/**
 * Reads rules from two columns of cells, with or without headers, or from texts such as `jobs >=100: 10`.
 * @throws BAD_INPUT naming the cell
 */
export function readRules(
  record: FieldTable,
  columns: readonly Column[],
  cells: readonly unknown[],
  today: () => string,
): readonly ScoreRule[] {
  const rules: ScoreRule[] = [];
  const texts = cells.flatMap((cell) =>
    textOf('score', cell)
      .split(BETWEEN_RULES)
      .map((text) => text.trim()),
  );
  for (let at = startsWithHeaders(texts) ? 2 : 0; at < texts.length; ) {
    const [, own = '', points] = /^(.*\S)\s*:\s*([+-]?\d+(?:\.\d+)?)$/.exec(texts[at]!) ?? [];
    if (points !== undefined) {
      rules.push(ruleOf(record, columns, own, Number(points), today));
      at += 1;
    } else if (isPoints(texts[at + 1])) {
      rules.push(ruleOf(record, columns, texts[at]!, Number(texts[at + 1]), today));
      at += 2;
    } else throw errors.badScore(texts[at]!);
  }
  if (rules.length > MAX_RULES) throw errors.tooMany('score', rules.length, MAX_RULES);
  return rules;
}

/** True if the first two cells are headers: without digits and signs, and before a rule. */
function startsWithHeaders([first = '', second = '', rule]: readonly string[]): boolean {
  return rule !== undefined && !/[\d<>=]/.test(first + second);
}

function isPoints(text: string | undefined): text is string {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text ?? '');
}

function ruleOf(
  record: FieldTable,
  columns: readonly Column[],
  text: string,
  points: number,
  today: () => string,
): ScoreRule {
  const { word, wanted } = splitRule(columns, text);
  const bad = () => errors.badScore(text);
  if (wanted === '') throw bad();
  const rule = { text, points };
  if (/^(?:days|age)$/i.test(word)) {
    const test = amountOf(wanted, bad);
    const at = positionOf(columns, 'announcedDate');
    const now = dayOf(today());
    return { ...rule, meets: (row) => matchesAmount(test, daysBetween(row[at], now)) };
  }
  const { fields } = findColumn(record, columns, /^place$/i.test(word) ? 'location' : word);
  const columnIndexes = fields.map(({ path }) => positionOf(columns, path));
  if (fields[0]?.type === 'number') {
    const test = amountOf(wanted, bad);
    return { ...rule, meets: (row) => matchesAmount(test, numberOf(row[columnIndexes[0]!])) };
  }
  if (/(?:^|\|)\s*[<>=!]/.test(wanted)) throw errors.scoreOfText(text);
  // another rule, and the first one has no points: place Texas|jobs >=100: 5
  if (/\|.*[<>=]/.test(wanted)) throw bad();
  const spellings = wanted
    .split('|')
    .flatMap((one) => alternativesOf(one, fields[0]?.values))
    // records have the full name of a country, people also write US
    .flatMap((one) => [one, respell(one, COUNTRY_SPELLINGS) ?? one])
    .map(wordsOf);
  if (spellings.some((words) => words.trim() === '')) throw bad();
  // a place may be written with its state or country: Detroit, Michigan
  return {
    ...rule,
    meets: (_row, wordsAt) => {
      const found = columnIndexes.map(wordsAt).join('').replace(/ {2,}/g, ' ');
      return spellings.some((words) => found.includes(words));
    },
  };
}

/** Splits several of the service's values, as in `type HQ, Store`. A comma in other texts is a part of them. */
function alternativesOf(wanted: string, values: readonly string[] = []): readonly string[] {
  const words = new Set(values.map(wordsOf));
  const parts = wanted.split(',');
  return parts.every((part) => words.has(wordsOf(part))) ? parts : [wanted];
}

/** Returns a rule's column and value. A header may have several words, as in `Company type Public`. */
function splitRule(columns: readonly Column[], text: string) {
  const headers = columns.map(({ header }) => header).filter((header) => header.includes(' '));
  const header = headers.find((one) => text.toLowerCase().startsWith(`${one.toLowerCase()} `));
  if (header !== undefined) return { word: header, wanted: text.slice(header.length).trim() };
  const [, word = '', wanted = ''] = /^([\p{L}\d._-]+)\s*(.*)$/u.exec(text) ?? [];
  return { word, wanted };
}

function amountOf(text: string, bad: () => Error) {
  const test = parseAmount(amountExpression(text, bad));
  if (!test) throw bad();
  return test;
}

function daysBetween(day: unknown, to: number | undefined): number | null {
  const from = dayOf(String(day ?? ''));
  return from === undefined || to === undefined ? null : to - from;
}

/** Returns the sum of the points, and the rules that the record meets. */
export function scoreOf(rules: readonly ScoreRule[], row: Row) {
  const words: string[] = [];
  const wordsAt = (position: number) => (words[position] ??= wordsOf(String(row[position] ?? '')));
  const met = rules.filter((rule) => rule.meets(row, wordsAt));
  return {
    score: met.reduce((sum, { points }) => sum + points, 0),
    why: met.map(({ text, points }) => `${text} (${points < 0 ? '' : '+'}${points})`).join(', '),
  };
}
