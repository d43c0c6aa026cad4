/** Credits over HTTP: exact under concurrency, never charged twice. See broken-answers.test.ts for clients that leave. */
import type http from 'node:http';
import { storedAs } from '../support/account.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { letDaysPass } from '../support/letting-time-pass.js';
import { fillWithExpansions, longExpansions } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { type Reply, refusalIn, startService, useTestService } from '../support/test-service.js';

describe.each(ENGINES)('on $name', ({ open }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, {
    credits: 0,
    fill: (store) => fillWithExpansions(store, longExpansions(60, 1)),
  });

  const ask = (key: string, body: unknown, headers: http.OutgoingHttpHeaders = {}): Promise<Reply> =>
    service.as(key).post(EXPANSIONS, body, headers);

  test('200 concurrent requests spend exactly the available credits', async () => {
    const key = await service.makeKey(1_000);
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => ask(key, { limit: 10 + ((index * 7) % 41) })),
    );
    const delivered = replies
      .filter(({ status }) => status === 200)
      .reduce((sum, reply) => sum + (reply.json() as unknown[]).length, 0);
    const statuses = new Set(replies.map(({ status }) => status));
    expect([...statuses].every((status) => [200, 404, 405].includes(status))).toBe(true);
    expect(await service.account(key)).toMatchObject({ credits: 1_000 - delivered });
    // the remaining credits are too few for the smallest refused request
    expect(1_000 - delivered).toBeLessThan(50);
  });

  test.each([
    ['that was not delivered: given back', undefined, 10],
    ['that was delivered: stays', 'deliver', 6],
    ['that was repeated: stays', 'repeat', 6],
    ['whose name another query had: given back', 'ask otherwise', 10],
  ])('the charge of a forgotten answer %s', async (_, before, left) => {
    const key = await service.makeKey(10);
    const { id: keyId } = await service.account(key);
    const charge = { keyId, dataset: 'business-expansion', amount: 4 } as const;
    const repetition = { keyId, name: 'kept', fingerprint: storedAs('kept').fingerprint };
    const charged = await engine.store.charge({ ...charge, answer: storedAs('kept') });
    const { chargeId } = charged as { chargeId: number };
    if (before === 'deliver') await engine.store.markDelivered([chargeId]);
    if (before === 'repeat') expect(await engine.store.findAnswer(repetition)).toMatchObject({ charged: 4 });
    if (before === 'ask otherwise') await engine.store.findAnswer({ ...repetition, fingerprint: 'another' });
    await letDaysPass(engine, 1);
    expect(await engine.store.findAnswer(repetition)).toBeUndefined();
    await Promise.all([engine.store.cleanUp(), engine.store.cleanUp()]);
    expect(await service.account(key)).toMatchObject({ credits: left });
    expect(await engine.store.charge({ ...charge, answer: storedAs('kept') })).toMatchObject({
      left: left - 4,
    });
  });

  test.each([
    ['credits that are added', 5, {}],
    ['a cap that is removed', 1_000, { dailyCap: 5 }],
  ])('%s while a request runs do not make its short answer a whole one', async (_, credits, rules) => {
    const key = await service.makeKey(credits, rules);
    const { id: keyId } = await service.account(key);
    let isRaised = false;
    const raised = await startService({
      ...engine.store,
      queryRecords: async (...query) => {
        const answer = await engine.store.queryRecords(...query);
        if (!isRaised) {
          await engine.store.addCredits(keyId, 1_000);
          await engine.store.updateKey(keyId, { dailyCap: null });
        }
        isRaised = true;
        return answer;
      },
    });
    const repeatable = () => raised.as(key).post(EXPANSIONS, { limit: 50 }, { 'idempotency-key': 'short' });
    expect((await repeatable()).status).toBeGreaterThanOrEqual(400);
    expect(await service.account(key)).toMatchObject({ charges: [] });
    expect((await repeatable()).json()).toHaveLength(50);
    await raised.close();
  });

  test('a request without an idempotency key can be repeated for ten minutes by its request id', async () => {
    const key = await service.makeKey(10);
    const first = await ask(key, { limit: 4 });
    const id = String(first.headers['x-request-id']);
    expect(id).toMatch(/^req_[\w-]+$/);
    const again = await ask(key, { limit: 4 }, { 'idempotency-key': id });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(again.headers).not.toHaveProperty('x-request-id');
    const other = await ask(await service.makeKey(10), { limit: 4 }, { 'idempotency-key': id });
    expect([other.status, other.headers['idempotent-replayed']]).toEqual([200, undefined]);
    await engine.sql(`update stored_answer set expires = expires - interval '10 minutes'`);
    const late = await ask(key, { limit: 4 }, { 'idempotency-key': id });
    expect([late.status, late.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect(await service.account(key)).toMatchObject({ credits: 2, charges: [4, 4] });
  });

  test('the ids that a proxy gives to requests name nothing: only an equal query by the same key is repeated', async () => {
    const key = await service.makeKey(20);
    const of = (id: string) => ({ 'x-request-id': id });
    // one id for all requests
    const two = await ask(key, { limit: 2 }, of('proxy'));
    const three = await ask(key, { limit: 3 }, of('proxy'));
    expect([two, three].map((reply) => (reply.json() as unknown[]).length)).toEqual([2, 3]);
    for (const { headers } of [two, three]) expect(headers['x-request-id']).toMatch(/^req_/);
    // an id for each retry
    const first = await ask(key, { limit: 4 }, { 'idempotency-key': 'a', ...of('try-1') });
    const retried = await ask(key, { limit: 4 }, { 'idempotency-key': 'a', ...of('try-2') });
    expect([retried.text, retried.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect(await service.account(key)).toMatchObject({ charges: [2, 3, 4] });
    // a client that takes the id of the proxy for that of the service
    const named = { 'idempotency-key': 'proxy', ...of('proxy') };
    expect((await ask(key, { limit: 1 }, named)).headers['idempotent-replayed']).toBeUndefined();
    const refused = /^400 BAD_INPUT: idempotency-key was already used/;
    expect(refusalIn(await ask(key, { limit: 2 }, named))).toMatch(refused);
    const other = await service.makeKey(20);
    expect((await ask(other, { limit: 5 }, named)).headers['idempotent-replayed']).toBeUndefined();
    expect(await service.account(key)).toMatchObject({ charges: [2, 3, 4, 1] });
    expect(await service.account(other)).toMatchObject({ charges: [5] });
  });

  describe('Idempotency-Key', () => {
    test('the same request is answered again and not charged again, even without credits left', async () => {
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
      expect(await service.account(key)).toMatchObject({ credits: 0 });
    });

    test('50 requests with one key at the same time are paid once and answered alike', async () => {
      const key = await service.makeKey(1_000);
      const replies = await Promise.all(
        Array.from({ length: 50 }, () => ask(key, { limit: 7 }, { 'idempotency-key': 'same' })),
      );
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(new Set(replies.map(({ headers }) => headers['x-credits-remaining']))).toEqual(new Set(['993']));
      expect(await service.account(key)).toMatchObject({ credits: 993 });
    });

    test.each(['', 'two words', 'x'.repeat(201)])('%j is refused', async (name) => {
      const key = await service.makeKey(10);
      const reply = await ask(key, {}, { 'idempotency-key': name });
      expect(refusalIn(reply)).toBe('400 BAD_INPUT: idempotency-key must be 1 to 200 visible characters');
    });
  });
});
