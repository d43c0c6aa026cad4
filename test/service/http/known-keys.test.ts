/** The statements of a paid query; and a key that is revoked during it pays nothing. */
import pg from 'pg';
import { BILLINGS } from '../../../src/contract/enumerations.js';
import { digestOf, prefixOf } from '../../../src/service/keys/api-key.js';
import { storedAs } from '../support/account.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { fillWithExpansions, EXPANSIONS as RECORDS } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { PEPPER, useTestService } from '../support/test-service.js';

const BODY = { limit: 2 };

describe.each(ENGINES)('on $name', ({ name, open }) => {
  const engine = useEngine(open);
  const service = useTestService(engine, {
    credits: 100,
    fill: (store) => fillWithExpansions(store, RECORDS),
  });
  const ask = (key: string, headers = {}, body: unknown = BODY) =>
    service.as(key).post(EXPANSIONS, body, headers);

  // the embedded engine is in another thread, whose statements cannot be counted here
  const isSeen = name !== 'PGlite';
  if (isSeen)
    test('a paid answer takes three statements', async () => {
      const key = await service.makeKey(100);
      await ask(key);
      const query = jest.spyOn(pg.Client.prototype, 'query');
      const statements = async (work: () => Promise<unknown>) => {
        query.mockClear();
        await work();
        // a connection that the pool opens meanwhile runs its set-up as plain texts
        const texts = query.mock.calls.flatMap(([one]) =>
          typeof one === 'string' ? [] : [one as { text: string }],
        );
        // the delivery is recorded at some later time
        return texts.filter(({ text }) => !text.includes('set delivered')).length;
      };
      try {
        // the key, the records, and the charge
        expect(await statements(() => ask(key))).toBe(3);
        // its name is looked up first, and a repetition reads no records
        const named = { 'idempotency-key': 'a' };
        expect(await statements(() => ask(key, named))).toBe(4);
        expect(await statements(() => ask(key, named))).toBeLessThan(4);
        // the key, and no record
        const nothing = { limit: 2, startDate: '2000-01-01', endDate: '2000-01-02' };
        expect(await statements(() => ask(key, {}, nothing))).toBe(2);
      } finally {
        query.mockRestore();
      }
    });

  test('a revoked or replaced key is refused at once, and charged nothing', async () => {
    const ends = (['revoke', 'rotate'] as const).flatMap((end) =>
      BILLINGS.map((billing) => ({ end, billing })),
    );
    for (const { end, billing } of ends) {
      const key = await service.makeKey(10, { billing });
      expect((await ask(key)).status).toBe(200);
      const { id } = await service.account(key);
      if (end === 'revoke') await engine.store.revokeKey(id);
      else await engine.store.rotateKey(id, { digest: `another ${id}`, prefix: prefixOf(key) });
      const refused = await ask(key, {}, { limit: 3 });
      expect([refused.status, (refused.json() as { code: string }).code]).toEqual([400, 'BAD_KEY']);
      const late = {
        keyId: id,
        digest: digestOf(key, PEPPER),
        amount: 1,
        dataset: 'business-expansion',
        answer: storedAs('late'),
      } as const;
      expect(await engine.store.charge(late)).toEqual({ outcome: 'BAD_KEY' });
      expect(await service.account(key)).toMatchObject({
        credits: 8,
        charges: [2],
        versions: billing === 'per-version' ? 2 : 0,
      });
    }
  });
});
