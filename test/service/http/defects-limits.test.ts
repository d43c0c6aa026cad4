/** Limits of free endpoints. */
import { ENGINES, useEngine } from '../support/engines.js';
import { fillWithSample } from '../support/sample.js';
import { startService, type TestService } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  let service: TestService;
  beforeAll(async () => {
    await fillWithSample(engine.store);
    service = await startService(engine.store);
  });
  afterAll(() => service.close());

  /** The number of rows of each table. */
  const rows = async () => {
    const tables = await engine.sql(
      `select table_name as name from information_schema.tables where table_schema = current_schema()`,
    );
    const counts = tables.map(
      ({ name }) => `select '${name}' as name, count(*)::int as count from "${name}"`,
    );
    return engine.sql(counts.join(' union all '));
  };

  test('D23 subscribing to queries is free, and stores nothing', async () => {
    const caller = service.as(await service.makeKey(2));
    const before = await rows();
    const cursors = [];
    for (let turn = 0; turn < 20; turn++) {
      const body = { limit: 0, endDate: `2030-01-${String(turn + 1).padStart(2, '0')}` };
      const reply = await caller.post(`${EXPANSIONS}/changes`, body);
      cursors.push((reply.json() as { cursor: string }).cursor);
    }
    const body = { endDate: '2030-01-01', limit: 10, cursor: cursors[0] };
    const next = await caller.post(`${EXPANSIONS}/changes`, body);
    expect(next.json()).toMatchObject({ records: [], removed: [], more: false });
    expect(await rows()).toEqual(before);
    const paid = await caller.post(EXPANSIONS, { limit: 1 }, { 'x-changes-cursor': 'begin' });
    expect([paid.status, typeof paid.headers['x-changes-cursor']]).toEqual([200, 'string']);
    expect([paid.headers['x-credits-charged'], paid.headers['x-credits-remaining']]).toEqual(['1', '1']);
  });

  test('D23 a query that is refused for lack of credits subscribes to nothing', async () => {
    for (const key of [await service.makeKey(0), await service.makeKey(5, { dailyCap: 0 })]) {
      const reply = await service.as(key).post(EXPANSIONS, {}, { 'x-changes-cursor': 'begin' });
      expect([reply.status >= 400, reply.headers['x-changes-cursor']]).toEqual([true, undefined]);
    }
  });
});
