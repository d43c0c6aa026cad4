/**
 * A primary that dies during paid answers: its synchronous standby takes over, and the service finds it. Read
 * answers are paid, and each paid answer had begun or can be repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/service/database/database.js';
import { createStore } from '../../src/service/store/create-store.js';
import { eventually } from '../support/eventually.js';
import { accountOf, refundUnread } from './support/account.js';
import { type Cluster, POSTGRES_PROGRAMS, startCluster } from './support/cluster.js';
import { queryOnce } from './support/engines.js';
import { useFolder } from './support/import-runs.js';
import { type Part, readPart, wholeRecords } from './support/part-reader.js';
import { createKey, runForJson } from './support/run-here.js';
import { usePrograms } from './support/run-service.js';
import { namedExpansions } from './support/sample.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const CREDITS = 1_000_000;
const CLIENTS = 12;
const RECORD_COUNT = 300;
const ANSWERS_BEFORE = 60;
const ANSWERS_AFTER = 60;

const startProgram = usePrograms();
const folder = useFolder();
const clusters: Cluster[] = [];
afterAll(async () => {
  for (const cluster of clusters) await cluster.remove();
});

interface Purchase {
  readonly limit: number;
  readonly name: string | undefined;
  readonly parts: Part[];
}

const whenInstalled = POSTGRES_PROGRAMS === undefined ? test.skip : test;
if (POSTGRES_PROGRAMS === undefined)
  process.stderr.write('failover: not tested, PostgreSQL is not installed\n');

whenInstalled('the standby takes over, and the charges hold', async () => {
  const primary = await startCluster();
  clusters.push(primary);
  const standby = await primary.addStandby();
  clusters.push(standby);
  await queryOnce(primary.url, `alter system set synchronous_standby_names = '*'`);
  await queryOnce(primary.url, 'select pg_reload_conf()');

  const environment = {
    DATA_DIR: folder.path,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`,
    SEED: 'off',
    RATE_LIMIT: '0',
  };
  await runForJson(['migrate'], environment);
  const key = await createKey(environment, CREDITS);
  const file = await folder.write('records.ndjson', namedExpansions(RECORD_COUNT, 50));
  await runForJson(['import', 'business-expansion', file], environment);
  const service = await startProgram(environment);

  const purchases: Purchase[] = [];
  let [answers, after, refused, last, gap] = [0, 0, 0, 0, 0];
  let isDead = false;
  const ask = async (purchase: Purchase) => {
    const { limit, name } = purchase;
    const headers = { 'x-api-key': key, ...(name !== undefined && { 'idempotency-key': name }) };
    const part = await readPart({ address: service.url + EXPANSIONS, headers, body: { limit } });
    purchase.parts.push(part);
    return part;
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    while (after < ANSWERS_AFTER) {
      const number = purchases.length;
      const purchase = {
        limit: 1 + (number % RECORD_COUNT),
        name: client % 2 ? `n${number}` : undefined,
        parts: [],
      };
      purchases.push(purchase);
      const { status } = await ask(purchase);
      if (status === 200) {
        answers += 1;
        const now = performance.now();
        if (isDead) {
          after += 1;
          gap = Math.max(gap, now - last);
        }
        last = now;
      } else {
        expect(status).toBe(503);
        refused += 1;
        await sleep(20);
      }
    }
  });
  await eventually(() => answers >= ANSWERS_BEFORE);
  await primary.kill();
  isDead = true;
  await standby.promote();
  await Promise.all(clients);
  process.stderr.write(`the gap in service was ${Math.round(gap)} ms, with ${refused} answers of 503\n`);
  expect(refused).toBeGreaterThan(0);

  // as providers do when the disk is nearly full
  const accepts = async (writes: boolean) => {
    await queryOnce(standby.url, `alter system set default_transaction_read_only = ${writes ? 'off' : 'on'}`);
    await queryOnce(standby.url, 'select pg_reload_conf()');
  };
  const halted = { limit: 1, name: 'read-only', parts: [] };
  purchases.push(halted);
  await accepts(false);
  await eventually(async () => (await ask(halted)).status === 503);
  await accepts(true);
  await eventually(async () => (await ask(halted)).status === 200);

  for (const purchase of purchases.filter(({ name }) => name !== undefined)) {
    expect((await ask(purchase)).status).toBe(200);
  }
  await service.stop();
  await verify(standby.url, key, purchases);
});

async function verify(url: string, key: string, purchases: readonly Purchase[]): Promise<void> {
  const store = createStore(openDatabase({ connectionString: url, max: 2 }));
  const engine = { store, sql: queryOnce.bind(null, url) };
  await refundUnread(engine);
  const { charges } = await accountOf(engine, key);
  await store.close();
  const paidFor = (limit: number) => charges.filter((amount) => amount === limit).length;
  for (let limit = 1; limit <= RECORD_COUNT; limit += 1) {
    const same = purchases.filter((purchase) => purchase.limit === limit);
    const named = same.filter(({ name }) => name !== undefined).length;
    const plain = same
      .filter(({ name }) => name === undefined)
      .flatMap(({ parts }) => parts.filter(({ status }) => status === 200));
    const read = plain.filter(({ body }) => wholeRecords(body) > 0).length;
    const begun = plain.filter(({ body }) => body !== '').length;
    // each named request was answered in the end, and is paid once
    expect(paidFor(limit)).toBeGreaterThanOrEqual(named + read);
    expect(paidFor(limit)).toBeLessThanOrEqual(named + begun);
  }
}
