/** Changes since an earlier call: sent once, paid like the query. See also changes-oracle.test.ts. */
import type http from 'node:http';
import { CURSOR_HEADER, changesPath } from '../../../src/contract/changes.js';
import { estimatePath } from '../../../src/contract/endpoints.js';
import { readCursor, writeCursor } from '../../../src/service/http/changes.js';
import { ENGINES } from '../support/engines.js';
import { inTurn } from '../support/in-turn.js';
import { letDaysPass } from '../support/letting-time-pass.js';
import { EXPANSIONS as RECORDS } from '../support/sample.js';
import { EXPANSIONS, HIRINGS, useSample } from '../support/sample-service.js';
import { type Reply, refusalIn } from '../support/test-service.js';

const PATH = changesPath(EXPANSIONS);

/** The content of a reply with changes. @throws the reply's text if it is an error */
function reportedChanges(reply: Reply) {
  if (reply.status !== 200) throw new Error(reply.text);
  const { records, removed, cursor, more } = reply.json() as {
    records: { id: string }[];
    removed: string[];
    cursor: string;
    more: boolean;
  };
  return { ids: records.map(({ id }) => id), removed, cursor, more };
}

describe.each(ENGINES)('on $name', ({ name, open }) => {
  const { engine, service } = useSample(open);
  const send = (key: string, body: unknown, headers: http.OutgoingHttpHeaders = {}, path = PATH) =>
    service.as(key).post(path, body, headers);
  const put = (records: typeof RECORDS) => engine.store.putRecords('business-expansion', records);
  const charged = ({ headers }: Reply) => [headers['x-credits-charged'], headers['x-credits-remaining']];
  const [e1, e2] = RECORDS as [(typeof RECORDS)[0], (typeof RECORDS)[0]];

  /** The number of rows of each table. */
  const rowCounts = async () => {
    const tables = await engine.sql(
      `select table_name as name from information_schema.tables where table_schema = current_schema()`,
    );
    const counts = tables.map(
      ({ name }) => `select '${name}' as name, count(*)::int as count from "${name}"`,
    );
    return engine.sql(counts.join(' union all '));
  };

  afterEach(() => put(RECORDS));

  test('limit 0 needs no credits; it is refused with a cursor, and in a plain query', async () => {
    const key = await service.makeKey(0);
    expect((await send(key, {})).json()).toMatchObject({ code: 'NO_CREDITS' });
    const { cursor } = reportedChanges(await send(key, { limit: 0 }));
    expect(refusalIn(await send(key, { limit: 0, cursor }))).toBe(
      '400 BAD_INPUT: limit must be at least 1 together with cursor',
    );
    for (const path of [EXPANSIONS, estimatePath(EXPANSIONS)])
      expect(refusalIn(await send(key, { limit: 0 }, {}, path))).toBe(
        '400 BAD_INPUT: limit must be a whole number of at least 1',
      );
    const path = changesPath(HIRINGS);
    const hirings = reportedChanges(await send(key, { limit: 0 }, {}, path));
    expect(reportedChanges(await send(key, { cursor: hirings.cursor }, {}, path))).toEqual(hirings);
  });

  test('a query with the cursor header subscribes as of its answer; a repetition returns no cursor', async () => {
    const key = await service.makeKey(100);
    const question = { companyName: ['acme', 'beta'] };
    const begin = { [CURSOR_HEADER]: 'begin' };
    const query = (body: object, headers = {}) => send(key, body, headers, EXPANSIONS);
    expect((await query(question)).headers[CURSOR_HEADER]).toBeUndefined();
    const named = { ...begin, 'idempotency-key': 'one' };
    const answer = await query({ ...question, limit: 1 }, named);
    expect([answer.json(), charged(answer)]).toMatchObject([[{}], ['1', '97']]);
    const cursor = String(answer.headers[CURSOR_HEADER]);
    await put([{ ...e1, jobs: 71 }]);
    const repeated = await query({ ...question, limit: 1 }, named);
    expect([repeated.headers['idempotent-replayed'], repeated.headers[CURSOR_HEADER]]).toEqual([
      'true',
      undefined,
    ]);
    const next = await send(key, { ...question, cursor });
    expect([reportedChanges(next), charged(next)]).toMatchObject([{ ids: ['e1'], more: false }, ['1', '96']]);
    // nothing matches yet
    const none = await query({ companyName: ['nobody at all'] }, begin);
    expect([none.json(), typeof none.headers[CURSOR_HEADER]]).toEqual([[], 'string']);
  });

  test('changes are billed like the query', async () => {
    const key = await service.makeKey(6);
    for (const record of [...RECORDS].reverse()) await put([{ ...record, jobs: 51 }]);
    const begin = reportedChanges(await send(key, { limit: 2 }));
    await put([{ ...e1, jobs: 52 }]);
    const body = { limit: 4, cursor: begin.cursor };
    const name = { 'idempotency-key': 'a' };
    const first = await send(key, body, name);
    expect([reportedChanges(first).ids, charged(first)]).toEqual([
      ['e2', 'e1'],
      ['2', '2'],
    ]);
    await put([{ ...e1, jobs: 53 }]);
    const again = await send(key, body, name);
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await send(key, { ...body, limit: 3 }, name)).status).toBe(400);

    await put(RECORDS.map((record) => ({ ...record, jobs: 54 })));
    const { cursor } = reportedChanges(first);
    expect((await send(key, { limit: 4, cursor })).json()).toMatchObject({ code: 'FEW_CREDITS' });
    expect(charged(await send(key, { limit: 2, cursor }))).toEqual(['2', '0']);
    expect((await send(key, { limit: 2, cursor })).json()).toMatchObject({ code: 'NO_CREDITS' });
  });

  test('a cursor of another query or key, or an invalid one, is refused, so that the client starts again', async () => {
    const key = await service.makeKey(100);
    const { cursor } = reportedChanges(await send(key, { limit: 2 }));
    const { owner, base } = readCursor(cursor)!;
    const other = await service.makeKey(100);
    const refused = [
      await send(key, { jobs: '>1', cursor }),
      await send(other, { cursor }),
      await send(key, { cursor: writeCursor({ owner, base: base + 1 }) }),
      await send(key, {
        cursor: writeCursor({ owner, base, reported: { knownUntil: 0, change: base + 1, record: 1 } }),
      }),
      await send(key, { cursor }, {}, changesPath(HIRINGS)),
    ];
    for (const reply of refused) expect(refusalIn(reply)).toMatch(/^410 NO_CURSOR: /);
    expect((await send(key, { limit: 1, cursor })).status).toBe(200);
  });

  test('a cursor expires 30 days after a later change', async () => {
    const key = await service.makeKey(100);
    const { cursor } = reportedChanges(await send(key, {}));
    await letDaysPass(engine, 31);
    await engine.store.cleanUp();
    expect(reportedChanges(await send(key, { cursor }))).toMatchObject({ ids: [], removed: [] });
    await put([{ ...e1, jobs: 56 }]);
    const next = reportedChanges(await send(key, { cursor }));
    expect(next.ids).toEqual(['e1']);
    await letDaysPass(engine, 31);
    await engine.store.cleanUp();
    expect(await engine.sql('select 1 from past_version')).toEqual([]);
    expect((await send(key, { cursor })).json()).toMatchObject({ status: '410', code: 'NO_CURSOR' });
    expect(reportedChanges(await send(key, { cursor: next.cursor }))).toMatchObject({ ids: [], removed: [] });
  });

  test('a cursor is as recent as its answer, even if the last change of its records is old', async () => {
    const key = await service.makeKey(100);
    await put([{ ...e1, jobs: 59 }]);
    await letDaysPass(engine, 20);
    const path = changesPath(HIRINGS);
    const { cursor } = reportedChanges(await send(key, { limit: 0 }, {}, path));
    await letDaysPass(engine, 20);
    await engine.store.cleanUp();
    expect(await engine.sql('select 1 from past_version')).toEqual([]);
    expect(reportedChanges(await send(key, { cursor }, {}, path))).toMatchObject({ ids: [], removed: [] });
  });

  test('D23 subscribing to queries is free, and stores nothing, not even an answer for a repetition', async () => {
    const caller = service.as(await service.makeKey(2));
    const before = await rowCounts();
    const [cursor] = await inTurn(20, async (turn) => {
      const body = { limit: ' 0', endDate: `2030-01-${String(turn + 1).padStart(2, '0')}` };
      const begin = await caller.post(PATH, body, { 'idempotency-key': 'begin' });
      expect([charged(begin), begin.headers['x-records-owned']]).toEqual([['0', '2'], '0']);
      return reportedChanges(begin).cursor;
    });
    const body = { endDate: '2030-01-01', limit: 10, cursor };
    expect(reportedChanges(await caller.post(PATH, body))).toMatchObject({
      ids: [],
      removed: [],
      more: false,
    });
    expect(await rowCounts()).toEqual(before);
    const paid = await caller.post(EXPANSIONS, { limit: 1 }, { [CURSOR_HEADER]: 'begin' });
    expect([paid.status, typeof paid.headers[CURSOR_HEADER], charged(paid)]).toEqual([
      200,
      'string',
      ['1', '1'],
    ]);
  });

  test('D23 a query that is refused for lack of credits subscribes to nothing', async () => {
    for (const key of [await service.makeKey(0), await service.makeKey(5, { dailyCap: 0 })]) {
      const reply = await service.as(key).post(EXPANSIONS, {}, { [CURSOR_HEADER]: 'begin' });
      expect([reply.status >= 400, reply.headers[CURSOR_HEADER]]).toEqual([true, undefined]);
    }
  });

  test('deleted versions stay deleted, although an earlier transaction has changed something later', async () => {
    const key = await service.makeKey(100);
    await put([{ ...e1, jobs: 60 }]);
    const { cursor } = reportedChanges(await send(key, { limit: 0 }));
    await put([{ ...e1, jobs: 61 }]);
    await letDaysPass(engine, 31);
    const last = '(select max(ended) from past_version)';
    await engine.sql(`update past_version set at = now() where ended <> ${last}`);
    await engine.store.cleanUp();
    expect((await send(key, { cursor })).json()).toMatchObject({ code: 'NO_CURSOR' });
    await letDaysPass(engine, 31);
    const latest = reportedChanges(await send(key, { limit: 0 }));
    // another instance has deleted later versions
    await engine.sql(`update setting set value = (extract(epoch from clock_timestamp()) * 1000000)::bigint
      where name = 'changes forgotten up to'`);
    await engine.store.cleanUp();
    expect(await engine.sql('select 1 from past_version')).toEqual([]);
    for (const { cursor: old } of [{ cursor }, latest])
      expect((await send(key, { cursor: old })).json()).toMatchObject({ code: 'NO_CURSOR' });
  });

  test('a restored database refuses cursors of changes that it has lost, and reuses no number', async () => {
    const key = await service.makeKey(100);
    const recordOf1 = async () =>
      (await engine.sql(`select seq, digest from business_expansion where id = 'e1'`))[0]!;
    const saved = await recordOf1();
    const { cursor } = reportedChanges(await send(key, { limit: 0 }));
    await put([{ ...e1, jobs: 62 }]);
    const lost = [await send(key, { limit: 1 }), await send(key, { limit: 0 })].map(reportedChanges);
    await engine.sql('alter table business_expansion disable trigger user');
    await engine.sql('delete from past_version where ended = (select max(ended) from past_version)');
    await engine.sql(`select setval('change_number', $1)`, [Number((await recordOf1())['seq']) - 2]);
    await engine.sql(
      `update business_expansion set seq = $1, digest = $2 where id = 'e1'`,
      Object.values(saved),
    );
    await engine.sql('alter table business_expansion enable trigger user');
    await put([{ ...e2, jobs: 63 }]);
    for (const { cursor: unknown } of lost)
      expect((await send(key, { limit: 1, cursor: unknown })).json()).toMatchObject({ code: 'NO_CURSOR' });
    expect(reportedChanges(await send(key, { cursor })).ids).toEqual(['e2']);
    // known, although the record of the cursor's change has changed since
    await put(RECORDS.map((record) => ({ ...record, jobs: 64 })));
    expect(reportedChanges(await send(key, { cursor })).ids).toHaveLength(RECORDS.length);
  });

  // a server counts what it has read only some seconds later
  const whenEmbedded = name === 'PGlite' ? test : test.skip;
  whenEmbedded('an old cursor reads the versions of its own companies, and not those of all', async () => {
    const key = await service.makeKey(100);
    const { cursor } = reportedChanges(await send(key, { companyName: ['acme'] }));
    await engine.sql(`insert into past_version (kind, ended, id, was)
      select 'business_expansion', nextval('change_number'), 'other' || i, jsonb_build_object(
        'company_id', 'other' || i % 2000, 'seq', 1, 'announced_date', '2026-01-05') from generate_series(1, 20000) i`);
    await engine.sql('analyze past_version');
    const versionsRead = async () => {
      await engine.sql('select pg_stat_force_next_flush()');
      const [stat] = await engine.sql(
        `select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'past_version'`,
      );
      return Number(stat!['read']);
    };
    const before = await versionsRead();
    expect(reportedChanges(await send(key, { companyName: ['acme'], cursor }))).toMatchObject({ ids: [] });
    expect((await versionsRead()) - before).toBeLessThan(1_000);
    await engine.sql(`delete from past_version where id like 'other%'`);
  });

  test.each([null, 5, '', 'x', ['a'], 'a'.repeat(101), writeCursor({ owner: 'q', base: 1 })])(
    'cursor %j is no cursor',
    async (cursor) => {
      const key = await service.makeKey(1);
      expect(refusalIn(await send(key, { cursor }))).toBe(
        '400 BAD_INPUT: cursor must be that of an earlier answer: omit it to begin',
      );
    },
  );
});
