/** Matches texts to companies of a spreadsheet's groups and records, if the service has no matching. */
import {
  type CoreName,
  coreNamesOf,
  INTERNATIONAL,
  isSameCoreName,
  withoutBrackets,
} from '../../contract/core-name.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { readCompanyText, withDomain } from '../../contract/domains.js';
import { positionOf } from '../../contract/fields.js';
import type { KnownCompany } from '../../contract/match-answer.js';
import type { Platform } from '../platform.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import type { Row } from '../table/rows.js';
import { MATCHED_COLUMNS, toRow } from './company-matches.js';

const SAME = 95;
const STATUS_AT = positionOf(MATCHED_COLUMNS, 'status');
const FIELDS = ['company.id', 'company.name', 'company.domain', 'company.location'];

/** @param payer whose records to read */
export function companiesInRecords(platform: Platform, payer: string): readonly KnownCompany[] {
  const store = new PurchaseStore(platform);
  return (Object.keys(DATASETS) as DatasetName[]).flatMap((dataset) => {
    const columns = FIELDS.map((path) => positionOf(RECORD_COLUMNS[dataset], path));
    return [...store.state(dataset, payer).records.values()].map(({ row }) => {
      const [id = '', name = '', domain = '', location = ''] = columns.map((position) =>
        String(row[position] ?? ''),
      );
      return { id, name, domain, location };
    });
  });
}

/** Returns a row for each text. Only an equal id, domain or name matches; the status names the source. */
export function matchKnown(
  texts: readonly string[],
  known: readonly KnownCompany[],
): ReadonlyMap<string, Row> {
  const unique = mergeSameCompanies(known);
  return new Map(
    texts.map((text) => {
      const found = findCompanies(text, unique);
      const [company] = found;
      const status = found.length === 0 ? 'none' : found.length === 1 ? 'exact' : 'several';
      const confidence = status === 'exact' ? SAME : 0;
      const row = toRow(text, {
        status,
        confidence,
        ...(status === 'exact' && company && { company }),
        alternatives: status === 'several' ? found : [],
      });
      return [text, row.map((field, at) => (at === STATUS_AT ? `${status} (known companies)` : field))];
    }),
  );
}

type NamedCompany = Required<Pick<KnownCompany, 'id' | 'name' | 'domain' | 'location'>> & {
  readonly names: readonly CoreName[];
};

/** Merges the data of each company, not by the domain alone: a subsidiary may have its parent's domain. */
function mergeSameCompanies(known: readonly KnownCompany[]): readonly NamedCompany[] {
  const companies = new Map<string, NamedCompany>();
  const keys = new Map<string, string>();
  // companies with an id first: a record without one joins the company with its domain and name
  const [withId, others] = [known.filter(({ id }) => id !== ''), known.filter(({ id }) => id === '')];
  for (const { id, name = '', domain = '', location = '' } of [...withId, ...others]) {
    const names = coreNamesOf(name);
    const nameKey = [domain.toLowerCase(), names[0]?.core, names[0]?.kind].join(' ');
    const key = id || (keys.get(nameKey) ?? nameKey);
    if (!keys.has(nameKey)) keys.set(nameKey, key);
    const one = companies.get(key);
    companies.set(key, {
      id: one?.id || id,
      name: one?.name || name,
      domain: one?.domain || domain,
      location: one?.location || location,
      names: one?.name ? one.names : names,
    });
  }
  return [...companies.values()];
}

function findCompanies(text: string, companies: readonly NamedCompany[]): readonly NamedCompany[] {
  if (text === '') return [];
  const { domains, name } = readCompanyText(text);
  const byDomain = withDomain(domains, companies);
  if (byDomain.length > 0) return byDomain;
  // a company without a known domain may still be called Booking.com
  const possible = domains.length > 0 ? companies.filter(({ domain }) => domain === '') : companies;
  const names = [name || text, withoutBrackets(name || text)].flatMap(coreNamesOf);
  return possible.filter(
    (one) =>
      one.id === text || names.some((wanted) => one.names.some((own) => isName(wanted, own, one.domain))),
  );
}

/** True for equal names. Acme may not be Acme International, unless the domain is acme.com. */
function isName(wanted: CoreName, own: CoreName, domain: string): boolean {
  const isSure = own.kind !== INTERNATIONAL || wanted.kind !== '' || domain.startsWith(`${own.core}.`);
  return isSure && isSameCoreName(wanted, own);
}
