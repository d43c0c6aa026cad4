/**
 * Exports and imports accounts as lines of a file, one row of a table each: keys by digest, their ledgers, and
 * the record versions that they have paid for. A key follows its entries, and is imported only if its balance
 * equals the sum of its ledger: so an import that stops anywhere leaves no key with missing entries.
 */
import { sql } from 'kysely';
import { forgetAnswers } from './credits.js';
import { type Db, hasRow, rowsOf, run } from './db.js';
import { readPepperCheck, writePepperCheck } from './settings.js';

type AccountTable = 'entitlement' | 'ledger' | 'api_key';

/** The tables in the order of a file, each with the columns of its primary key. */
const TABLES: Readonly<Record<AccountTable, readonly string[]>> = {
  entitlement: ['key_id', 'dataset', 'record_id', 'last_modified'],
  ledger: ['id'],
  api_key: ['id'],
};

type Row = Readonly<Record<string, unknown>>;

export interface ExportPage {
  /** One JSON text per item, with ISO dates. */
  readonly lines: readonly string[];
  /** The argument for the next page; undefined after the last page. */
  readonly next: string | undefined;
}

export interface ImportCount {
  /** New items, and items that differ from the stored ones. */
  readonly written: number;
  readonly unchanged: number;
  readonly refused: readonly { readonly index: number; readonly message: string }[];
}

export const ACCOUNT_TABLES = Object.keys(TABLES) as readonly AccountTable[];

/** A line has exactly one property: a row of a table, or what identifies the keys' pepper without revealing it. */
export type AccountLine = Readonly<Partial<Record<AccountTable, Row> & { pepper: string }>>;

const PAGE_ROWS = 5_000;

/** @param after table and last row of the last page; empty for the first page */
export async function exportAccounts(db: Db, after: string): Promise<ExportPage> {
  if (after === '') {
    // stored answers are not exported, so the charges of undelivered ones are refunded first
    await forgetAnswers(db, 'undelivered');
    const pepper = await readPepperCheck(db);
    return { lines: pepper === undefined ? [] : [JSON.stringify({ pepper })], next: '[0]' };
  }
  const [index, last] = JSON.parse(after) as [index: number, last: Row | undefined];
  const name = ACCOUNT_TABLES[index]!;
  const table = sql.table(name);
  const keys = sql.join(TABLES[name].map((key) => sql.id(key)));
  const position = sql`select ${keys} from json_populate_record(null::${table}, ${JSON.stringify(last)}::json)`;
  // stored answers are not exported, so the count of their bytes is not, either
  const rows = await rowsOf<{ row: Row }>(db)`select to_jsonb(t) - 'stored_bytes' as row from ${table} t
    ${last ? sql`where (${keys}) > (${position})` : sql``} order by ${keys} limit ${PAGE_ROWS}::int`;
  const next = rows.length < PAGE_ROWS ? [index + 1] : [index, rows[rows.length - 1]!.row];
  return {
    lines: rows.map(({ row }) => JSON.stringify({ [name]: row })),
    next: next[0] === ACCOUNT_TABLES.length ? undefined : JSON.stringify(next),
  };
}

/**
 * Writes missing rows. An existing key keeps its account, because the account may have changed since the
 * export. Runs inside the caller's transaction. @throws for keys that were made with another pepper
 */
export async function importAccounts(db: Db, lines: readonly AccountLine[]): Promise<ImportCount> {
  for (const { pepper } of lines) if (pepper !== undefined) await importPepper(db, pepper);
  const rowsIn = (table: AccountTable): Row[] =>
    lines.flatMap(({ [table]: row }) => (row === undefined ? [] : [row]));
  let written = 0;
  for (const table of ['entitlement', 'ledger'] as const)
    written += await importEntries(db, table, rowsIn(table));
  const keys = await importKeys(db, rowsIn('api_key'));
  await passIds(db, Math.max(0, ...rowsIn('api_key').map(({ id }) => Number(id) || 0)));
  written += keys.filter(({ isWritten }) => isWritten).length;
  const refused = keys.flatMap(({ id, refusal }) =>
    refusal === null
      ? []
      : [{ index: lines.findIndex((line) => Number(line.api_key?.['id']) === id), message: refusal }],
  );
  return { written, unchanged: lines.length - written - refused.length, refused };
}

/** Stores the file's pepper check if there are no valid keys; the next start compares it with its pepper. */
async function importPepper(db: Db, check: string): Promise<void> {
  const known = await readPepperCheck(db);
  if (known === check) return;
  const hasKeys = await hasRow(db)`select id from api_key where revoked is null limit 1`;
  if (known !== undefined && hasKeys)
    throw new Error('The keys of this file were made with another pepper than those of this database');
  await writePepperCheck(db, check);
}

/** Returns the columns that the rows have; all others get their defaults. */
function columnsOf(rows: readonly Row[]) {
  return sql.join([...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => sql.id(name)));
}

/** Returns the number of rows that were not there. */
async function importEntries(db: Db, table: 'entitlement' | 'ledger', rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0;
  const columns = columnsOf(rows);
  const written = await rowsOf(db)`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) x
    where not exists (select from api_key k where k.id = x.key_id)
    on conflict do nothing returning key_id`;
  return written.length;
}

interface ImportedKey {
  readonly id: number;
  readonly isWritten: boolean;
  readonly refusal: string | null;
}

async function importKeys(db: Db, keys: readonly Row[]): Promise<readonly ImportedKey[]> {
  if (keys.length === 0) return [];
  const columns = columnsOf(keys);
  return rowsOf<ImportedKey>(db)`
    with given as materialized (
      select x.*, coalesce((select sum(delta) from ledger where key_id = x.id), 0) as total,
        exists (select from api_key k where k.id = x.id and k.digest = x.digest) as is_here,
        exists (select from api_key k where (k.id = x.id) <> (k.digest = x.digest)) as has_conflict,
        exists (select from entitlement e left join ledger l
            on l.id = e.ledger_id and l.key_id = e.key_id and l.kind = 'charge' and l.dataset = e.dataset
          where e.key_id = x.id and l.id is null)
          or exists (select from ledger r left join ledger l
            on l.id = r.charge_id and l.key_id = r.key_id and l.kind = 'charge' and r.delta <= -l.delta
          where r.key_id = x.id and r.kind = 'refund' and l.id is null) as has_gaps
      from json_populate_recordset(null::api_key, ${JSON.stringify(keys)}::json) x
    ), written as (
      insert into api_key (${columns}) overriding system value
      select ${columns} from given where total = credits and not has_gaps and not is_here and not has_conflict
      returning id
    )
    select id, w.id is not null as "isWritten", case
        when w.id is not null or is_here then null
        when has_conflict then 'another key is here with its id or its text'
        when total <> credits then 'its balance is ' || credits || ', and its ledger adds up to ' || total
          || ': export again while no service runs'
        else 'a version or a refund lacks its charge' end as refusal
    from given left join written w using (id)`;
}

/** Moves the sequences past all ids, also of refused keys, so that later keys and entries get higher ones. */
async function passIds(db: Db, keyId: number): Promise<void> {
  await run(db)`select setval(s.name, highest)
    from (values
      ('ledger', greatest((select max(id) from ledger), (select max(ledger_id) from entitlement))),
      ('api_key', greatest(${keyId}::bigint, (select max(id) from api_key), (select max(key_id) from ledger),
        (select max(key_id) from entitlement)))) t(name, highest)
      cross join lateral (select pg_get_serial_sequence(t.name, 'id')::regclass as name) s
    where highest > coalesce(pg_sequence_last_value(s.name), 0)`;
}
