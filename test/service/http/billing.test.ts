/** Per-version billing and daily caps: exact under concurrency, refunds included. */
import type http from 'node:http';
import { createRandom } from '../../../src/service/seed/random.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { refundUnread, storedAs } from '../support/account.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { letDaysPass } from '../support/letting-time-pass.js';
import { fillWithExpansions } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { type Reply, useTestService } from '../support/test-service.js';

const RECORD_COUNT = 300;
const SCHEDULES = scaled(25, 300);
const PER_VERSION = { billing: 'per-version' } as const;

/** One per day from 2025-01-01. */
const RECORDS = Array.from({ length: RECORD_COUNT }, (_, index) => ({
  id: `e${index}`,
  company: { id: 'c1' },
  announcedDate: dayOf(index),
  lastModified: dayOf(index),
  title: `Headline ${index}`,
}));

function dayOf(index: number): string {
  return new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
}

/** The query of that many days from a day on. */
function days(from: number, count: number) {
  return { startDate: dayOf(from), endDate: dayOf(from + count - 1), limit: 1_000 };
}

describe.each(ENGINES)('on $name', ({ open, turn }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, {
    credits: 0,
    fill: (store) => fillWithExpansions(store, RECORDS),
  });

  const ask = (key: string, body: unknown, headers: http.OutgoingHttpHeaders = {}): Promise<Reply> =>
    service.as(key).post(EXPANSIONS, body, headers);
  const prices = ({ headers }: Reply) => [
    headers['x-credits-charged'],
    headers['x-records-owned'],
    headers['x-credits-remaining'],
  ];
  const codeOf = (reply: Reply) => [reply.status, (reply.json() as { code: string }).code];

  test('200 concurrent overlapping requests pay each version once', async () => {
    const key = await service.makeKey(10_000, PER_VERSION);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        ask(
          key,
          days((index * 37) % 250, 5 + ((index * 7) % 45)),
          index % 3 === 0 ? { 'idempotency-key': `name-${index}` } : {},
        ),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const answers = replies.map((reply) => (reply.json() as { id: string }[]).map(({ id }) => id));
    const distinct = new Set(answers.flat()).size;
    const charged = replies.map(({ headers }) => Number(headers['x-credits-charged']));
    expect(charged.reduce((sum, credits) => sum + credits, 0)).toBe(distinct);
    expect(replies.map(({ headers }) => Number(headers['x-records-owned']))).toEqual(
      answers.map((ids, index) => ids.length - charged[index]!),
    );
    const left = 10_000 - distinct;
    expect(await service.account(key)).toMatchObject({ credits: left, versions: distinct });
  });

  test('a paid version is free in other queries, for this key only, until the record changes', async () => {
    const other = await service.makeKey(10, PER_VERSION);
    const key = await service.makeKey(20, PER_VERSION);
    expect(prices(await ask(key, days(0, 10)))).toEqual(['10', '0', '10']);
    expect(prices(await ask(key, { ...days(5, 10), companyName: 'acme' }))).toEqual(['5', '5', '5']);
    expect(prices(await ask(key, { dateType: 'LAST-MODIFIED', ...days(0, 15) }))).toEqual(['0', '15', '5']);
    expect(prices(await ask(other, days(0, 10)))).toEqual(['10', '0', '0']);
    await engine.store.putRecords('business-expansion', [{ ...RECORDS[3]!, lastModified: '2026-01-01' }]);
    expect(prices(await ask(key, days(0, 10)))).toEqual(['1', '9', '4']);
    await engine.store.putRecords('business-expansion', [RECORDS[3]!]);
    expect(prices(await ask(key, days(0, 10)))).toEqual(['0', '10', '4']);
  });

  test('too few credits for the unpaid versions: nothing is charged, nothing is owned', async () => {
    const key = await service.makeKey(10, PER_VERSION);
    await ask(key, days(0, 6));
    expect(codeOf(await ask(key, days(0, 11)))).toEqual([405, 'FEW_CREDITS']);
    expect(await service.account(key)).toMatchObject({ credits: 4, versions: 6 });
    expect(prices(await ask(key, days(0, 10)))).toEqual(['4', '6', '0']);
    expect(prices(await ask(key, days(0, 10)))).toEqual(['0', '10', '0']);
    expect(codeOf(await ask(key, days(0, 11)))).toEqual([404, 'NO_CREDITS']);
    expect(await service.account(key)).toMatchObject({ credits: 0, versions: 10 });
  });

  test('a repetition reports the cost of the first answer', async () => {
    const key = await service.makeKey(20, PER_VERSION);
    await ask(key, days(0, 4));
    const name = { 'idempotency-key': 'a' };
    const first = await ask(key, days(0, 10), name);
    const again = await ask(key, days(0, 10), name);
    expect([prices(first), prices(again)]).toEqual([
      ['6', '4', '10'],
      ['6', '4', '10'],
    ]);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
    // a free answer is repeated, too, even if it would cost something by now
    const free = { 'idempotency-key': 'b' };
    await ask(key, days(0, 10), free);
    await engine.store.putRecords('business-expansion', [{ ...RECORDS[7]!, lastModified: '2026-01-02' }]);
    expect(prices(await ask(key, days(0, 10), free))).toEqual(['0', '10', '10']);
    await engine.store.putRecords('business-expansion', [RECORDS[7]!]);
  });

  test('D26 a duplicate key error that is no repetition fails once, and charges nothing', async () => {
    const key = await service.makeKey(10);
    // as after a failover by logical replication, which does not copy sequences
    await engine.sql('alter table ledger alter column id restart with 1');
    const headers = { 'idempotency-key': 'no-repetition' };
    const tooLong = new Promise((resolve) => setTimeout(resolve, 5_000, 'no answer'));
    const reply = await Promise.race([ask(key, { limit: 1 }, headers), tooLong]);
    await engine.sql(`select setval(pg_get_serial_sequence('ledger', 'id'), (select max(id) from ledger))`);
    expect(reply).toMatchObject({ status: 500 });
    const next = await ask(key, { limit: 1 }, headers);
    expect([next.status, next.headers['x-credits-remaining']]).toEqual([200, '9']);
  });

  test.each([
    ['FEW_CREDITS', 1, {}, {}],
    ['NO_CREDITS', 0, {}, {}],
    ['DAILY_CAP', 1_000, { dailyCap: 1 }, {}],
    ['OVER_CEILING', 1_000, {}, { 'x-max-credits': '1' }],
  ])('D29 a refused per-version charge (%s) writes nothing', async (code, credits, rules, headers) => {
    const size = async () =>
      (await engine.sql(`select pg_relation_size('entitlement')::int as size`))[0]!['size'];
    const before = await size();
    const key = await service.makeKey(credits, { ...PER_VERSION, ...rules });
    expect((await ask(key, { limit: RECORD_COUNT }, headers)).json()).toMatchObject({ code });
    expect(await size()).toBe(before);
  });

  describe('a refund', () => {
    const chargeFor = async (keyId: number, from: number, to: number, name?: string) => {
      const records = RECORDS.slice(from, to);
      const versions = JSON.stringify(
        Object.fromEntries(records.map(({ id, lastModified }) => [id, lastModified])),
      );
      const outcome = await engine.store.charge({
        keyId,
        amount: records.length,
        dataset: 'business-expansion',
        versions,
        answer: storedAs(name ?? `${from} ${to} ${Math.random()}`),
      });
      return outcome as { chargeId: number; charged: number };
    };

    const forget = (chargeId: number) => engine.sql('select forget_answer($1)', [chargeId]);

    test(`SEED=${SEED}, ${SCHEDULES} random schedules: a key has always paid exactly for its entitlements`, async () => {
      for (let schedule = 0; schedule < SCHEDULES; schedule += 1) {
        const seed = `${SEED} entitlements ${turn} ${schedule}`;
        const random = createRandom(seed);
        const key = await service.makeKey(60, PER_VERSION);
        const { id: keyId } = await service.account(key);
        const delivered = new Set<number>();
        const work = Array.from({ length: random.integer(2, 12) }, async (_, index) => {
          const from = random.integer(0, 60);
          const to = from + random.integer(1, 30);
          const end = random.pick(['deliver', 'deliver', 'forget', 'die']);
          const { chargeId } = await chargeFor(keyId, from, to, random.chance(0.3) ? `n${index}` : undefined);
          if (chargeId === undefined) return;
          if (end === 'forget') await forget(chargeId);
          if (end !== 'deliver') return;
          await engine.store.markDelivered([chargeId]);
          for (let at = from; at < to; at += 1) delivered.add(at);
        });
        await Promise.all(work);
        await refundUnread(engine, keyId);
        const { credits, versions, owned, spent } = await service.account(key);
        const missing = [...delivered].filter((at) => !owned.includes(`e${at}`));
        expect({ seed, credits, spent, missing }).toEqual({
          seed,
          credits: 60 - versions,
          spent: versions,
          missing: [],
        });
      }
    });
  });

  test('the usage of some days has whole days in UTC', async () => {
    const { id } = await service.account(await service.makeKey(8));
    await engine.store.addCredits(id, 4);
    const at = `(now() at time zone 'UTC')::date - case kind when 'added' then 1441 else 1440 end * interval '1 minute'`;
    await engine.sql(`update ledger set at = (${at}) at time zone 'UTC' where key_id = $1`, [id]);
    expect(await engine.store.keyUsage(id, 2)).toMatchObject([{ reason: 'created', credits: -8 }]);
  });

  describe('a daily cap', () => {
    test.each(['per-answer', 'per-version'] as const)('50 requests stay within it, %s', async (billing) => {
      const key = await service.makeKey(1_000, { billing, dailyCap: 100 });
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) => ask(key, days((index * 5) % 250, 4 + (index % 5)))),
      );
      const refused = replies.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      expect(new Set(refused.map((reply) => codeOf(reply).join()))).toEqual(new Set(['405,DAILY_CAP']));
      const charged = replies.reduce(
        (sum, { headers }) => sum + Number(headers['x-credits-charged'] ?? 0),
        0,
      );
      expect(charged).toBeGreaterThan(100 - 8);
      expect(charged).toBeLessThanOrEqual(100);
      expect(await service.account(key)).toMatchObject({ credits: 1_000 - charged, spent: charged });
    });

    test('is reset with the day, and owned versions are free beyond it', async () => {
      const key = await service.makeKey(1_000, { ...PER_VERSION, dailyCap: 10 });
      expect(prices(await ask(key, days(0, 10)))).toEqual(['10', '0', '990']);
      expect(prices(await ask(key, days(0, 10)))).toEqual(['0', '10', '990']);
      expect(codeOf(await ask(key, days(0, 11)))).toEqual([405, 'DAILY_CAP']);
      await letDaysPass(engine, 1);
      expect(prices(await ask(key, days(0, 11)))).toEqual(['1', '10', '989']);
      expect(await engine.store.listKeys()).toContainEqual(
        expect.objectContaining({ billing: 'per-version', dailyCap: 10, spentToday: 1 }),
      );
    });

    test.each(['per-answer', 'per-version'] as const)('a request keeps its ceiling, %s', async (billing) => {
      const key = await service.makeKey(1_000, { billing });
      const most = (ceiling: string, extra = {}) => ({ 'x-max-credits': ceiling, ...extra });
      expect(codeOf(await ask(key, days(0, 10), most('9')))).toEqual([405, 'OVER_CEILING']);
      expect(codeOf(await ask(key, days(0, 10), most('9', { 'idempotency-key': 'a' })))).toEqual([
        405,
        'OVER_CEILING',
      ]);
      const empty = await ask(key, { companyName: 'no such name' }, most('0'));
      expect([empty.status, empty.json()]).toEqual([200, []]);
      expect(await service.account(key)).toMatchObject({ credits: 1_000, spent: 0, versions: 0 });
      expect((await ask(key, days(0, 10), most('10', { 'idempotency-key': 'a' }))).status).toBe(200);
      // a repetition is free, and so are owned versions
      expect((await ask(key, days(0, 10), most('0', { 'idempotency-key': 'a' }))).status).toBe(200);
      expect((await ask(key, days(0, 10), most('0'))).status).toBe(billing === 'per-version' ? 200 : 405);
      for (const wrong of ['-1', '1.5', 'many', '', '1234567890'])
        expect(codeOf(await ask(key, days(0, 1), most(wrong)))).toEqual([400, 'BAD_INPUT']);
      expect(await service.account(key)).toMatchObject({ credits: 990, spent: 10 });
    });

    test('200 overlapping requests at once each cost no more than they allow', async () => {
      const key = await service.makeKey(10_000, PER_VERSION);
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          ask(key, days((index * 7) % 250, 30), { 'x-max-credits': String(index % 12) }),
        ),
      );
      let charged = 0;
      for (const [index, reply] of replies.entries()) {
        const cost = Number(reply.headers['x-credits-charged'] ?? 0);
        expect(cost).toBeLessThanOrEqual(index % 12);
        if (reply.status !== 200) expect(codeOf(reply)).toEqual([405, 'OVER_CEILING']);
        charged += cost;
      }
      expect(await service.account(key)).toMatchObject({
        credits: 10_000 - charged,
        spent: charged,
        versions: charged,
      });
    });

    test('D28 that was lowered below the spent credits refuses with a message', async () => {
      const key = await service.makeKey(100, { dailyCap: 50 });
      const { id } = await service.account(key);
      expect((await ask(key, { limit: 2 })).status).toBe(200);
      for (const dailyCap of [1, 0]) {
        await engine.store.updateKey(id, { dailyCap });
        for (const headers of [{}, { 'idempotency-key': `lowered-${dailyCap}` }])
          expect(codeOf(await ask(key, { limit: 2 }, headers))).toEqual([405, 'DAILY_CAP']);
      }
      // an answer that costs nothing is still sent
      expect((await ask(key, { endDate: '1999-01-01' })).text).toBe('[]');
    });

    test('a refusal names the balance if it is too small', async () => {
      const key = await service.makeKey(5, { dailyCap: 10 });
      expect(codeOf(await ask(key, days(0, 11)))).toEqual([405, 'FEW_CREDITS']);
    });
  });
});
