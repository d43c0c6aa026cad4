/** A database is migrated while others are at work, and its data stay. */
import pg from 'pg';
import type { DatasetName } from '../../../src/contract/datasets.js';
import type { Query } from '../../../src/contract/query.js';
import { columnNames, RECORD_TABLES, TABLES } from '../../../src/service/database/columns.js';
import { putCompanies } from '../../../src/service/database/companies.js';
import { openDatabase } from '../../../src/service/database/database.js';
import { migrate } from '../../../src/service/database/migrate.js';
import { MIGRATIONS } from '../../../src/service/database/migrations/migrations.js';
import { eventually } from '../../support/eventually.js';
import { ENGINES, SERVER_URL, useEngine } from '../support/engines.js';
import { runImport, useFolder } from '../support/import-runs.js';
import { fillWithSample, idsOf } from '../support/sample.js';

describe.each(ENGINES)('on $name', ({ name, open }) => {
  const engine = useEngine(open);
  const folder = useFolder();
  // the embedded engine has one connection
  const onServer = name === 'PGlite' ? test.skip : test;

  /** The indexes that need the extension, and if each is valid; empty without the extension. */
  const partIndexes = async () => {
    const rows = await engine.sql(`select c.relname as name, i.indisvalid as "isValid"
      from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname like '%parts' order by 1`);
    return rows as unknown as readonly { readonly name: string; readonly isValid: boolean }[];
  };

  /** Runs statements in a transaction of another instance; returns a function that ends it. */
  const beginElsewhere = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: await serverAddress() });
    await client.connect();
    for (const statement of ['begin', ...statements]) await client.query(statement);
    return async () => {
      await client.query('commit');
      await client.end();
    };
  };
  const serverAddress = async () => {
    const [{ name }] = (await engine.sql('select current_database() as name')) as [{ name: string }];
    return Object.assign(new URL(SERVER_URL!), { pathname: name }).href;
  };
  /** Opens the database like another instance. */
  const openAnother = async () => openDatabase({ connectionString: await serverAddress() });

  beforeAll(() => fillWithSample(engine.store));

  test('columns of searches that a migration has added are filled from the stored rows', async () => {
    await engine.sql('alter table company drop column search_name');
    await engine.sql('alter table company add column search_name text collate "C"');
    await engine.sql('alter table place drop column search_country');
    await engine.sql('alter table place add column search_country text collate "C"');
    await engine.sql('alter table executive_change drop column reason');
    await engine.sql('alter table executive_change add column reason text collate "C"');
    await engine.sql(`update setting set value = '' where name = 'search columns'`);
    await engine.store.migrate();

    const found = (dataset: DatasetName, query: Query) => idsOf(engine.store, dataset, query);
    expect(await found('business-expansion', { companyName: ['BETA'] })).toEqual(['e2']);
    expect(await found('major-hiring', { countries: ['switzerland'] })).toEqual(['h3']);
    // values that only the lost column had are missing until they are imported again
    expect(await found('executive-change', { reason: 'Retired' })).toEqual([]);
    const file = await folder.write('again.ndjson', [
      { id: 'x2', announcedDate: '2026-01-07', company: { id: 'c2' }, reason: 'Retired' },
    ]);
    expect(await runImport(engine.store, { kind: 'executive-change', file })).toMatchObject({ written: 1 });
    expect(await found('executive-change', { reason: 'Retired' })).toEqual(['x2']);
  });

  test('D32 an interrupted index build is repeated, and a failure is reported', async () => {
    const before = await partIndexes();
    if (before.length === 0) {
      // without the extension, the start warns that searches are slow
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

  onServer('D32 a server builds an index while others write', async () => {
    if ((await partIndexes()).length === 0) return;
    await engine.sql('drop index company_name_parts');
    // the build waits for a transaction that may have written, and later ones do not wait for the build
    const endWriting = await beginElsewhere('lock table company in row exclusive mode');
    let isOver = false;
    const migrating = engine.store.migrate().then(() => {
      isOver = true;
    });
    await eventually(async () => (await partIndexes()).some(({ isValid }) => !isValid));
    const { db } = await openAnother();
    await db.transaction().execute((tx) => putCompanies(tx, [{ id: 'late', name: 'Late' }]));
    expect(isOver).toBe(false);
    await endWriting();
    await migrating;
    await db.destroy();
    expect((await partIndexes()).map(({ isValid }) => isValid)).not.toContain(false);
  });

  onServer('instances that start at the same time build the indexes once', async () => {
    const before = await partIndexes();
    if (before.length === 0) return;
    const opened = await Promise.all(Array.from({ length: 6 }, openAnother));
    const instances = opened.map(({ db }) => db);
    for (let round = 0; round < 3; round += 1) {
      await engine.sql('drop extension pg_trgm cascade');
      await Promise.all(instances.map((db) => migrate(db, true)));
      expect(await partIndexes()).toEqual(before);
    }
    await Promise.all(instances.map((db) => db.destroy()));
  });

  onServer('D32 a migration that waits for a lock does not make others wait', async () => {
    const { db } = await openAnother();
    const endReading = await beginElsewhere('select from place');
    const locks = () =>
      engine.sql(`select from pg_locks where relation = 'place'::regclass and mode = 'AccessExclusiveLock'`);
    const later = { ...MIGRATIONS, '9999-later': 'alter table place add column later int' };
    const migrating = migrate(db, true, later);
    await eventually(async () => (await locks()).length > 0);
    // answered while the other transaction still reads
    await engine.sql('select from place limit 1');
    await endReading();
    await migrating;
    expect(await engine.sql('select later from place limit 1')).toHaveLength(1);
    await expect(engine.store.migrate()).rejects.toThrow(
      'Another release has changed this database (9999-later)',
    );
    await engine.sql(`alter table place drop column later`);
    await engine.sql(`delete from kysely_migration where name = '9999-later'`);
    await db.destroy();
  });
});

describe('a column of the contract', () => {
  const engine = useEngine();

  test('has a migration; `npm run migration` writes a missing one', async () => {
    const rows = await engine.sql(`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = current_schema()`);
    const known = new Set(rows.map(({ name }) => String(name)));
    const columnsOfTables = TABLES.flatMap(({ name: table, columns }) =>
      columnNames(columns).map((name) => `${table}.${name}`),
    );
    const tags = Object.values(RECORD_TABLES)
      .filter(({ columns }) => columns.some(({ type }) => type === 'list'))
      .map(({ name }) => `${name}_tag.field`);
    expect([...columnsOfTables, ...tags].filter((name) => !known.has(name))).toEqual([]);
  });

  test('migrations run in the order of their numbers', () => {
    const numbers = Object.keys(MIGRATIONS).map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});
