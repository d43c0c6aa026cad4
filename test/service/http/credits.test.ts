/** Credits over HTTP: exact under concurrency, given back when nothing of an answer has left, never taken twice. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES, useEngine } from '../support/engines.js';
import { COMPANIES, longExpansions } from '../support/sample.js';
import { type Reply, useTestService } from '../support/test-service.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const RECORD_COUNT = 3_000;

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, {
    credits: 0,
    fill: async (store) => {
      await store.putCompanies(COMPANIES);
      await store.putRecords('business-expansion', longExpansions(RECORD_COUNT, 500));
    },
  });

  const ask = (key: string, body: unknown, headers: http.OutgoingHttpHeaders = {}): Promise<Reply> =>
    service.send(EXPANSIONS, { headers: { 'x-api-key': key, ...headers }, body });

  /** Balance, sum of the ledger, and charges still held, of the newest key. */
  async function account(): Promise<Record<string, unknown>> {
    const [row] = await engine.sql(`
      select k.credits::int as credits, (select sum(delta)::int from ledger l where l.key_id = k.id) as ledger,
        (select count(*)::int from ledger l where l.key_id = k.id and l.state = 'held') as held
      from api_key k order by k.id desc limit 1`);
    return row!;
  }

  async function closedAccount(): Promise<Record<string, unknown>> {
    for (let tries = 0; tries < 100; tries += 1) {
      const state = await account();
      if (state['held'] === 0) return state;
      await sleep(20);
    }
    return account();
  }

  test.each([50, 200])('%i concurrent requests spend exactly the credits there are', async (requests) => {
    const key = await service.makeKey(1_000);
    const replies = await Promise.all(
      Array.from({ length: requests }, (_, index) => ask(key, { limit: 10 + ((index * 7) % 41) })),
    );
    const delivered = replies
      .filter(({ status }) => status === 200)
      .reduce((sum, reply) => sum + (reply.json() as unknown[]).length, 0);
    const statuses = new Set(replies.map(({ status }) => status));
    expect([...statuses].every((status) => [200, 404, 405].includes(status))).toBe(true);
    expect(await closedAccount()).toEqual({ credits: 1_000 - delivered, ledger: 1_000 - delivered, held: 0 });
    // whatever is left is too little for the smallest request that was refused
    expect(1_000 - delivered).toBeLessThan(50);
  });

  test('a client that hangs up in the middle of an answer pays for what it may have read', async () => {
    const key = await service.makeKey(3 * RECORD_COUNT);
    for (let round = 0; round < 3; round += 1) await hangUp(key);
    expect(await closedAccount()).toEqual({ credits: 0, ledger: 0, held: 0 });
  });

  /** Cuts the connection when the answer begins; it is larger than what the system buffers. */
  async function hangUp(key: string, headers: http.OutgoingHttpHeaders = {}): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const request = http.request(service.url + EXPANSIONS, {
        method: 'POST',
        agent: false,
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      });
      request.on('response', () => request.destroy());
      request.on('close', resolve);
      request.on('error', reject);
      request.end(JSON.stringify({ limit: RECORD_COUNT }));
    });
    await closedAccount();
  }

  test('charges that a crashed service had held are given back, those of stored answers stay', async () => {
    await service.makeKey(10);
    const [row] = await engine.sql('select max(id)::int as id from api_key');
    const charge = { keyId: row!['id'] as number, dataset: 'business-expansion' } as const;
    const answer = { idempotencyKey: 'lost', fingerprint: 'f', json: '[]', maxStoredBytes: 1_000 };
    expect(await engine.store.charge({ ...charge, amount: 4 })).toMatchObject({ left: 6 });
    expect(await engine.store.charge({ ...charge, amount: 1, answer })).toMatchObject({ left: 5 });
    expect(await account()).toEqual({ credits: 5, ledger: 5, held: 1 });
    expect(await engine.store.refundHeld(120)).toBe(0);
    expect(await engine.store.refundHeld(0)).toBe(1);
    expect(await account()).toEqual({ credits: 9, ledger: 9, held: 0 });
    expect(await engine.store.findAnswer(charge.keyId, 'lost')).toMatchObject({ json: '[]', amount: 1 });
  });

  test.each([
    ['on hold: given back', undefined, '', 10],
    ['settled: stays', undefined, 'settle', 6],
    ['of a stored answer: given back', 'stored', '', 10],
    ['of a stored answer that was replayed: stays', 'stored', 'replay', 6],
  ])('the charge of an answer of which nothing has left, %s', async (_, idempotencyKey, before, left) => {
    await service.makeKey(10);
    const [row] = await engine.sql('select max(id)::int as id from api_key');
    const keyId = row!['id'] as number;
    const answer = idempotencyKey && { idempotencyKey, fingerprint: 'f', json: '[]', maxStoredBytes: 1_000 };
    const charged = await engine.store.charge({
      keyId,
      dataset: 'business-expansion',
      amount: 4,
      ...(answer && { answer }),
    });
    const { chargeId } = charged as { chargeId: number };
    if (before === 'settle') expect(await engine.store.settle(chargeId)).toBe(true);
    if (before === 'replay') expect(await engine.store.findAnswer(keyId, 'stored')).toBeDefined();
    await Promise.all([engine.store.refund(chargeId), engine.store.refund(chargeId)]);
    expect(await account()).toEqual({ credits: left, ledger: left, held: 0 });
    expect(await engine.store.settle(chargeId)).toBe(false);
    expect((await engine.store.findAnswer(keyId, 'stored')) !== undefined).toBe(before === 'replay');
  });

  describe('Idempotency-Key', () => {
    test('the same request again is answered again and not paid again, even without credits left', async () => {
      const key = await service.makeKey(5);
      const first = await ask(key, { limit: 5 }, { 'idempotency-key': 'a' });
      const again = await ask(key, { limit: 5 }, { 'idempotency-key': 'a' });
      expect([again.status, again.text]).toEqual([200, first.text]);
      expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
        undefined,
        'true',
      ]);
      expect(again.headers['x-credits-charged']).toBe('5');
      expect((await ask(key, { limit: 5 }, { 'idempotency-key': 'b' })).status).toBe(404);
      expect(await closedAccount()).toEqual({ credits: 0, ledger: 0, held: 0 });
    });

    test('50 requests with one key at the same time are paid once and answered alike', async () => {
      const key = await service.makeKey(1_000);
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => ask(key, { limit: 7 }, { 'idempotency-key': 'same' })),
      );
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await closedAccount()).toEqual({ credits: 993, ledger: 993, held: 0 });
    });

    test('a repetition that breaks off gives nothing back of what was delivered', async () => {
      const key = await service.makeKey(RECORD_COUNT);
      const name = { 'idempotency-key': 'again' };
      expect((await ask(key, { limit: RECORD_COUNT }, name)).status).toBe(200);
      await hangUp(key, name);
      expect(await closedAccount()).toEqual({ credits: 0, ledger: 0, held: 0 });
    });

    test('while one retry is in flight, another that breaks off gives nothing back', async () => {
      const key = await service.makeKey(2 * RECORD_COUNT);
      const name = { 'idempotency-key': 'both' };
      const [reply] = await Promise.all([ask(key, { limit: RECORD_COUNT }, name), hangUp(key, name)]);
      expect(reply.status).toBe(200);
      // whichever came first: the one that was delivered is paid
      expect(await closedAccount()).toEqual({ credits: RECORD_COUNT, ledger: RECORD_COUNT, held: 0 });
    });

    test('another query under the same name is refused and costs nothing', async () => {
      const key = await service.makeKey(10);
      await ask(key, { limit: 1 }, { 'idempotency-key': 'a' });
      const other = await ask(key, { limit: 2 }, { 'idempotency-key': 'a' });
      expect([other.status, other.json()]).toMatchObject([
        400,
        { code: 'BAD_INPUT', message: expect.stringMatching(/^idempotency-key was already used/) },
      ]);
      expect(await closedAccount()).toMatchObject({ credits: 9 });
    });

    test('two API keys may use the same name', async () => {
      const [one, two] = [await service.makeKey(10), await service.makeKey(10)];
      await ask(one, { limit: 1 }, { 'idempotency-key': 'a' });
      const reply = await ask(two, { limit: 2 }, { 'idempotency-key': 'a' });
      expect(reply.json()).toHaveLength(2);
    });

    test.each(['', 'two words', 'x'.repeat(201)])('%j is refused', async (name) => {
      const key = await service.makeKey(10);
      const reply = await ask(key, {}, { 'idempotency-key': name });
      expect(reply.json()).toMatchObject({
        code: 'BAD_INPUT',
        message: 'idempotency-key must be 1 to 200 visible characters',
      });
    });

    test('an answer older than a day is forgotten', async () => {
      const key = await service.makeKey(10);
      await ask(key, { limit: 1 }, { 'idempotency-key': 'old' });
      await engine.sql(`update stored_answer set created = now() - interval '25 hours'`);
      await ask(key, { limit: 1 }, { 'idempotency-key': 'old' });
      expect(await closedAccount()).toMatchObject({ credits: 8 });
    });
  });
});
