/** Limits of endpoints that cost nothing. */
import { ENGINES, useEngine } from '../support/engines.js';
import { fillWithSample, EXPANSIONS as RECORDS } from '../support/sample.js';
import { startService, type TestService } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  let service: TestService;
  beforeAll(async () => {
    await fillWithSample(engine.store);
    service = await startService(engine.store, { followedRowsPerMinute: 3 * RECORDS.length });
  });
  afterAll(() => service.close());

  const followedRecords = async () =>
    Number((await engine.sql('select count(*)::int as count from followed_record'))[0]!['count']);

  test('D23 beginning to follow questions is free up to a number of rows in a minute', async () => {
    const caller = service.as(await service.makeKey(2));
    const before = await followedRecords();
    const replies = [];
    for (let turn = 0; turn < 20; turn++) {
      const body = { limit: 0, endDate: `2030-01-${String(turn + 1).padStart(2, '0')}` };
      replies.push(await caller.post(`${EXPANSIONS}/changes`, body));
    }
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(14);
    expect(refused[0]!.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    // a paid question is answered, but begins nothing
    const paid = await caller.post(EXPANSIONS, { limit: 1 }, { 'x-changes-cursor': 'begin' });
    expect([paid.status, paid.headers['x-changes-cursor']]).toEqual([200, undefined]);
    expect((await followedRecords()) - before).toBeLessThanOrEqual(6 * RECORDS.length);
    // calls with a cursor are not limited
    const { cursor } = replies[0]!.json() as { cursor: string };
    const next = await caller.post(`${EXPANSIONS}/changes`, { endDate: '2030-01-01', limit: 10, cursor });
    expect(next.status).toBe(200);
  });

  test('D23 a question that is refused for want of credits notes nothing', async () => {
    const before = await followedRecords();
    for (const key of [await service.makeKey(0), await service.makeKey(5, { dailyCap: 0 })]) {
      const reply = await service.as(key).post(EXPANSIONS, {}, { 'x-changes-cursor': 'begin' });
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    expect(await followedRecords()).toBe(before);
  });
});
