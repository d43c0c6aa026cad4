/**
 * Converts an object from a file to an item of an import. Checks each value against the contract's field.
 * Errors contain the field's path.
 */
import { listOfText } from '../../contract/csv-cells.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import { CURRENCIES } from '../../contract/enumerations.js';
import { columnsOf, type Field, type FieldTable, isField } from '../../contract/fields.js';
import { asFields, type Fields, isObject, trimmed } from '../../contract/json.js';
import { COMPANY_V1, NEWS_ITEM } from '../../contract/records.js';
import { ACCOUNT_TABLES, type AccountLine } from '../database/accounts.js';
import type { Company } from '../database/companies.js';
import {
  companyIdOf,
  type GroupLine,
  type ImportedRecord,
  type ImportItem,
  type ImportKind,
} from '../database/import-batch.js';
import type { StoredNews } from '../database/news.js';

const MAX_LENGTH = 500;
const LONG = 20_000;
/** Fields with another maximum. Longer texts than those of `MAX_LENGTH` do not fit into an index. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  id: 200,
  group: 200,
  title: LONG,
  url: LONG,
  desc: LONG,
};
const MAX_LIST_LENGTH = 1_000;
/** An import must accept the export of a large group. */
const MAX_GROUP_LENGTH = 100_000;

/** A long number as a spreadsheet shows it: 1.23457E+14. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d+$/;
/** Half of a UTF-16 surrogate pair, which cannot be encoded. */
const LONE_SURROGATE = /\p{Cs}/u;

/** An invalid item; the message starts with the path of the field. */
export class ItemError extends Error {
  override readonly name = 'ItemError' as const;
}

const GROUP: FieldTable = {
  group: { type: 'text', header: 'Group' },
  companies: { type: 'list', header: 'Companies' },
};

/** An item's fields, which are also the columns of a CSV, and those without which it is refused. */
type Form = readonly [fields: FieldTable, required: readonly string[]];

const FORMS: Readonly<Record<string, Form>> = {
  accounts: [{}, []],
  companies: [COMPANY_V1, []],
  groups: [GROUP, ['group']],
  news: [NEWS_ITEM, ['id', 'publishDate']],
};

/** Version 2 has no company id, but an import may contain one. */
const formOf = (kind: ImportKind): Form =>
  FORMS[kind] ?? [{ ...DATASETS[kind as DatasetName].record, company: COMPANY_V1 }, ['id', 'announcedDate']];

export function columnsOfKind(kind: ImportKind): readonly string[] {
  return columnsOf(formOf(kind)[0]).map(({ path }) => path);
}

/** @throws ItemError */
export function readItem(kind: ImportKind, value: unknown): ImportItem {
  if (kind === 'accounts') return readAccountLine(value);
  const [fields, required] = formOf(kind);
  const values = readTable(fields, value, '');
  const missing = required.find((key) => values[key] === undefined);
  if (missing !== undefined) throw new ItemError(`${missing} is missing`);
  if (kind === 'groups') return { companies: [], ...values } as unknown as GroupLine;
  if (kind === 'news') return values as StoredNews;
  if (kind !== 'companies')
    return { ...values, company: identified(asFields(values['company'])) } as ImportedRecord;
  const company = identified(values);
  return { ...company, id: company.id ?? companyIdOf(company) };
}

function identified(company: Partial<Company>): Partial<Company> {
  if (company.id || company.domain || company.name) return company;
  throw new ItemError('company needs an id, a domain or a name');
}

/** Checks only the form of the line: types and ranges are those of the tables. */
function readAccountLine(value: unknown): AccountLine {
  const [[part = '', content] = [], ...others] = Object.entries(asFields(value));
  const isTable = (ACCOUNT_TABLES as readonly string[]).includes(part);
  const isRow = isTable && Object.keys(asFields(content)).length > 0;
  const isPepper = part === 'pepper' && typeof content === 'string';
  if ((isRow || isPepper) && others.length === 0) return { [part]: content };
  throw new ItemError(`line must be an object with one of pepper, ${ACCOUNT_TABLES.join(', ')}`);
}

function readTable(table: FieldTable, value: unknown, prefix: string): Fields {
  if (!isObject(value)) throw new ItemError(`${prefix.slice(0, -1) || 'line'} must be an object`);
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const node = Object.hasOwn(table, key) ? table[key] : undefined;
    const path = prefix + key;
    if (!node) throw new ItemError(`${path} is not a known field; use ${Object.keys(table).join(', ')}`);
    if (item === null || item === undefined || item === '') continue;
    const read = isField(node) ? readField(path, node, item) : readTable(node, item, `${path}.`);
    if (read !== undefined) result[key] = read;
  }
  return result;
}

function readField(path: string, { type, values }: Field, value: unknown): unknown {
  switch (type) {
    case 'date':
      return readDate(path, value);
    case 'number':
      return readNumber(path, value);
    case 'list':
      return readList(path, value, values);
    case 'refs':
      return readReferences(path, value);
    case 'text': {
      const text = readText(path, value);
      // any code is accepted, but the filter's codes are stored in the filter's spelling
      if (path === 'currency') return CURRENCIES.find((code) => code === text?.toUpperCase()) ?? text;
      return text === undefined ? undefined : canonical(path, text, values);
    }
  }
}

/** Accepts both date formats of the API, which cannot be confused. */
function readDate(path: string, value: unknown): string {
  const text = trimmed(value);
  const iso = isoFromWire(text, 'YYYY-MM-DD') ?? isoFromWire(text, 'DD/MM/YYYY');
  if (iso === undefined)
    throw new ItemError(`${path} must be an existing date written YYYY-MM-DD or DD/MM/YYYY`);
  return iso;
}

function readNumber(path: string, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new ItemError(`${path} must be a number`);
  return number;
}

/** Accepts an array, or one text with | between the values. Any other value is an item, which is checked like one. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? listOfText(value) : [value];
}

function readList(path: string, value: unknown, values: readonly string[] | undefined): string[] {
  const items = itemsOf(value);
  const most = path === 'companies' ? MAX_GROUP_LENGTH : MAX_LIST_LENGTH;
  if (items.length > most) throw new ItemError(`${path} has more than ${most} values`);
  const texts = items.flatMap((item) => readText(path, item) ?? []);
  return texts.map((text) => canonical(path, text, values));
}

function readReferences(path: string, value: unknown): { id: string }[] {
  return itemsOf(value).map((item) => {
    const id = readText(`${path}.id`, isObject(item) ? item['id'] : item);
    if (id === undefined) throw new ItemError(`${path} must contain objects with an id`);
    return { id };
  });
}

function readText(path: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') throw new ItemError(`${path} must be text`);
  const text = String(value).trim();
  const key = path.slice(path.lastIndexOf('.') + 1);
  // several records would share the id that is left, and replace each other
  const isTooLong = typeof value === 'number' && value > Number.MAX_SAFE_INTEGER;
  if ((key === 'id' || key === 'group') && (isTooLong || ROUNDED.test(text)))
    throw new ItemError(`${path} has lost its last digits: write it as text`);
  const most = MAX_LENGTHS[key] ?? MAX_LENGTH;
  if (text.length > most) throw new ItemError(`${path} is longer than ${most} characters`);
  if (text.includes('\0')) throw new ItemError(`${path} contains a zero character`);
  if (LONE_SURROGATE.test(text)) throw new ItemError(`${path} contains half a character`);
  return text === '' ? undefined : text;
}

/** Filters compare enumerated values exactly, so they are stored in the contract's spelling. */
function canonical(path: string, text: string, values: readonly string[] | undefined): string {
  if (!values) return text;
  const known = values.includes(text)
    ? text
    : values.find((value) => value.toLowerCase() === text.toLowerCase());
  if (known === undefined) throw new ItemError(`${path} must be one of ${values.join('; ')}`);
  return known;
}
