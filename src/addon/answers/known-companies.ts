/**
 * The companies that a spreadsheet knows without the service's help: those of its groups, and of the records that it has
 * bought. They stand in where a service matches no companies.
 */
import { coresOf } from '../../contract/core-name.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { isDomain, reduceToDomain } from '../../contract/domains.js';
import { placeOf } from '../../contract/fields.js';
import type { KnownCompany } from '../../contract/match-answer.js';
import type { Platform } from '../platform.js';
import { wordsOf } from '../question/companies.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import type { Row } from '../table/rows.js';
import { MATCHED_COLUMNS, toRow } from './company-matches.js';

const SAME = 95;
const STATUS_AT = placeOf(MATCHED_COLUMNS, 'status');
const FIELDS = ['company.id', 'company.name', 'company.domain', 'company.location'];

/** @param payer whose records are meant */
export function companiesInRecords(platform: Platform, payer: string): readonly KnownCompany[] {
  const store = new PurchaseStore(platform);
  return (Object.keys(DATASETS) as DatasetName[]).flatMap((dataset) => {
    const columns = FIELDS.map((path) => placeOf(RECORD_COLUMNS[dataset], path));
    return [...store.state(dataset, payer).records.values()].map(({ row }) => {
      const [id = '', name = '', domain = '', location = ''] = columns.map((place) =>
        String(row[place] ?? ''),
      );
      return { id, name, domain, location };
    });
  });
}

/** A row for each text, by the text: only the same id, domain or name counts, and its status says where it was looked for. */
export function matchKnown(
  texts: readonly string[],
  known: readonly KnownCompany[],
): ReadonlyMap<string, Row> {
  const unique = mergeSameCompanies(known).map((company) => ({
    company,
    cores: coresOf(company.name ?? ''),
  }));
  return new Map(
    texts.map((text) => {
      const own = coresOf(text).filter((core) => core !== '');
      const found = unique
        .filter(({ company, cores }) =>
          isSameCompany(
            text,
            company,
            own.some((core) => cores.includes(core)),
          ),
        )
        .map(({ company }) => company);
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

/** Each company once, with what any of its records says of it. */
function mergeSameCompanies(known: readonly KnownCompany[]): readonly KnownCompany[] {
  const companies = new Map<string, KnownCompany>();
  for (const company of known) {
    const key = company.domain?.toLowerCase() || wordsOf(company.name ?? '');
    const { id, name, domain, location } = companies.get(key) ?? company;
    companies.set(key, {
      id: id || company.id,
      name: name || (company.name ?? ''),
      domain: domain || (company.domain ?? ''),
      location: location || (company.location ?? ''),
    });
  }
  return [...companies.values()];
}

function isSameCompany(text: string, { id, domain = '' }: KnownCompany, isSameName: boolean): boolean {
  const reduced = reduceToDomain(text);
  // without a domain of its own a company may still be called Booking.com
  if (isDomain(reduced) && domain !== '') return domain.toLowerCase() === reduced;
  return (id !== '' && id === text) || isSameName;
}
