/** A paid question of a key that was valid a moment ago: one call for key, records and charge, and one to settle; and a key that ends in between. */
import pg from 'pg';
import { BILLINGS } from '../../../src/service/database/keys.js';
import { digestOf } from '../../../src/service/keys/api-key.js';
import type { Store } from '../../../src/service/store/create-store.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { COMPANIES, EXPANSIONS as RECORDS } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { PEPPER, useTestService } from '../support/test-service.js';

const BODY = { limit: 2 };

describe.each(ENGINES)('on $name', ({ name, open }) => {
  const engine = useEngine(open);
  let calls: string[] = [];
  const service = useTestService(engine, {
    credits: 100,
    fill: async (store) => {
      await store.putCompanies(COMPANIES);
      await store.putRecords('business-expansion', RECORDS);
    },
    store: (store) => counting(store, (name) => calls.push(name)),
  });
  const ask = (key: string, headers = {}, body: unknown = BODY) =>
    service.send(EXPANSIONS, { headers: { 'x-api-key': key, ...headers }, body });
  const callsOf = async (work: Promise<unknown>) => {
    calls = [];
    await work;
    // what follows an answer
    await new Promise((resolve) => setTimeout(resolve, 20));
    return calls;
  };

  test('the first question looks the key up, and those after it ask once and settle once', async () => {
    const key = await service.makeKey(100);
    expect(await callsOf(ask(key))).toEqual(['findAccount', 'buyRecords', 'settle']);
    expect(await callsOf(ask(key))).toEqual(['buyRecords', 'settle']);
    expect(await callsOf(ask(key, {}, { limit: 2, companyName: 'nobody of that name' }))).toEqual([
      'buyRecords',
    ]);
    const stored = await callsOf(ask(key, { 'idempotency-key': 'a' }));
    expect(stored.slice(0, 2)).toEqual(['findAccount', 'findAnswer']);
    expect(
      await callsOf(service.send('/api/v1/account', { method: 'GET', headers: { 'x-api-key': key } })),
    ).toEqual(['findAccount', 'accountBook']);
  });

  // the embedded engine is in another thread, whose statements cannot be counted here
  const isSeen = name !== 'PGlite';
  if (isSeen)
    test('a paid answer takes three statements', async () => {
      const key = await service.makeKey(100);
      await ask(key);
      const query = jest.spyOn(pg.Client.prototype, 'query');
      const statements = async (work: Promise<unknown>) => {
        query.mockClear();
        await work;
        return query.mock.calls.length;
      };
      try {
        // the records, the charge, and its settlement
        expect(await statements(ask(key))).toBe(3);
        // no record, and whether the key is still valid
        const nothing = { limit: 2, startDate: '2000-01-01', endDate: '2000-01-02' };
        expect(await statements(ask(key, {}, nothing))).toBe(2);
      } finally {
        query.mockRestore();
      }
    });

  test('credits, billing and cap are those of now', async () => {
    const key = await service.makeKey(5);
    expect((await ask(key)).headers['x-credits-remaining']).toBe('3');
    const [row] = await engine.sql('select max(id)::int as id from api_key');
    await engine.store.addCredits(row!['id'] as number, -2);
    const refused = await ask(key);
    expect([refused.status, (refused.json() as { code: string }).code]).toEqual([405, 'FEW_CREDITS']);
    await engine.store.addCredits(row!['id'] as number, -1);
    const empty = await ask(key);
    expect([empty.status, (empty.json() as { code: string }).code]).toEqual([404, 'NO_CREDITS']);
    await engine.store.addCredits(row!['id'] as number, 7);
    expect((await ask(key)).headers['x-credits-remaining']).toBe('5');
  });

  test('a key that was revoked or replaced is refused at once, charged nothing, and looked up from then on', async () => {
    const ends = (['revoke', 'rotate'] as const).flatMap((end) =>
      BILLINGS.map((billing) => ({ end, billing })),
    );
    for (const { end, billing } of ends) {
      const key = await service.makeKey(10, { billing });
      expect((await ask(key)).status).toBe(200);
      const [row] = await engine.sql('select max(id)::int as id from api_key');
      const id = row!['id'] as number;
      if (end === 'revoke') await engine.store.revokeKey(id);
      else await engine.store.rotateKey(id, { digest: `another ${id}`, prefix: '' });
      const refused = await ask(key, {}, { limit: 3 });
      expect([refused.status, (refused.json() as { code: string }).code]).toEqual([400, 'BAD_KEY']);
      expect(await callsOf(ask(key))).toEqual(['findAccount']);
      const late = {
        keyId: id,
        digest: digestOf(key, PEPPER),
        amount: 1,
        dataset: 'business-expansion',
      } as const;
      expect(await engine.store.charge(late)).toEqual({ outcome: 'BAD_KEY' });
      const [after] = await engine.sql(`select credits::int as credits,
        (select count(*)::int from ledger where key_id = ${id} and delta < 0) as charges,
        (select count(*)::int from entitlement where key_id = ${id}) as owned from api_key where id = ${id}`);
      expect(after).toEqual({ credits: 8, charges: 1, owned: billing === 'per-version' ? 2 : 0 });
    }
  });
});

/** Tells the name of each call. */
function counting(store: Store, tell: (name: string) => void): Store {
  return new Proxy(store, {
    get: (target, name: keyof Store) => {
      const method = target[name] as (...values: readonly unknown[]) => unknown;
      return (...values: readonly unknown[]) => {
        tell(name);
        return method(...values);
      };
    },
  });
}
