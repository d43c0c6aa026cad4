/** The options of a formula as filters of the service, checked before anything is asked. */
import { DATASETS, type DatasetName, DEFAULT_LIMIT, FIRST_DAY } from '../../contract/datasets.js';
import type { Filter, FilterTable } from '../../contract/filters.js';
import { COUNTRY_SPELLINGS, ownValue, REASON_SPELLINGS, TITLE_SPELLINGS } from '../../contract/options.js';
import { errors } from '../errors.js';
import { readAmount } from './amount-text.js';
import { textOf } from './cells.js';
import { reduceToDomain } from './companies.js';
import { isSpan, readDay, resolveDay } from './days.js';
import { dividesAtCommas, readChoice, readTexts } from './lists.js';
import type { FilterValue } from './question.js';
import type { Zone } from './zone.js';

export interface Today {
  zone(): Zone;
  /** The current day in the spreadsheet's zone. */
  today(): string;
}

/**
 * Reads every option that is a filter of the dataset; `limit` is always there.
 * @throws BAD_INPUT
 */
export function readFilters(
  dataset: DatasetName,
  options: ReadonlyMap<string, readonly unknown[]>,
  when: Today,
): Record<string, FilterValue> {
  const table: FilterTable = DATASETS[dataset].filters;
  const filters: Record<string, FilterValue> = {};
  for (const name of Object.keys(table)) {
    const cells = options.get(name);
    if (cells) filters[name] = readFilter(name, table[name]!, cells, when);
  }
  checkCurrency(filters);
  checkDays(filters, when);
  return { limit: DEFAULT_LIMIT, ...filters };
}

function readFilter(name: string, filter: Filter, cells: readonly unknown[], when: Today): FilterValue {
  if (filter.kind === 'list') return readList(name, filter, cells);
  const [first, ...others] = cells;
  if (others.some((cell) => textOf(cell) !== textOf(first))) throw errors.oneValue(name);
  switch (filter.kind) {
    case 'date':
      return readDay(name, first, when.zone);
    case 'amount':
      return readAmount(name, first);
    case 'integer':
      return readWhole(name, first, filter.min ?? 0);
    case 'choice':
      return readChoice(name, textOf(first), filter.values ?? [], CHOICE_SPELLINGS[name]);
    default:
      return ownValue(TITLE_SPELLINGS, textOf(first).toLowerCase()) ?? textOf(first);
  }
}

const CHOICE_SPELLINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reason: REASON_SPELLINGS,
  dateType: { modified: 'LAST-MODIFIED', 'last modified': 'LAST-MODIFIED' },
};

function readList(name: string, filter: Filter, cells: readonly unknown[]): readonly string[] {
  const texts = readTexts(cells, dividesAtCommas(name, filter));
  if (name === 'currency' && texts.some((text) => text.toLowerCase() === 'any')) return ['any'];
  const { values } = filter;
  if (values) return [...new Set(texts.map((text) => readChoice(name, text, values)))];
  if (name === 'companyDomain') return texts.map((text) => reduceToDomain(text).toLowerCase());
  if (name === 'countries' || /Location$/.test(name)) {
    return texts.map((text) => ownValue(COUNTRY_SPELLINGS, text.toLowerCase()) ?? text);
  }
  return texts;
}

/** `500`, `1,000` or `>=500`: both filters that are whole numbers mean "at least" or "at most" by themselves. */
function readWhole(name: string, cell: unknown, min: number): number {
  const text = textOf(cell);
  const [, digits] = /^(?:>=\s*)?(\d+|\d{1,3}(?:,\d{3})+)$/.exec(text) ?? [];
  const number = digits === undefined ? Number.NaN : Number(digits.replace(/,/g, ''));
  if (!Number.isSafeInteger(number) || number < min) throw errors.badWhole(name, text, min);
  return number;
}

/** `investment` goes with a currency, or with the word any, which never travels: the service then takes any currency. */
function checkCurrency(filters: Record<string, FilterValue>): void {
  const any = Array.isArray(filters['currency']) && filters['currency'][0] === 'any';
  if (filters['investment'] !== undefined && filters['currency'] === undefined) throw errors.noCurrency();
  if (!any) return;
  if (filters['investment'] === undefined) throw errors.currencyAlone();
  delete filters['currency'];
}

function checkDays(filters: Record<string, FilterValue>, when: Today): void {
  const { date, startDate, endDate } = filters as Record<string, string | undefined>;
  if (date !== undefined) {
    if (startDate !== undefined || endDate !== undefined) throw errors.dateBesideRange();
    if (isSpan(date)) {
      delete filters['date'];
      filters['startDate'] = date;
      filters['endDate'] = date;
    }
  }
  for (const [name, text] of Object.entries({ date, startDate, endDate })) {
    if (text === undefined) continue;
    const { start, end } = resolveDay(text, when.today());
    const day = name === 'startDate' ? start : end;
    if (day < FIRST_DAY) throw errors.beforeFirstDay(name, day, FIRST_DAY);
  }
  if (startDate !== undefined && endDate !== undefined) {
    const { start } = resolveDay(startDate, when.today());
    const { end } = resolveDay(endDate, when.today());
    if (start > end) throw errors.startAfterEnd(start, end);
  }
}
