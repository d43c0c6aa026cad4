/** A refused charge explains itself, writes nothing, and ends. */
import { ENGINES, useEngine } from '../support/engines.js';
import { EXPANSIONS as RECORDS } from '../support/sample.js';
import { useTestService } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, { credits: 10 });

  test('D28 a daily cap that was lowered below the spent credits refuses with a message', async () => {
    const caller = service.as(await service.makeKey(100, { dailyCap: 50 }));
    expect((await caller.post(EXPANSIONS, { limit: 2 })).status).toBe(200);
    for (const cap of [1, 0]) {
      await engine.sql(`update api_key set daily_cap = ${cap} where id = (select max(id) from api_key)`);
      for (const headers of [{}, { 'idempotency-key': `lowered-${cap}` }]) {
        const reply = await caller.post(EXPANSIONS, { limit: 2 }, headers);
        expect(reply.json()).toMatchObject({ status: '405', code: 'DAILY_CAP' });
      }
    }
    // an answer that costs nothing is still sent
    expect((await caller.post(EXPANSIONS, { endDate: '1999-01-01' })).text).toBe('[]');
  });

  test('D26 a duplicate key error that is no repetition fails once, and charges nothing', async () => {
    const caller = service.as(await service.makeKey(10));
    // as after a failover by logical replication, which does not copy sequences
    await engine.sql('alter table ledger alter column id restart with 1');
    const headers = { 'idempotency-key': 'no-repetition' };
    const tooLong = new Promise((resolve) => setTimeout(resolve, 5_000, 'no answer'));
    const reply = await Promise.race([caller.post(EXPANSIONS, { limit: 1 }, headers), tooLong]);
    await engine.sql(`select setval(pg_get_serial_sequence('ledger', 'id'), (select max(id) from ledger))`);
    expect(reply).toMatchObject({ status: 500 });
    const next = await caller.post(EXPANSIONS, { limit: 1 }, headers);
    expect([next.status, next.headers['x-credits-remaining']]).toEqual([200, '9']);
  });

  test('D29 a refused per-version charge has written nothing', async () => {
    const size = async () =>
      (await engine.sql(`select pg_relation_size('entitlement')::int as size`))[0]!['size'];
    const refusals = [
      { credits: 1, rules: {}, headers: {}, code: 'FEW_CREDITS' },
      { credits: 0, rules: {}, headers: {}, code: 'NO_CREDITS' },
      { credits: 100, rules: { dailyCap: 1 }, headers: {}, code: 'DAILY_CAP' },
      { credits: 100, rules: {}, headers: { 'x-max-credits': '1' }, code: 'OVER_CEILING' },
    ];
    for (const { credits, rules, headers, code } of refusals) {
      const before = await size();
      const caller = service.as(await service.makeKey(credits, { billing: 'per-version', ...rules }));
      const reply = await caller.post(EXPANSIONS, { limit: RECORDS.length }, headers);
      expect(reply.json()).toMatchObject({ code });
      expect(await size()).toBe(before);
    }
  });
});
