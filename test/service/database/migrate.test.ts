/** Databases of an earlier version are brought to the present one, and what they hold stays. */
import type { DatasetName } from '../../../src/contract/datasets.js';
import type { AnyQuery } from '../../../src/service/database/conditions.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { runImport, useFolder } from '../support/import-runs.js';
import { fillWithSample, GROUP } from '../support/sample.js';

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const folder = useFolder();

  /** As in a database of an earlier version. */
  const forgetSchema = () => engine.sql(`delete from setting where name like 'schema%'`);

  test('tables without the columns that came later get them', async () => {
    const key = { digest: 'd', prefix: 'p', name: 'n', credits: 10 };
    await fillWithSample(engine.store);
    const keyId = await engine.store.createKey(key);
    for (const table of ['business_expansion', 'major_hiring', 'executive_change']) {
      await engine.sql(`alter table ${table} drop column digest`);
    }
    await engine.sql('alter table ledger drop column state');
    await engine.sql('alter table company_group drop column version');
    await engine.sql(
      'alter table push_delivery drop column message_id, drop column failed, drop column attempts',
    );
    await engine.sql(`insert into push_delivery (group_name, callback, days, news, error, duration_ms)
      values ('old', 'https://a.example/', 1, 0, 'cannot be reached', 1)`);
    await engine.sql(
      'alter table api_key drop billing, drop daily_cap, drop spent_day, drop spent, drop stored_bytes',
    );
    await engine.sql('alter table stored_answer drop owned');
    await engine.sql('drop table entitlement, followed_question, followed_record');

    await forgetSchema();
    await engine.store.migrate();
    await engine.store.migrate();

    // what failed before cannot be repeated: its message has no id
    expect(await engine.store.deliveries(1)).toMatchObject([{ group: 'old', attempts: 1, hasFailed: false }]);
    const charged = await engine.store.charge({ keyId, amount: 4, dataset: 'business-expansion' });
    expect(charged).toMatchObject({ outcome: 'charged', left: 6 });
    expect(await engine.store.refundHeld(0)).toBe(1);
    const before = await engine.store.trackedCompanies(GROUP, '');
    await engine.store.addToGroup(GROUP, ['c4']);
    expect((await engine.store.trackedCompanies(GROUP, ''))?.version).not.toBe(before?.version);
    const file = await folder.write('old.ndjson', [
      { id: 'new', announcedDate: '2026-01-01', company: { id: 'c1' } },
    ]);
    expect(await runImport(engine.store, { file })).toMatchObject({ written: 1 });
    expect(await runImport(engine.store, { file })).toMatchObject({ unchanged: 1 });
  });

  test('columns of the contract and of searches that came later are there, and filled from what is stored', async () => {
    await engine.sql('alter table company drop column ticker, drop column search_name');
    await engine.sql('alter table place drop column search_country');
    await engine.sql('alter table executive_change drop column reason');

    await forgetSchema();
    await engine.store.migrate();

    const found = async (dataset: DatasetName, query: AnyQuery) => {
      const { json } = await engine.store.queryRecords({ dataset, query, limit: 10 });
      return (JSON.parse(json) as { id: string }[]).map(({ id }) => id);
    };
    expect(await found('business-expansion', { companyName: ['BETA'] })).toEqual(['e2']);
    expect(await found('major-hiring', { countries: ['switzerland'] })).toEqual(['h3']);
    // what only the lost column held is not there until it is written again; shards keep what the coordinator drops
    const kept = engine.name === 'sharded PostgreSQL' ? ['x2'] : [];
    expect(await found('executive-change', { reason: 'Retired' })).toEqual(kept);
    const file = await folder.write('again.ndjson', [
      { id: 'x2', announcedDate: '2026-01-07', company: { id: 'c2' }, reason: 'Retired' },
    ]);
    expect(await runImport(engine.store, { kind: 'executive-change', file })).toMatchObject({ written: 1 });
    expect(await found('executive-change', { reason: 'Retired' })).toEqual(['x2']);
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
