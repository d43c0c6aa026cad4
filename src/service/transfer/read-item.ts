/** From a foreign object to an item of an import: each value checked by the contract's field, problems named by path. */
import { DATASETS } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import { type Field, type FieldTable, isField } from '../../contract/fields.js';
import { COMPANY_V1, NEWS_ITEM } from '../../contract/records.js';
import type { Company } from '../store/companies.js';
import { companyIdOf, type GroupLine, type ImportedRecord, type ImportKind } from '../store/import-batch.js';
import type { StoredNews } from '../store/news.js';

const MAX_ID_LENGTH = 200;
const MAX_TEXT_LENGTH = 20_000;
const MAX_LIST_LENGTH = 1_000;

type Values = Readonly<Record<string, unknown>>;

/** An item that cannot be taken; the message begins with the path of the field. */
export class ItemError extends Error {
  override readonly name = 'ItemError' as const;
}

/** The fields of each kind as an import takes them; also the columns of its CSV. */
export const IMPORT_TABLES: Readonly<Record<Exclude<ImportKind, 'groups'>, FieldTable>> = {
  // version 2 shows no company id, but whoever has one may send it
  'business-expansion': { ...DATASETS['business-expansion'].record, company: COMPANY_V1 },
  'major-hiring': DATASETS['major-hiring'].record,
  'executive-change': DATASETS['executive-change'].record,
  companies: COMPANY_V1,
  news: NEWS_ITEM,
};

/** @throws ItemError */
export function readItem(
  kind: ImportKind,
  value: unknown,
): ImportedRecord | Company | GroupLine | StoredNews {
  if (kind === 'groups') return readGroup(value);
  const values = readTable(IMPORT_TABLES[kind], value, '');
  switch (kind) {
    case 'companies':
      return readCompany(values);
    case 'news':
      requireFields(values, ['id', 'publishDate']);
      return values as StoredNews;
    default:
      return readRecord(values);
  }
}

function readRecord(values: Values): ImportedRecord {
  requireFields(values, ['id', 'announcedDate']);
  const company = (values['company'] ?? {}) as Partial<Company>;
  if (!company.id && !company.domain && !company.name) {
    throw new ItemError('company needs an id, a domain or a name');
  }
  return { ...values, company } as ImportedRecord;
}

function readCompany(values: Values): Company {
  const company = values as Partial<Company>;
  if (!company.domain && !company.name) throw new ItemError('company needs a domain or a name');
  return { ...company, id: company.id ?? companyIdOf(company) };
}

function readGroup(value: unknown): GroupLine {
  if (!isObject(value)) throw new ItemError('line must be an object with group and companies');
  const { group, companies, ...others } = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw new ItemError(`${unknown} is not a known field; known are group, companies`);
  const name = readText('group', group, MAX_ID_LENGTH);
  const list = readList('companies', companies, undefined);
  if (name === undefined) throw new ItemError('group is missing');
  return { group: name, companies: list ?? [] };
}

function readTable(table: FieldTable, value: unknown, prefix: string): Values {
  if (!isObject(value)) throw new ItemError(`${prefix.slice(0, -1) || 'line'} must be an object`);
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const node = Object.hasOwn(table, key) ? table[key] : undefined;
    const path = prefix + key;
    if (!node)
      throw new ItemError(`${path} is not a known field; known are ${Object.keys(table).join(', ')}`);
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
    default: {
      const text = readText(
        path,
        value,
        path === 'id' || path.endsWith('.id') ? MAX_ID_LENGTH : MAX_TEXT_LENGTH,
      );
      return text === undefined ? undefined : canonical(path, text, values);
    }
  }
}

/** Either of the formats that the interface uses; they cannot be confused. */
function readDate(path: string, value: unknown): string {
  const text = String(value).trim();
  const iso = isoFromWire(text, 'YYYY-MM-DD') ?? isoFromWire(text, 'DD/MM/YYYY');
  if (iso === undefined) throw new ItemError(`${path} must be a date written YYYY-MM-DD or DD/MM/YYYY`);
  return iso;
}

function readNumber(path: string, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw new ItemError(`${path} must be a number`);
  return number;
}

/** An array, or one text with bars between the values. */
function readList(path: string, value: unknown, values: readonly string[] | undefined): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const items: unknown[] = Array.isArray(value) ? value : String(value).split('|');
  if (items.length > MAX_LIST_LENGTH)
    throw new ItemError(`${path} holds more than ${MAX_LIST_LENGTH} values`);
  const texts = items.flatMap((item) => readText(path, item, MAX_TEXT_LENGTH) ?? []);
  return texts.map((text) => canonical(path, text, values));
}

function readReferences(path: string, value: unknown): { id: string }[] {
  const items: unknown[] = Array.isArray(value) ? value : String(value).split('|');
  return items.map((item) => {
    const id = readText(path, isObject(item) ? item['id'] : item, MAX_ID_LENGTH);
    if (id === undefined) throw new ItemError(`${path} must hold objects with an id`);
    return { id };
  });
}

function readText(path: string, value: unknown, maxLength: number): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') throw new ItemError(`${path} must be text`);
  const text = String(value).trim();
  if (text.length > maxLength) throw new ItemError(`${path} is longer than ${maxLength} characters`);
  if (text.includes('\0')) throw new ItemError(`${path} holds a zero character`);
  return text === '' ? undefined : text;
}

/** Filters compare enumerated values exactly, so they are stored as the contract writes them. */
function canonical(path: string, text: string, values: readonly string[] | undefined): string {
  if (!values) return text;
  const known =
    values.find((value) => value === text) ??
    values.find((value) => value.toLowerCase() === text.toLowerCase());
  if (known === undefined) throw new ItemError(`${path} must be one of ${values.join('; ')}`);
  return known;
}

function requireFields(values: Values, keys: readonly string[]): void {
  const missing = keys.find((key) => values[key] === undefined);
  if (missing !== undefined) throw new ItemError(`${missing} is missing`);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
