/** Reads a formula's options as filters of the service and checks them before any request. */

import { amountExpression, readNumber } from '../../contract/amount-text.js';
import {
  DATASETS,
  type Dataset,
  type DatasetName,
  DEFAULT_LIMIT,
  MAX_LIMIT,
} from '../../contract/datasets.js';
import { addDays } from '../../contract/dates.js';
import { resolveDay } from '../../contract/day-words.js';
import { reduceToDomain } from '../../contract/domains.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import {
  COUNTRY_SPELLINGS,
  DATE_TYPE_SPELLINGS,
  REASON_SPELLINGS,
  TITLE_SPELLINGS,
} from '../../contract/options.js';
import type { FilterValue } from '../../core/query.js';
import { errors } from '../errors.js';
import { isDate, textOf } from './cells.js';
import { readDay } from './days.js';
import { readChoice, readTexts, respell, separatesAtCommas } from './lists.js';
import type { Zone } from './zone.js';

export interface Today {
  zone(): Zone;
  /** The current day in the spreadsheet's zone. */
  today(): string;
}

/** An option's full name, and the name that the person typed, for messages. */
interface Option {
  readonly name: string;
  readonly typedName: string;
}

/**
 * Reads every option that is a filter of the dataset; the result always has `limit`.
 * @param typedNames the names that the person typed, by full name
 * @throws BAD_INPUT
 */
export function readFilters(
  dataset: DatasetName,
  options: ReadonlyMap<string, readonly unknown[]>,
  when: Today,
  typedNames: ReadonlyMap<string, string> = new Map(),
): Record<string, FilterValue> {
  const table: FilterTable = DATASETS[dataset].filters;
  const filters: Record<string, FilterValue> = {};
  const optionOf = (name: string): Option => ({ name, typedName: typedNames.get(name) ?? name });
  for (const name of Object.keys(table)) {
    const cells = options.get(name);
    const value = cells && readFilter(optionOf(name), table[name]!, cells, when);
    // a value that is only separators is blank, so it sets no filter
    if (value !== undefined && (typeof value === 'number' || value.length > 0)) filters[name] = value;
  }
  checkCurrency(filters);
  checkDays(dataset, filters, when, optionOf);
  return { limit: DEFAULT_LIMIT, ...filters };
}

function readFilter(option: Option, filter: Filter, cells: readonly unknown[], when: Today): FilterValue {
  const { name, typedName } = option;
  if (filter.kind === 'list') return readList(option, filter, cells);
  const cell = onlyCell(typedName, cells);
  switch (filter.kind) {
    case 'date':
      return readDay(typedName, cell, when.zone);
    case 'amount':
      return readAmount(typedName, cell);
    case 'integer':
      return readInteger(typedName, cell, filter);
    case 'choice':
      return readChoice(typedName, onlyText(option, filter, cell), filter.values ?? [], SPELLINGS[name]);
    default: {
      const text = onlyText(option, filter, cell);
      return respell(text, SPELLINGS[name] ?? {}) ?? text;
    }
  }
}

/**
 * Returns the first day that an option means on the current day; '' without the option.
 * @throws BAD_INPUT
 */
export function readFirstDay(name: string, cells: readonly unknown[], when: Today): string {
  if (cells.length === 0) return '';
  return dayOf({ name, typedName: name }, readDay(name, onlyCell(name, cells), when.zone), when);
}

const SPELLINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reason: REASON_SPELLINGS,
  title: TITLE_SPELLINGS,
  dateType: DATE_TYPE_SPELLINGS,
  countries: COUNTRY_SPELLINGS,
  companyLocation: COUNTRY_SPELLINGS,
  expansionLocation: COUNTRY_SPELLINGS,
};

function readList({ name, typedName }: Option, filter: Filter, cells: readonly unknown[]): readonly string[] {
  const texts = readTexts(typedName, cells, separatesAtCommas(name, filter));
  if (name === 'currency' && texts.some((text) => text.toLowerCase() === 'any')) return ['any'];
  const { values } = filter;
  const spellings = SPELLINGS[name] ?? {};
  const read = (text: string): string => {
    if (values) return readChoice(typedName, text, values);
    return name === 'companyDomain' ? reduceToDomain(text).toLowerCase() : (respell(text, spellings) ?? text);
  };
  return [...new Set(texts.map(read))];
}

/** Returns the amount in a cell as the service's number expression. @throws BAD_INPUT */
export function readAmount(name: string, cell: unknown): string {
  const typed = textOf(name, cell);
  return amountExpression(
    typed,
    () => errors.badAmount(name, typed),
    () => errors.amountOrPair(name, typed),
  );
}

/** Reads `500`, `1,000` or `2k`; for an option that means "at least", also `>=500` and `500+`. */
function readInteger(name: string, cell: unknown, filter: Filter): number {
  const text = textOf(name, cell);
  const min = filter.min ?? 0;
  const isMinimum = filter.field !== undefined;
  const max = isMinimum ? undefined : MAX_LIMIT;
  const number = readNumber(isMinimum ? text.replace(/^>=|\+$/g, '') : text);
  if (number === undefined || !Number.isSafeInteger(number) || number < min || number > (max ?? number)) {
    throw errors.badWhole(name, text, min, max);
  }
  return number;
}

/** Returns the value of an option that takes one. The same value twice is allowed. */
function onlyCell(name: string, [first, ...others]: readonly unknown[]): unknown {
  const plain = (cell: unknown) => (isDate(cell) ? cell.getTime() : textOf(name, cell));
  if (others.some((cell) => plain(cell) !== plain(first))) throw errors.oneValue(name);
  return first;
}

function onlyText({ name, typedName }: Option, filter: Filter, cell: unknown): string {
  const [text = '', ...others] = readTexts(typedName, [cell], separatesAtCommas(name, filter));
  if (others.length > 0) throw errors.oneValue(typedName);
  return text;
}

/** `investment` needs a currency or the word any, which is not sent: then the service takes any currency. */
function checkCurrency(filters: Record<string, FilterValue>): void {
  const any = Array.isArray(filters['currency']) && filters['currency'][0] === 'any';
  if (filters['investment'] !== undefined && filters['currency'] === undefined) throw errors.noCurrency();
  if (!any) return;
  if (filters['investment'] === undefined) throw errors.currencyAlone();
  delete filters['currency'];
}

function checkDays(
  dataset: DatasetName,
  filters: Record<string, FilterValue>,
  when: Today,
  optionOf: (name: string) => Option,
): void {
  const { date, startDate, endDate } = filters as Record<string, string | undefined>;
  if (date !== undefined && (startDate !== undefined || endDate !== undefined))
    throw errors.dateBesideRange();
  const { firstDay = '' }: Dataset = DATASETS[dataset];
  const resolve = (name: string, text: string): string => {
    const option = optionOf(name);
    const day = dayOf(option, text, when);
    if (day < firstDay) throw errors.beforeFirstDay(option.typedName, day, firstDay);
    return day;
  };
  if (date !== undefined) resolve('date', date);
  const start = startDate === undefined ? undefined : resolve('startDate', startDate);
  const end = endDate === undefined ? undefined : resolve('endDate', endDate);
  if (start === undefined || end === undefined || start <= end) return;
  if (!isInOrderOnAnotherDay(startDate!, endDate!, when.today())) throw errors.startAfterEnd(start, end);
}

const DAYS_OF_YEAR = 366;

/** True for words that leave no day today but do on other days, such as this month to yesterday. */
function isInOrderOnAnotherDay(first: string, last: string, today: string): boolean {
  const areWords = ![first, last].some((text) => /^\d/.test(text));
  const days = Array.from({ length: areWords ? DAYS_OF_YEAR : 0 }, (_, index) => addDays(today, index));
  return days.some((day) => resolveDay(first, day).start <= resolveDay(last, day).end);
}

/** Returns the day that a canonical text means: a span's first day for startDate and since, else its last. */
function dayOf({ name, typedName }: Option, text: string, when: Today): string {
  const { start, end } = resolveDay(text, when.today());
  const day = name === 'startDate' || name === 'since' ? start : end;
  // relative dates can leave the calendar: -9999y
  if (!/^(?:19|2\d)\d\d-/.test(day)) throw errors.badDate(typedName, text);
  return day;
}
