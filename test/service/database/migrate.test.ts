/** Databases of an earlier version are brought to the present one, and what they hold stays. */
import type { DatasetName } from '../../../src/contract/datasets.js';
import {
  COMPANY_COLUMNS,
  type ColumnDefinition,
  NEWS_COLUMNS,
  PLACE_COLUMNS,
  RECORD_TABLES,
  searchColumn,
} from '../../../src/service/database/columns.js';
import type { AnyQuery } from '../../../src/service/database/conditions.js';
import { MIGRATIONS } from '../../../src/service/database/migrations/migrations.js';
import { eventually } from '../../support/eventually.js';
import { keptAs } from '../support/account.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { runImport, useFolder } from '../support/import-runs.js';
import { fillWithSample, GROUP } from '../support/sample.js';
import { restoreVersion1 } from '../support/version-1.js';

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const folder = useFolder();

  /** The indexes that need the extension, each with whether it may be used; none without the extension. */
  const partIndexes = async () => {
    const rows = await engine.sql(`select c.relname as name, i.indisvalid as "isValid"
      from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname like '%parts' order by 1`);
    return rows as unknown as readonly { readonly name: string; readonly isValid: boolean }[];
  };

  test('tables without the columns that came later get them', async () => {
    const key = { digest: 'd', prefix: 'p', name: 'n', credits: 10 };
    await fillWithSample(engine.store);
    const keyId = await engine.store.createKey(key);
    await restoreVersion1((statement) => engine.sql(statement));
    // one charge was refunded, and one was on hold
    await engine.sql(`insert into ledger (key_id, delta, reason) values
      (${keyId}, -3, 'business-expansion'), (${keyId}, 3, 'refund of 2')`);
    await engine.sql(`insert into ledger (key_id, delta, reason, state)
      values (${keyId}, -2, 'business-expansion', 'held')`);
    await engine.sql('update api_key set credits = 8');
    await engine.sql(`insert into push_delivery (group_name, callback, days, news, error, duration_ms)
      values ('old', 'https://a.example/', 1, 0, 'cannot be reached', 1)`);

    await engine.store.migrate();
    await engine.store.migrate();

    // what failed before cannot be repeated: its message has no id
    expect(await engine.store.deliveries(1)).toMatchObject([{ group: 'old', attempts: 1 }]);
    expect(
      await engine.sql(
        'select kind, dataset, delta::int as delta, charge_id::int as charge_id from ledger order by id',
      ),
    ).toEqual([
      { kind: 'created', dataset: null, delta: 10, charge_id: null },
      { kind: 'charge', dataset: 'business-expansion', delta: -3, charge_id: null },
      { kind: 'refund', dataset: 'business-expansion', delta: 3, charge_id: 2 },
      { kind: 'charge', dataset: 'business-expansion', delta: -2, charge_id: null },
      { kind: 'refund', dataset: 'business-expansion', delta: 2, charge_id: 4 },
    ]);
    const charge = { keyId, amount: 4, dataset: 'business-expansion', answer: keptAs('new') } as const;
    expect(await engine.store.charge(charge)).toMatchObject({ outcome: 'charged', left: 6 });
    expect(await engine.store.countUnbalanced()).toBe(0);
    await engine.store.addToGroup(GROUP, ['c4']);
    expect(await engine.store.trackedCompanies(GROUP)).toContain('"c4"');
    const file = await folder.write('old.ndjson', [
      { id: 'new', announcedDate: '2026-01-01', company: { id: 'c1' } },
    ]);
    expect(await runImport(engine.store, { file })).toMatchObject({ written: 1 });
    expect(await runImport(engine.store, { file })).toMatchObject({ unchanged: 1 });
  });

  test('columns of searches that a migration has added are filled from what is stored', async () => {
    await engine.sql('alter table company drop column search_name');
    await engine.sql('alter table company add column search_name text collate "C"');
    await engine.sql('alter table place drop column search_country');
    await engine.sql('alter table place add column search_country text collate "C"');
    await engine.sql('alter table executive_change drop column reason');
    await engine.sql('alter table executive_change add column reason text collate "C"');
    await engine.sql(`update setting set value = '' where name = 'search columns'`);
    await engine.store.migrate();

    const found = async (dataset: DatasetName, query: AnyQuery) => {
      const { json } = await engine.store.queryRecords({ dataset, query, limit: 10 });
      return (JSON.parse(json) as { id: string }[]).map(({ id }) => id);
    };
    expect(await found('business-expansion', { companyName: ['BETA'] })).toEqual(['e2']);
    expect(await found('major-hiring', { countries: ['switzerland'] })).toEqual(['h3']);
    // what only the lost column held is not there until it is written again
    expect(await found('executive-change', { reason: 'Retired' })).toEqual([]);
    const file = await folder.write('again.ndjson', [
      { id: 'x2', announcedDate: '2026-01-07', company: { id: 'c2' }, reason: 'Retired' },
    ]);
    expect(await runImport(engine.store, { kind: 'executive-change', file })).toMatchObject({ written: 1 });
    expect(await found('executive-change', { reason: 'Retired' })).toEqual(['x2']);
  });

  test('D32 an index that was not built to its end is built again, and a failure is told', async () => {
    const before = await partIndexes();
    if (before.length === 0) {
      // without the extension, the start says what is slow
      expect(await engine.store.migrate()).toMatch(/pg_trgm/);
      return;
    }
    await engine.sql(
      `update pg_index set indisvalid = false where indexrelid = 'company_name_parts'::regclass`,
    );
    expect(await engine.store.migrate()).toBeUndefined();
    expect(await partIndexes()).toEqual(before);
    await engine.sql('drop index company_domain_parts, company_domain');
    await engine.sql('alter table company alter column search_domain type json using to_json(search_domain)');
    await expect(engine.store.migrate()).rejects.toThrow(/gin_trgm_ops/);
    await engine.sql(`alter table company alter column search_domain type text collate "C"
      using search_domain #>> '{}'`);
    await engine.sql('create index company_domain on company (search_domain)');
    await engine.store.migrate();
    expect(await partIndexes()).toEqual(before);
  });

  test('D32 a server builds an index while others write', async () => {
    if (engine.name === 'PGlite' || (await partIndexes()).length === 0) return;
    await engine.sql('drop index company_name_parts');
    // the build waits for the end of a transaction that has written, and later ones do not wait for the build
    const writing = engine.sql(
      `begin; insert into company (id) values ('early'); select pg_sleep(2); commit`,
    );
    const migrating = engine.store.migrate();
    await eventually(async () => (await partIndexes()).some(({ isValid }) => !isValid));
    let isOver = false;
    const over = Promise.all([writing, migrating]).then(() => {
      isOver = true;
    });
    await engine.store.putCompanies([{ id: 'late', name: 'Late' }]);
    expect(isOver).toBe(false);
    await over;
    expect((await partIndexes()).map(({ isValid }) => isValid)).not.toContain(false);
  });

  test('D32 a migration that waits for a statement keeps no other one waiting', async () => {
    if (engine.name === 'PGlite') return;
    await restoreVersion1((statement) => engine.sql(statement));
    const reading = engine.sql('begin; select from place; select pg_sleep(4); commit');
    const locks = () =>
      engine.sql(`select from pg_locks where relation = 'place'::regclass and mode = 'AccessExclusiveLock'`);
    const migrating = engine.store.migrate();
    await eventually(async () => (await locks()).length > 0);
    const started = performance.now();
    await engine.sql('select from place limit 1');
    expect(performance.now() - started).toBeLessThan(1_500);
    await Promise.all([reading, migrating]);
    expect(await engine.store.countUnbalanced()).toBe(0);
  });

  test('imports that overlap add the same companies once', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => ({
      id: `o${index}`,
      announcedDate: '2026-01-01',
      company: { name: `Shared ${index}` },
    }));
    const files = await Promise.all(
      [1, 2, 3].map((number) => folder.write(`overlap-${number}.ndjson`, lines)),
    );
    const reports = await Promise.all(files.map((file) => runImport(engine.store, { file })));
    expect(reports.map(({ written }) => written).sort((a, b) => a - b)).toEqual([0, 0, 300]);
  });
});

describe('a column of the contract', () => {
  const engine = useEngine();

  test('has its migration: `npm run migration` writes the one that is missing', async () => {
    const rows = await engine.sql(`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = current_schema()`);
    const known = new Set(rows.map(({ name }) => String(name)));
    const tables: (readonly [string, readonly ColumnDefinition[]])[] = [
      ['company', COMPANY_COLUMNS],
      ['place', PLACE_COLUMNS],
      ['news', NEWS_COLUMNS],
      ...Object.values(RECORD_TABLES).map(({ name, columns }) => [name, columns] as const),
    ];
    const missing = tables.flatMap(([table, columns]) =>
      columns
        .flatMap(({ name, searched }) => (searched ? [name, searchColumn(name)] : [name]))
        .map((name) => `${table}.${name}`)
        .filter((name) => !known.has(name)),
    );
    expect(missing).toEqual([]);
  });

  test('migrations run in the order of their numbers', () => {
    const numbers = Object.keys(MIGRATIONS).map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});
