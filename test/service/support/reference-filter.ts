/** The meaning of a query in memory and in plain loops, with which the database must agree. */
import { type AmountTest, matchesAmount } from '../../../src/contract/amounts.js';
import { DATASETS, type DatasetName } from '../../../src/contract/datasets.js';
import type { FilterTable } from '../../../src/contract/filters.js';
import type { Company } from '../../../src/service/database/companies.js';
import type { AnyQuery } from '../../../src/service/database/conditions.js';
import type { StoredRecord } from '../../../src/service/database/records.js';

export interface ReferenceQuestion {
  readonly dataset: DatasetName;
  readonly query: AnyQuery;
  readonly records: readonly StoredRecord[];
  readonly companies: ReadonlyMap<string, Company>;
  readonly tracked: ReadonlySet<string>;
}

/** The ids of the answer, in order. */
export function answerOf({ dataset, query, records, companies, tracked }: ReferenceQuestion): string[] {
  const filters: FilterTable = DATASETS[dataset].filters;
  const date =
    dataset === 'business-expansion' && query['dateType'] !== 'LAST-MODIFIED'
      ? 'announcedDate'
      : 'lastModified';
  const matches = (record: StoredRecord): boolean => {
    const company = companies.get(record.company.id)!;
    const day = String(record[date]);
    if (query['date'] !== undefined && day !== query['date']) return false;
    if (query['startDate'] !== undefined && day < String(query['startDate'])) return false;
    if (query['endDate'] !== undefined && day > String(query['endDate'])) return false;
    if ('companyIds' in filters && query['companyIds'] === undefined && !tracked.has(company.id))
      return false;
    return Object.entries(filters).every(([name, { field, match }]) => {
      const wanted = query[name];
      if (wanted === undefined || field === undefined) return true;
      const actual = fieldValue(field, record, company, name);
      if (name === 'count') return typeof actual === 'number' && actual >= Number(wanted);
      if (typeof wanted === 'object' && !Array.isArray(wanted)) {
        return matchesAmount(wanted as AmountTest, actual as number | undefined);
      }
      const texts = (Array.isArray(actual) ? actual : [actual])
        .filter((text) => text !== undefined)
        .map(String);
      const values = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
      return texts.some((text) => values.some((value) => compare(text, value, match, field)));
    });
  };
  return records
    .filter(matches)
    .sort((a, b) => descending(String(a[date]), String(b[date])) || descending(a.id, b.id))
    .slice(0, (query['limit'] as number | undefined) ?? 100)
    .map(({ id }) => id);
}

function compare(text: string, value: string, match: 'part' | 'whole' | undefined, field: string): boolean {
  if (field === 'company.id') return text === value;
  const [a, b] = [text.toLowerCase(), value.toLowerCase()];
  return match === 'part' ? a.includes(b) : a === b;
}

function fieldValue(field: string, record: StoredRecord, company: Company, name: string): unknown {
  if (name === 'countries') return company.location?.split(', ').pop();
  if (field.startsWith('company.')) return company[field.slice('company.'.length) as keyof Company];
  const value = record[field];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { city, state, country } = value as Record<string, string | undefined>;
  return [city, state, country].filter((part) => part !== undefined).join(', ') || undefined;
}

function descending(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}
