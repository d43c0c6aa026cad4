/** One batch of an import: writes new and changed items in one transaction. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { readCompanyName } from '../../contract/company-names.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { addDays } from '../../contract/dates.js';
import { type AccountLine, type ImportCount, importAccounts } from './accounts.js';
import { RECORD_TABLES } from './columns.js';
import { type Company, putCompanies } from './companies.js';
import { type Db, rowsOf } from './db.js';
import { addToGroup } from './groups.js';
import { lockChanges, renewLease } from './import-lease.js';
import { putNews, type StoredNews } from './news.js';
import { prepareRecord, putPrepared, type RecordRow, type StoredRecord } from './records.js';
import { fold } from './text.js';

export type ImportKind = DatasetName | 'companies' | 'groups' | 'news' | 'accounts';

export const IMPORT_KINDS: readonly ImportKind[] = [
  'companies',
  'groups',
  ...(Object.keys(DATASETS) as DatasetName[]),
  'news',
  'accounts',
];

export interface GroupLine {
  readonly group: string;
  readonly companies: readonly string[];
}

/** A record whose company may have only a domain or a name. */
export type ImportedRecord = Omit<StoredRecord, 'company'> & {
  readonly id: string;
  readonly company: Partial<Company>;
};

export type ImportItem = ImportedRecord | Company | GroupLine | StoredNews | AccountLine;

interface ImportBatch {
  readonly kind: ImportKind;
  readonly items: readonly ImportItem[];
  /** `lastModified` of items that have none, 'YYYY-MM-DD'. */
  readonly today: string;
  /** The owner of the lease of imports; missing outside of an import of a file. */
  readonly owner?: string;
}

/** Runs inside the caller's transaction. @throws if another import has begun */
export async function importBatch(db: Db, batch: ImportBatch): Promise<ImportCount> {
  await lockChanges(db);
  const count = await importItems(db, batch);
  if (batch.owner !== undefined) await renewLease(db, batch.owner);
  return count;
}

async function importItems(db: Db, { kind, items, today }: ImportBatch): Promise<ImportCount> {
  switch (kind) {
    case 'companies':
    case 'news': {
      const rows = lastOfEachId(items as readonly (Company | StoredNews)[]);
      await (kind === 'news' ? putNews(db, rows as StoredNews[]) : putCompanies(db, rows as Company[]));
      return { written: rows.length, unchanged: items.length - rows.length, refused: [] };
    }
    case 'accounts':
      return importAccounts(db, items as readonly AccountLine[]);
    case 'groups':
      return importGroups(db, items as readonly GroupLine[]);
    default:
      return importRecords(db, kind, items as readonly ImportedRecord[], today);
  }
}

/** A later line replaces an earlier one, within a batch as between batches. */
function lastOfEachId<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

async function importRecords(
  db: Db,
  dataset: DatasetName,
  items: readonly ImportedRecord[],
  today: string,
): Promise<ImportCount> {
  const stored = await rowsOf<KnownRecord>(db)`
    select id, digest, last_modified, company_id from ${sql.table(RECORD_TABLES[dataset].name)}
    where id = any(${items.map(({ id }) => id)}::text[])`;
  const known = new Map(stored.map((row) => [row.id, row]));
  const companyIds = await resolveCompanies(db, items, known);
  const records = lastOfEachId(
    items.map((item, index) => ({ ...item, company: { id: companyIds[index]! } }) as StoredRecord),
  );
  const changed = records.flatMap((record) => {
    const { row, place } = prepareRecord(dataset, record);
    const last_modified = lastModifiedOf(row, known.get(row.id), today);
    return last_modified === undefined ? [] : { row: Object.assign(row, { last_modified }), place };
  });
  await putPrepared(db, dataset, changed);
  return { written: changed.length, unchanged: items.length - changed.length, refused: [] };
}

const MOST_DAYS_AHEAD = 31;

interface KnownRecord {
  readonly id: string;
  readonly digest: string | null;
  readonly last_modified: string | null;
  readonly company_id: string;
}

/** A change moves `lastModified` forward, even if the line does not. Undefined if nothing changes. */
function lastModifiedOf(row: RecordRow, known: KnownRecord | undefined, today: string): string | undefined {
  // a day far ahead is a mistake: clients that ask by days of change would not see the record until then
  const [given, before = ''] = [row.last_modified, known?.last_modified].map((day) =>
    day && day <= addDays(today, MOST_DAYS_AHEAD) ? day : undefined,
  );
  if (!known) return given ?? today;
  if (given !== undefined && given > before) return given;
  if (known.digest === row.digest) return undefined;
  return [today, before].sort()[1]!;
}

/** Returns ids of existing companies, found by id, domain, name or former name. Adds unknown companies. */
async function resolveCompanies(
  db: Db,
  items: readonly ImportedRecord[],
  stored: ReadonlyMap<string, KnownRecord>,
): Promise<readonly string[]> {
  const wanted = items.map(({ id: record, company }) => ({
    company,
    before: stored.get(record)?.company_id,
    // the company that this line created earlier keeps its id, even if its domain or name has changed since
    id: company.id ?? companyIdOf(company),
    by: identifierOf(company),
  }));
  const identifiers = [...new Set(wanted.map(({ by }) => by))];
  const texts = (kind: 'domain' | 'name') =>
    identifiers.flatMap((by) => (by.startsWith(`${kind} `) ? by.slice(kind.length + 1) : []));
  const rows = await rowsOf<FoldedCompany>(db)`
    select id, search_domain as domain, search_name as name from company
    where id = any(${[...new Set(wanted.map(({ id }) => id))]}::text[])
      or search_domain = any(${texts('domain')}::text[]) or search_name = any(${texts('name')}::text[])`;
  const known = new Map<string, string>();
  for (const row of rows) indexCompany(known, row);
  const unknown = texts('name').filter((name) => !known.has(`name ${name}`));
  const former = await companiesFormerlyNamed(db, unknown);
  const added: Company[] = [];
  const resolved = wanted.map(({ company, before, id, by }) => {
    const once = former.get(by) ?? [];
    // of several companies that had this name, only the one of the stored record is certain
    const renamed = once.every((one) => one === once[0]) ? once[0] : once.find((one) => one === before);
    const found = known.get(by) ?? known.get(`id ${id}`) ?? renamed;
    if (found !== undefined) return found;
    const { domain, name } = company;
    added.push({ ...company, id });
    // the later lines of this batch find it, as the next batch does
    indexCompany(known, { id, domain: domain && fold(domain), name: name && fold(name) });
    return id;
  });
  await putCompanies(db, added);
  return resolved;
}

/** Returns the ids of the companies that had the names, by the identifiers of these. */
async function companiesFormerlyNamed(db: Db, names: readonly string[]): Promise<Map<string, string[]>> {
  const cores = names.map((name) => readCompanyName(name).core);
  const rows = await rowsOf<{ id: string; name: string }>(db)`
    select company_id as id, name from company_alias where is_former and core = any(${cores}::text[])`;
  const found = new Map<string, string[]>();
  for (const { id, ...named } of rows) {
    const by = identifierOf(named);
    found.set(by, [...(found.get(by) ?? []), id]);
  }
  return found;
}

/** Returns the first of id, domain and name that the line has, with its kind. */
function identifierOf({ id, domain, name = '' }: Partial<Company>): string {
  if (id) return `id ${id}`;
  return domain ? `domain ${fold(domain)}` : `name ${fold(name)}`;
}

interface FoldedCompany {
  readonly id: string;
  readonly domain: string | null | undefined;
  readonly name: string | null | undefined;
}

/** Adds a company. Of several with one domain or name, it keeps the one created for it, then the lowest id. */
function indexCompany(known: Map<string, string>, { id, domain, name }: FoldedCompany): void {
  known.set(`id ${id}`, id);
  for (const [kind, text] of Object.entries({ domain, name })) {
    if (!text) continue;
    const made = companyIdOf({ name: text });
    const before = known.get(`${kind} ${text}`);
    if (before === undefined || (before !== made && (id === made || id < before)))
      known.set(`${kind} ${text}`, id);
  }
}

/** Derives a company's id from its domain or name, so that every import gives the same id. */
export function companyIdOf({ domain, name }: Partial<Company>): string {
  const text = fold(domain ?? name ?? '');
  return `co-${hash('sha256', text).slice(0, 16)}`;
}

async function importGroups(db: Db, lines: readonly GroupLine[]): Promise<ImportCount> {
  const wanted = [...new Set(lines.flatMap(({ companies }) => companies))];
  const rows = await rowsOf<FoldedCompany>(db)`
    select id, search_domain as domain, search_name as name from company
    where id = any(${wanted}::text[]) or search_domain = any(${wanted.map(fold)}::text[])`;
  const known = new Map<string, string>();
  for (const row of rows) indexCompany(known, row);
  const idOf = (company: string) => known.get(`id ${company}`) ?? known.get(`domain ${fold(company)}`);
  const members = new Map<string, string[]>();
  const refused: { index: number; message: string }[] = [];
  lines.forEach(({ group, companies }, index) => {
    const unknown = companies.filter((company) => idOf(company) === undefined);
    if (/^\.*$/.test(group))
      refused.push({ index, message: 'group needs more than dots, which programs drop from an address' });
    else if (unknown.length > 0)
      refused.push({ index, message: `companies contains unknown entries: ${unknown.join(', ')}` });
    else members.set(group, [...(members.get(group) ?? []), ...companies.map((company) => idOf(company)!)]);
  });
  for (const [group, companyIds] of members) await addToGroup(db, group, companyIds);
  return { written: lines.length - refused.length, unchanged: 0, refused };
}
