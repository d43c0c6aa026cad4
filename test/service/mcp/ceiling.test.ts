/** Nothing passes a grant's ceiling: neither concurrent calls or instances, nor midnight, nor a crash. */
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { chargeOf, errorOf } from '../../client/assistant/support/tool-result.js';
import { dayOf, askDays as days } from '../../client/client-service.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { copyData } from '../../support/prepared-data.js';
import { createRandom } from '../../support/random.js';
import { SEED } from '../../support/seed.js';
import { accountOf, storedAs } from '../support/account.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { useFolder } from '../support/import-runs.js';
import { byHand } from '../support/oauth.js';
import { createKey, creditsIn, runForJson } from '../support/run-here.js';
import { usePrograms } from '../support/run-service.js';
import { fillWithSample } from '../support/sample.js';
import { type KeyRules, startService, type TestService } from '../support/test-service.js';

const startProgram = usePrograms();
const files = useFolder();
const RECORDS = Array.from({ length: 60 }, (_, index) => ({
  ...{ id: `e${index}`, company: { id: 'c1' }, announcedDate: dayOf(index), lastModified: dayOf(index) },
}));

/** An assistant with a token. */
async function assistant(url: string, token: string) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }) as Transport);
  return (args: object) =>
    client.callTool({ name: 'ask', arguments: { ...args } }) as Promise<CallToolResult>;
}

describe.each(ENGINES)('on $name', ({ open, turn }) => {
  const engine = useEngine(open);
  let instances: readonly TestService[] = [];
  beforeAll(async () => {
    await fillWithSample(engine.store);
    await engine.store.putRecords('business-expansion', RECORDS);
    const one = await startService(engine.store, { mcp: {} });
    // another instance behind the same address
    instances = [one, await startService(engine.store, { mcp: { url: one.url } })];
  });
  afterAll(() => Promise.all(instances.map((instance) => instance.close())));

  async function begin(ceiling: number, credits = 1_000, rules: KeyRules = {}) {
    const [one, other] = instances as [TestService, TestService];
    const key = await one.makeKey(credits, rules);
    const { access_token } = await byHand(one.url).tokens({ key, credits: ceiling });
    const { id } = await accountOf(engine, key);
    return {
      id,
      asks: await Promise.all([one, other].map(({ url }) => assistant(url, access_token))),
      spent: async () => credits - (await accountOf(engine, key)).credits,
      grant: async () => {
        const [row] = await engine.sql(
          'select id::int as id, spent::int as spent from oauth_grant where key_id = $1',
          [id],
        );
        return row as unknown as { readonly id: number; readonly spent: number };
      },
    };
  }

  test('by random concurrent calls over two instances', async () => {
    const random = createRandom(SEED + turn);
    const { asks, spent, grant } = await begin(20);
    const results = await Promise.all(
      Array.from({ length: 24 }, () => {
        const most = 1 + random.below(8);
        return random.pick(asks)(days(random.below(40), 1 + random.below(8), most));
      }),
    );
    const told = results.reduce((sum, result) => sum + (chargeOf(result)?.charged ?? 0), 0);
    expect(told).toBeLessThanOrEqual(20);
    expect(await spent()).toBe(told);
    expect((await grant()).spent).toBe(told);
  });

  test('by random concurrent charges, each in its own transaction', async () => {
    const random = createRandom(SEED + turn + 10);
    const { id, grant, spent } = await begin(50);
    const { id: grantId } = await grant();
    /** Charges like another process: the store itself sends a key's charges one after the other. */
    const chargeElsewhere = async (name: string, amount: number, ceiling: number | undefined) => {
      const [row] = await engine.sql(
        `select outcome, charged::int as charged from charge_grant($1, $2, null, $3, 'business-expansion', null, $4, $5,
          'f', '[]', interval '1 hour', 1000000)`,
        [grantId, id, amount, ceiling ?? null, name],
      );
      return row as unknown as { readonly outcome: string; readonly charged: number };
    };
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const [name, amount] = [`charge-${index}`, 1 + random.below(9)];
        const ceiling = random.chance(0.5) ? random.below(10) : undefined;
        if (random.chance(0.6)) return chargeElsewhere(name, amount, ceiling);
        return engine.store.charge({
          ...{ keyId: id, grantId, amount, dataset: 'business-expansion' },
          ...(ceiling !== undefined && { ceiling }),
          answer: storedAs(name),
        });
      }),
    );
    const charged = outcomes
      .map((one: { readonly outcome: string; readonly charged?: number }) => one)
      .filter(({ outcome }) => outcome === 'charged')
      .reduce((sum, one) => sum + (one.charged ?? 0), 0);
    expect(charged).toBeGreaterThan(40);
    expect(charged).toBeLessThanOrEqual(50);
    expect([await spent(), (await grant()).spent]).toEqual([charged, charged]);
    const other = {
      keyId: id + 1,
      grantId,
      amount: 1,
      dataset: 'business-expansion',
      answer: storedAs('x'),
    } as const;
    expect(await engine.store.charge(other)).toEqual({ outcome: 'BAD_KEY' });
  });

  test('a new day resets it, and a clock that goes back does not', async () => {
    const { asks, grant } = await begin(5);
    const [ask] = asks as [(typeof asks)[0]];
    expect(chargeOf(await ask(days(0, 5, 5))).charged).toBe(5);
    expect(errorOf(await ask(days(10, 1, 1)))).toMatchObject({ code: 'BUDGET' });
    const turn_to = (day: string) =>
      engine.sql(`update oauth_grant set spent_day = (now() at time zone 'UTC')::date ${day}`);
    await turn_to('- 1');
    expect(chargeOf(await ask(days(20, 3, 5))).charged).toBe(3);
    expect((await grant()).spent).toBe(3);
    // the clock went back
    await turn_to('+ 1');
    expect(chargeOf(await ask(days(30, 2, 5))).charged).toBe(2);
    expect(errorOf(await ask(days(40, 1, 1)))).toMatchObject({ code: 'BUDGET' });
  });

  test('the cap of the key applies, too', async () => {
    const { asks, spent } = await begin(100, 100, { dailyCap: 3 });
    expect(errorOf(await asks[0]!(days(0, 5, 50)))).toMatchObject({ charged: 0 });
    expect(chargeOf(await asks[0]!(days(0, 3, 50))).charged).toBe(3);
    expect(await spent()).toBe(3);
  });

  test('owned records are free even if the ceiling is reached', async () => {
    const { asks, spent } = await begin(5, 100, { billing: 'per-version' });
    expect(chargeOf(await asks[0]!(days(0, 5, 5))).charged).toBe(5);
    // with other filters, so that it is not the same answer
    expect(chargeOf(await asks[1]!(days(0, 4, 5)))).toMatchObject({ charged: 0, owned: 4 });
    expect(errorOf(await asks[1]!(days(0, 6, 5)))).toBeDefined();
    expect(await spent()).toBe(5);
  });
});

test('a service that is killed after a charge: the ceiling counts it, and the repeated answer is free', async () => {
  const DATA_DIR = await copyData('empty', path.join(files.path, 'data'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { DATA_DIR, SEED: 'off', PORT: String(port), MCP_URL: url };
  const key = await createKey(environment, 100);
  const file = await files.write('records.ndjson', RECORDS);
  await runForJson(['import', 'business-expansion', file], environment);
  const first = await startProgram(environment);
  const { access_token } = await byHand(url).tokens({ key, credits: 8 });
  const ask = await assistant(url, access_token);
  const lost = ask(days(0, 6, 8)).catch((error: unknown) => error);
  await eventually(async () => (await creditsIn(environment)) < 100);
  await first.stop('SIGKILL');
  await lost;
  await startProgram(environment);
  const again = await assistant(url, access_token);
  expect(errorOf(await again(days(10, 6, 8)))).toMatchObject({ code: 'BUDGET', charged: 0 });
  expect(chargeOf(await again(days(0, 6, 8)))).toMatchObject({ charged: 0 });
  expect(chargeOf(await again(days(20, 2, 8)))).toMatchObject({ charged: 2 });
  expect(errorOf(await again(days(30, 1, 8)))).toMatchObject({ code: 'BUDGET', charged: 0 });
  expect(await creditsIn(environment)).toBe(92);
});
