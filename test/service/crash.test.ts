/** kill -9 during paid answers: read answers are paid, and charges for undelivered ones are refunded. */
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/service/database/database.js';
import { createStore } from '../../src/service/store/create-store.js';
import { eventually } from '../support/eventually.js';
import { copyData } from '../support/prepared-data.js';
import { createServerDatabase, SERVER_URL } from './support/engines.js';
import { useFolder } from './support/import-runs.js';
import { readPart, wholeRecords } from './support/part-reader.js';
import { createKey, runHere } from './support/run-here.js';
import { usePrograms } from './support/run-service.js';
import { namedExpansions } from './support/sample.js';

const PATH = '/api/v2/dataset/business-expansion';
const CREDITS = 1_000_000;
const CLIENTS = 20;
const KILLS = 3;

interface Place {
  readonly environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  /** Refunds undelivered answers; missing if the database cannot be reached beside the service. */
  readonly refundUnread?: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const PLACES: readonly (readonly [name: string, make: () => Promise<Place>])[] = [
  ['PGlite', onPglite],
  ...(SERVER_URL ? [['PostgreSQL', onServer.bind(null, SERVER_URL)] as const] : []),
];

const startProgram = usePrograms();
const folder = useFolder();

test.each(PLACES)('on %s', async (_, make) => {
  const { environment, refundUnread, remove } = await make();
  const command = (...args: string[]) => runHere([...args, '--json'], environment);
  expect((await command('migrate')).code).toBe(0);
  const key = await createKey(environment, CREDITS);
  const file = await folder.write('records.ndjson', namedExpansions(400, 100));
  expect((await command('import', 'business-expansion', file)).code).toBe(0);

  let delivered = 0;
  /** Records of the answers whose first byte has arrived. */
  let begun = 0;
  let round = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const service = await startProgram(environment);
    let running = true;
    const clients = Array.from({ length: CLIENTS }, async (__, client) => {
      while (running) {
        round += 1;
        const body = { limit: 1 + ((round * 7 + client) % 300) };
        const part = await readPart({
          address: service.url + PATH,
          headers: { 'x-api-key': key },
          body,
          bytes: Number.POSITIVE_INFINITY,
          patience: 0,
        });
        delivered += wholeRecords(part.body);
        if (part.body !== '') begun += body.limit;
        // the service has stopped
        if (part.status === 0) await sleep(5);
      }
    });
    // during answers, even on a slow machine
    const before = delivered;
    await eventually(() => delivered > before);
    await sleep(200 + kill * 150);
    await service.stop('SIGKILL');
    await sleep(50);
    running = false;
    await Promise.all(clients);
  }
  /** The charged credits of the ledger, after a check that the balance agrees. */
  const charged = async () => {
    const [{ credits }] = JSON.parse((await command('keys', 'list')).stdout) as [{ credits: number }];
    const usage = JSON.parse((await command('keys', 'usage', '--id', '1')).stdout) as {
      reason: string;
      credits: number;
    }[];
    const sum = usage
      .filter(({ reason }) => reason === 'business-expansion')
      .reduce((total, row) => total + row.credits, 0);
    expect(sum).toBe(CREDITS - credits);
    return sum;
  };
  expect(delivered).toBeGreaterThan(0);
  expect(await charged()).toBeGreaterThanOrEqual(delivered);
  if (refundUnread) {
    await refundUnread();
    // answers that are recorded as delivered have begun to arrive
    expect(await charged()).toBeLessThanOrEqual(begun);
  }
  await remove();
});

async function onPglite(): Promise<Place> {
  const DATA_DIR = await copyData('empty');
  return {
    environment: { DATA_DIR, SEED: 'off', RATE_LIMIT: '0' },
    remove: () => rm(DATA_DIR, { recursive: true }),
  };
}

async function onServer(serverUrl: string): Promise<Place> {
  const { url, drop } = await createServerDatabase(serverUrl);
  const place = await onPglite();
  return {
    environment: { ...place.environment, DATABASE_URL: url },
    refundUnread: async () => {
      const store = createStore(openDatabase({ connectionString: url, max: 2 }));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('update stored_answer set expires = now() where not delivered');
      await store.cleanUp();
      await client.end();
      await store.close();
    },
    remove: async () => {
      await place.remove();
      await drop();
    },
  };
}
