/**
 * Exports and imports accounts as lines of a file: keys by digest, their ledgers, and the record versions
 * that they have paid for. A key follows its entries, and is imported only if its balance equals the sum of
 * its ledger: so an import that stops anywhere leaves no key with missing entries.
 */
import { sql } from 'kysely';
import { refundUndelivered } from './credits.js';
import { type Db, hasRow, rowsOf, run } from './db.js';
import { forgetChanges } from './read-changes.js';
import { PEPPER_CHECK, readSetting, writeSetting } from './settings.js';
import type { ExportPage, ImportCount } from './transfer.js';

/** A line has exactly one property. This file reads only ids; transfer/read-account.ts checks the rest. */
export interface AccountLine {
  /** Identifies the pepper of the keys without revealing it. */
  readonly pepper?: string;
  readonly entitlement?: { readonly keyId: number; readonly chargeId: number };
  readonly ledger?: { readonly id: number; readonly keyId: number };
  readonly key?: { readonly id: number };
}

const PAGE_ROWS = 5_000;

type Position = readonly (string | number)[];

/** The parts of a file in their order, each with the position before its first line. */
const PARTS = {
  entitlement: [0, '', '', '-infinity'],
  ledger: [0],
  key: [0],
} as const;
const ORDER = Object.keys(PARTS) as readonly (keyof typeof PARTS)[];

/** @param after the end of the last page; empty for the first page */
export async function exportAccounts(db: Db, after: string): Promise<ExportPage> {
  if (after === '') {
    // stored answers are not exported, so the charges of undelivered ones are refunded first
    await refundUndelivered(db);
    const pepper = await readSetting(db, PEPPER_CHECK);
    return { lines: pepper === undefined ? [] : [JSON.stringify({ pepper })], next: beginningOf(0) };
  }
  const [part, position] = JSON.parse(after) as [keyof typeof PARTS, Position];
  const rows = await rowsOf<{ position: Position; line: string }>(db)`${pageOf(part, position)}
    limit ${PAGE_ROWS}::int`;
  const last = rows.length < PAGE_ROWS ? undefined : rows[rows.length - 1]!.position;
  const next = last ? JSON.stringify([part, last]) : beginningOf(ORDER.indexOf(part) + 1);
  return { lines: rows.map(({ line }) => line), next };
}

function beginningOf(index: number): string | undefined {
  const part = ORDER[index];
  return part && JSON.stringify([part, PARTS[part]]);
}

function pageOf(part: keyof typeof PARTS, position: Position) {
  const [first, dataset, recordId, lastModified] = position;
  switch (part) {
    case 'entitlement':
      return sql`select json_build_array(key_id, dataset, record_id, last_modified) as position,
          json_strip_nulls(json_build_object('entitlement', json_build_object('keyId', key_id, 'dataset', dataset,
            'recordId', record_id, 'lastModified', nullif(last_modified, '-infinity'), 'chargeId', ledger_id,
            'shared', shared)))::text as line
        from entitlement where (key_id, dataset, record_id, last_modified)
          > (${first}::bigint, ${dataset}::text, ${recordId}::text, ${lastModified}::date)
        order by key_id, dataset, record_id, last_modified`;
    case 'ledger':
      return sql`select json_build_array(id) as position, json_strip_nulls(json_build_object('ledger', json_build_object(
            'id', id, 'keyId', key_id, 'kind', kind, 'delta', delta, 'dataset', dataset, 'chargeId', charge_id,
            'note', note, 'at', at)))::text as line
        from ledger where id > ${first}::bigint order by id`;
    case 'key':
      return sql`select json_build_array(id) as position, json_strip_nulls(json_build_object('key', json_build_object(
            'id', id, 'digest', digest, 'prefix', prefix, 'name', name, 'credits', credits, 'billing', billing,
            'dailyCap', daily_cap, 'spentDay', spent_day, 'spent', spent, 'mayEditGroups', may_edit_groups,
            'created', created, 'revoked', revoked)))::text as line
        from api_key where id > ${first}::bigint order by id`;
  }
}

interface Outcome {
  readonly index: number;
  readonly isWritten: boolean;
  /** An identical row existed before. */
  readonly isUnchanged: boolean;
  readonly refusal?: string;
}

/**
 * Writes missing rows. Compares rows of an existing key, whose account may have changed since the export.
 * Runs inside the caller's transaction. @throws for keys that were made with another pepper
 */
export async function importAccounts(db: Db, lines: readonly AccountLine[]): Promise<ImportCount> {
  const given = <P extends keyof AccountLine>(part: P) =>
    lines.flatMap((line, index) => (line[part] === undefined ? [] : [{ index, value: line[part]! }]));
  const peppers = given('pepper');
  for (const { value } of peppers) await importPepper(db, value);
  const [entitlements, entries, keys] = [given('entitlement'), given('ledger'), given('key')];
  await passIds(db, 'ledger', [
    ...entries.map(({ value }) => value.id),
    ...entitlements.map(({ value }) => value.chargeId),
  ]);
  await passIds(db, 'api_key', [
    ...keys.map(({ value }) => value.id),
    ...[...entries, ...entitlements].map(({ value }) => value.keyId),
  ]);
  const outcomes = [
    ...(await importEntitlements(db, jsonOf(entitlements))),
    ...(await importEntries(db, jsonOf(entries))),
    ...(await importKeys(db, jsonOf(keys))),
  ];
  const written = outcomes.filter(({ isWritten }) => isWritten).length;
  // clients of these keys have cursors of the other database, whose changes this one does not know
  if (written > 0) await forgetChanges(db);
  return {
    written,
    unchanged:
      peppers.length + outcomes.filter(({ isWritten, isUnchanged }) => !isWritten && isUnchanged).length,
    refused: outcomes
      .filter(({ isWritten, isUnchanged }) => !isWritten && !isUnchanged)
      .map(({ index, refusal }) => ({ index, message: refusal ?? CONFLICT_MESSAGE })),
  };
}

const CONFLICT_MESSAGE =
  'another entry is here in its place, or its key is here already and has gone on without it';

function jsonOf(items: readonly { readonly index: number; readonly value: object }[]): string {
  return JSON.stringify(items.map(({ index, value }) => ({ index, ...value })));
}

/** Stores the file's pepper check if there are no valid keys; the next start compares it with its pepper. */
async function importPepper(db: Db, check: string): Promise<void> {
  const known = await readSetting(db, PEPPER_CHECK);
  if (known === check) return;
  const hasKeys = await hasRow(db)`select id from api_key where revoked is null limit 1`;
  if (known !== undefined && hasKeys)
    throw new Error('The keys of this file were made with another pepper than those of this database');
  await writeSetting(db, PEPPER_CHECK, check);
}

/** Moves the sequence past these ids, so that later rows get higher ones. */
async function passIds(db: Db, table: string, ids: readonly number[]): Promise<void> {
  const highest = ids.reduce((a, b) => Math.max(a, b), 0);
  await run(db)`select setval(s.name, ${highest}::bigint)
    from (select pg_get_serial_sequence(${table}, 'id')::regclass as name) s
    where ${highest}::bigint > coalesce(pg_sequence_last_value(s.name), 0)`;
}

async function importEntitlements(db: Db, json: string): Promise<readonly Outcome[]> {
  return rowsOf<Outcome>(db)`
    with given as materialized (
      select index, "keyId" as key_id, dataset, "recordId" as record_id, "chargeId" as ledger_id, shared,
        coalesce("lastModified", '-infinity') as last_modified
      from json_to_recordset(${json}::json) as x(index int, "keyId" bigint, dataset text, "recordId" text,
        "lastModified" date, "chargeId" bigint, shared boolean)
    ), written as (
      insert into entitlement (key_id, dataset, record_id, last_modified, ledger_id, shared)
      select key_id, dataset, record_id, last_modified, ledger_id, shared from given
      where not exists (select from api_key k where k.id = given.key_id)
      on conflict do nothing returning key_id, dataset, record_id, last_modified
    )
    select index, w.key_id is not null as "isWritten", coalesce(e.ledger_id = g.ledger_id, false) as "isUnchanged"
    from given g left join written w using (key_id, dataset, record_id, last_modified)
      left join entitlement e using (key_id, dataset, record_id, last_modified)`;
}

async function importEntries(db: Db, json: string): Promise<readonly Outcome[]> {
  return rowsOf<Outcome>(db)`
    with given as materialized (
      select index, id, "keyId" as key_id, kind, delta, dataset, "chargeId" as charge_id, note, at
      from json_to_recordset(${json}::json) as x(index int, id bigint, "keyId" bigint, kind text, delta bigint,
        dataset text, "chargeId" bigint, note text, at timestamptz)
    ), written as (
      insert into ledger (id, key_id, kind, delta, dataset, charge_id, note, at) overriding system value
      select id, key_id, kind, delta, dataset, charge_id, note, at from given
      where not exists (select from api_key k where k.id = given.key_id)
      on conflict do nothing returning id
    )
    select index, w.id is not null as "isWritten", coalesce((l.key_id, l.kind, l.delta, l.at, l.dataset, l.charge_id)
      is not distinct from (g.key_id, g.kind, g.delta, g.at, g.dataset, g.charge_id), false) as "isUnchanged"
    from given g left join written w using (id) left join ledger l using (id)`;
}

async function importKeys(db: Db, json: string): Promise<readonly Outcome[]> {
  return rowsOf<Outcome>(db)`
    with given as materialized (
      select x.*, coalesce((select sum(delta) from ledger where key_id = x.id), 0) as total,
        exists (select from api_key k where k.id = x.id and k.digest = x.digest) as "isUnchanged",
        exists (select from api_key k where (k.id = x.id) <> (k.digest = x.digest)) as has_conflict,
        exists (select from entitlement e left join ledger l
            on l.id = e.ledger_id and l.key_id = e.key_id and l.kind = 'charge' and l.dataset = e.dataset
          where e.key_id = x.id and l.id is null)
          or exists (select from ledger r left join ledger l
            on l.id = r.charge_id and l.key_id = r.key_id and l.kind = 'charge' and r.delta <= -l.delta
          where r.key_id = x.id and r.kind = 'refund' and l.id is null) as has_gaps
      from json_to_recordset(${json}::json) as x(index int, id bigint, digest text, prefix text, name text,
        credits bigint, billing text, "dailyCap" bigint, "spentDay" date, spent bigint, "mayEditGroups" boolean,
        created timestamptz, revoked timestamptz)
    ), written as (
      insert into api_key (id, digest, prefix, name, credits, billing, daily_cap, spent_day, spent, may_edit_groups,
        created, revoked) overriding system value
      select id, digest, prefix, name, credits, billing, "dailyCap", "spentDay", spent, "mayEditGroups", created, revoked
      from given where total = credits and not has_gaps and not "isUnchanged" and not has_conflict
      on conflict do nothing returning id
    )
    select index, w.id is not null as "isWritten", "isUnchanged", case
        when has_conflict then 'another key is here with its id or its text'
        when total <> credits then 'its balance is ' || credits || ', and its ledger adds up to ' || total
          || ': export again while no service runs'
        else 'a version or a refund lacks its charge' end as refusal
    from given g left join written w using (id)`;
}
