/** Stored answers: which are evicted if a key has too many, and their space is reused. */
import { eventually } from '../../support/eventually.js';
import { storedAs } from '../support/account.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { fillWithExpansions, longExpansions } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { type Reply, useServices, useTestService } from '../support/test-service.js';

const RECORD_COUNT = 200;
/** Some 3 KB for each record. */
const REPEATS = 250;
/** Room for four answers with all records; a fifth leaves three, including itself. */
const MAX_STORED_BYTES = 3_000_000;

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const start = useServices();
  const service = useTestService(engine, {
    credits: 0,
    maxStoredBytes: MAX_STORED_BYTES,
    fill: (store) => fillWithExpansions(store, longExpansions(RECORD_COUNT, REPEATS)),
  });

  const ask = (key: string, name: string, limit = RECORD_COUNT): Promise<Reply> =>
    service.as(key).post(EXPANSIONS, { limit }, { 'idempotency-key': name });

  const names = async (condition = 'true'): Promise<string> => {
    const rows = await engine.sql(
      `select string_agg(idempotency_key, ' ' order by expires) as names from stored_answer
        where key_id = (select max(id) from api_key) and ${condition}`,
    );
    return String(rows[0]!['names'] ?? '');
  };

  /** Waits for the deliveries to be recorded. */
  const untilDelivered = async (expected: string) => {
    await eventually(async () => (await names('delivered')) === expected);
  };

  test('delivered answers that expire first are evicted first, so those without an idempotency key go before the others', async () => {
    const key = await service.makeKey(10_000);
    await ask(key, 'first');
    await ask(key, 'second');
    const unnamed = await service.as(key).post(EXPANSIONS, { limit: RECORD_COUNT });
    const id = String(unnamed.headers['x-request-id']);
    await ask(key, 'third');
    expect(await names()).toBe(`${id} first second third`);
    await untilDelivered(`${id} first second third`);
    await ask(key, 'fourth');
    expect(await names()).toBe('second third fourth');
    expect((await ask(key, 'second')).headers['idempotent-replayed']).toBe('true');
    expect((await service.account(key)).charges).toHaveLength(5);
  });

  test('an evicted answer that was not delivered for a minute is refunded', async () => {
    const key = await service.makeKey(10_000);
    const { id: keyId } = await service.account(key);
    const charge = { keyId, dataset: 'business-expansion', amount: 7 } as const;
    const json = JSON.stringify('x'.repeat(MAX_STORED_BYTES / 2 - 10));
    const answer = (name: string) => ({ ...storedAs(name, json), maxStoredBytes: MAX_STORED_BYTES });
    for (const name of ['a', 'b', 'c']) await engine.store.charge({ ...charge, answer: answer(name) });
    // each of them may be in transit
    expect(await service.account(key)).toMatchObject({ credits: 10_000 - 21, refunded: [] });
    const letMinutePass = async () => {
      await engine.sql(`update ledger set at = at - interval '1 minute' where key_id = $1`, [keyId]);
      // just after midnight, a charge may now be one of yesterday
      await engine.sql(
        `update api_key set spent = (select coalesce(-sum(delta), 0) from ledger where key_id = $1
          and kind in ('charge', 'refund') and (at at time zone 'UTC')::date = spent_day) where id = $1`,
        [keyId],
      );
    };
    await letMinutePass();
    await engine.store.charge({ ...charge, answer: answer('d') });
    expect(await service.account(key)).toMatchObject({
      credits: 10_000 - 7,
      charges: [7],
      refunded: [7, 7, 7],
    });
    await letMinutePass();
    // a single answer is always stored
    const large = { ...answer('large'), maxStoredBytes: 1_000 };
    expect(await engine.store.charge({ ...charge, answer: large })).toMatchObject({ left: 10_000 - 7 });
    expect(await names()).toBe('large');
  });

  test('an export refunds an answer that nobody read, and keeps one that was repeated', async () => {
    const key = await service.makeKey(100);
    const { id: keyId } = await service.account(key);
    const charge = { keyId, dataset: 'business-expansion' } as const;
    await engine.store.charge({ ...charge, amount: 3, answer: storedAs('unread') });
    await engine.store.charge({ ...charge, amount: 5, answer: storedAs('repeated') });
    expect(await engine.store.findAnswer({ keyId, name: 'repeated', fingerprint: 'f' })).toMatchObject({
      charged: 5,
    });
    await engine.store.exportPage('accounts', '');
    expect(await service.account(key)).toMatchObject({ credits: 95, charges: [5], refunded: [3] });
    expect(await names()).toBe('repeated');
  });

  test('two instances share one limit, even if both store at the same time', async () => {
    const other = await start(engine.store, { maxStoredBytes: MAX_STORED_BYTES });
    const key = await service.makeKey(10_000);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        [service, other][at % 2]!.as(key).post(EXPANSIONS, {}, { 'idempotency-key': `n${at}` }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    // answers in transit are not evicted: the next answer enforces the limit
    await eventually(async () => (await names('not delivered')) === '');
    await service.as(key).post(EXPANSIONS, { limit: 1 });
    const [stored] = await engine.sql(`select sum(octet_length(json))::int as bytes from stored_answer
      where key_id = (select max(id) from api_key)`);
    expect(stored!['bytes']).toBeLessThanOrEqual(MAX_STORED_BYTES);
  });
});
