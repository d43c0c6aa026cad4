/** Stored answers: which go when a key has too many, and that the space of those that are gone is used again. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES, useEngine } from '../support/engines.js';
import { readPart } from '../support/part-reader.js';
import { COMPANIES, longExpansions } from '../support/sample.js';
import { type Reply, startService, useTestService } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const RECORD_COUNT = 200;
/** Some 3 KB for each record. */
const REPEATS = 250;
/** Room for two answers with all records. */
const MAX_STORED_BYTES = 1_500_000;

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, {
    credits: 0,
    maxStoredBytes: MAX_STORED_BYTES,
    fill: async (store) => {
      await store.putCompanies(COMPANIES);
      await store.putRecords('business-expansion', longExpansions(RECORD_COUNT, REPEATS));
    },
  });

  const ask = (key: string, name: string, limit = RECORD_COUNT): Promise<Reply> =>
    service.send(EXPANSIONS, { headers: { 'x-api-key': key, 'idempotency-key': name }, body: { limit } });

  /** Reads nothing of the answer. */
  const lose = async (key: string, name: string, url = service.url) => {
    const headers = { 'x-api-key': key, 'idempotency-key': name };
    const address = url + EXPANSIONS;
    await readPart({ address, headers, body: { limit: RECORD_COUNT }, bytes: 1, patience: 0 });
  };

  const names = async (condition = 'true'): Promise<string> => {
    const rows = await engine.sql(
      `select string_agg(idempotency_key, ' ' order by created) as names from stored_answer
        where key_id = (select max(id) from api_key) and ${condition}`,
    );
    return String(rows[0]!['names'] ?? '');
  };

  /** That an answer was delivered is noted a moment later. */
  const untilDelivered = async (expected: string) => {
    while ((await names('delivered')) !== expected) await sleep(10);
  };

  const ledgerOf = async () =>
    (
      await engine.sql(
        'select count(*)::int as charges from ledger where delta < 0 and key_id = (select max(id) from api_key)',
      )
    )[0]!['charges'];

  test('an answer counts as delivered when its client ends the connection in order, or asks again on it', async () => {
    const key = await service.makeKey(10_000);
    await ask(key, 'closed', 1);
    await untilDelivered('closed');
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const keepAlive = async (name: string) => {
      await new Promise<void>((resolve, reject) => {
        const headers = { 'x-api-key': key, 'idempotency-key': name, 'content-type': 'application/json' };
        const request = http.request(service.url + EXPANSIONS, { method: 'POST', agent, headers });
        request.on('response', (response) => response.resume().on('end', resolve));
        request.on('error', reject);
        request.end('{"limit":1}');
      });
    };
    await keepAlive('kept');
    await keepAlive('last');
    await untilDelivered('closed kept');
    agent.destroy();
    await untilDelivered('closed kept last');
    await lose(key, 'lost');
    expect([await names('delivered'), await names()]).toEqual(['closed kept last', 'closed kept last lost']);
    await ask(key, 'lost');
    await untilDelivered('closed kept last lost');
  });

  test('of too many answers the oldest go that were delivered, and none that was not', async () => {
    const key = await service.makeKey(10_000);
    await lose(key, 'lost');
    await ask(key, 'first');
    await untilDelivered('first');
    await ask(key, 'second');
    await untilDelivered('second');
    expect(await names()).toBe('lost second');
    expect((await ask(key, 'lost')).headers['idempotent-replayed']).toBe('true');
    expect((await ask(key, 'second')).headers['idempotent-replayed']).toBe('true');
    expect(await ledgerOf()).toBe(3);
  });

  test('where nothing was delivered, one answer more is refused and costs nothing, until one is repeated', async () => {
    const key = await service.makeKey(10_000);
    for (const name of ['a', 'b']) await lose(key, name);
    const refused = await ask(key, 'c');
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect([await names(), await ledgerOf()]).toEqual(['a b', 2]);
    // without the header nothing is stored
    const plain = await service.send(EXPANSIONS, { headers: { 'x-api-key': key }, body: { limit: 1 } });
    expect(plain.status).toBe(200);
    expect((await ask(key, 'a')).headers['idempotent-replayed']).toBe('true');
    await untilDelivered('a');
    expect((await ask(key, 'c')).status).toBe(200);
    expect(await names()).toBe('b c');
  });

  test('two instances keep one limit, also when both store at the same time', async () => {
    const other = await startService(engine.store, { maxStoredBytes: MAX_STORED_BYTES });
    const inTurn = await service.makeKey(10_000);
    await lose(inTurn, 'a');
    await lose(inTurn, 'b', other.url);
    expect((await ask(inTurn, 'c')).status).toBe(429);
    expect(await names()).toBe('a b');
    const atOnce = await service.makeKey(10_000);
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => lose(atOnce, `n${at}`, [service, other][at % 2]!.url)),
    );
    const [stored] = await engine.sql(`select sum(octet_length(json))::int as bytes from stored_answer
      where key_id = (select max(id) from api_key)`);
    expect(stored!['bytes']).toBeLessThanOrEqual(MAX_STORED_BYTES);
    await other.close();
  });

  test('what nobody asks for any more goes too: answers after a day, deliveries after 90 days', async () => {
    const key = await service.makeKey(10_000);
    for (const name of ['old', 'new']) await ask(key, name, 1);
    const delivery = {
      keyId: null,
      callback: 'https://a.example',
      days: 1,
      news: 0,
      status: 200,
      error: null,
      hasQuery: false,
      postedDate: '2026-03-10',
      messageId: 'msg_1',
      hasFailed: false,
      attempts: 1,
    };
    for (const group of ['old', 'new']) await engine.store.logDelivery({ ...delivery, group, durationMs: 1 });
    await engine.store.tidy();
    expect(await names()).toBe('old new');
    await engine.sql(
      `update stored_answer set created = now() - interval '25 hours' where idempotency_key = 'old'`,
    );
    await engine.sql(`update push_delivery set at = now() - interval '91 days' where group_name = 'old'`);
    expect(await engine.store.tidy()).toBe(2);
    expect(await names()).toBe('new');
    expect((await engine.store.deliveries(9)).map(({ group }) => group)).toEqual(['new']);
  });
});
