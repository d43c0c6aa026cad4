/** kill -9 in the middle of paid answers: every record that was read is paid, and nothing of which nothing has left. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { copyData } from '../support/prepared-data.js';
import { createServerDatabase, SERVER_URL } from './support/engines.js';
import { readPart, wholeRecords } from './support/part-reader.js';
import { runProgram, usePrograms } from './support/run-service.js';

const PATH = '/api/v2/dataset/business-expansion';
const CREDITS = 1_000_000;
const CLIENTS = 20;
const KILLS = 3;

interface Place {
  readonly environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  /** Lets the charges that are held look old enough to be given back. */
  readonly age: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const PLACES: readonly (readonly [name: string, make: () => Promise<Place>])[] = [
  ['PGlite', onPglite],
  ...(SERVER_URL ? [['PostgreSQL', onServer.bind(null, SERVER_URL)] as const] : []),
];

const startProgram = usePrograms();

test.each(PLACES)('on %s', async (_, make) => {
  const { environment, age, remove } = await make();
  const command = (...args: string[]) => runProgram([...args, '--json'], environment);
  const file = path.join(environment.DATA_DIR, 'records.ndjson');
  const key = (
    JSON.parse((await command('keys', 'create', '--name', 'N', '--credits', String(CREDITS))).stdout) as {
      key: string;
    }
  ).key;
  await writeRecords(file);
  expect((await command('import', 'business-expansion', file)).code).toBe(0);

  let delivered = 0;
  /** Records of the answers of which the first byte has arrived. */
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
        // the service is gone
        if (part.status === 0) await sleep(5);
      }
    });
    // in the middle of answers, however slow the machine is
    const before = delivered;
    while (delivered === before) await sleep(5);
    await sleep(200 + kill * 150);
    await service.stop('SIGKILL');
    await sleep(50);
    running = false;
    await Promise.all(clients);
    await age();
  }
  // a last start gives back what was held, and stops in order
  const service = await startProgram(environment);
  await service.stop();

  const [{ credits }] = JSON.parse((await command('keys', 'list')).stdout) as [{ credits: number }];
  const usage = JSON.parse((await command('keys', 'usage', '--id', '1')).stdout) as {
    reason: string;
    credits: number;
  }[];
  const charged = usage
    .filter(({ reason }) => reason === 'business-expansion')
    .reduce((sum, row) => sum + row.credits, 0);
  await remove();
  expect(charged).toBeGreaterThan(0);
  process.stderr.write(`delivered ${delivered}, paid ${charged}, begun ${begun}, in ${KILLS} crashes\n`);
  // balance and ledger agree
  expect(charged).toBe(CREDITS - credits);
  expect(charged).toBeGreaterThanOrEqual(delivered);
  expect(charged).toBeLessThanOrEqual(begun);
});

async function onPglite(): Promise<Place> {
  const DATA_DIR = await copyData('empty');
  return {
    environment: { DATA_DIR, SEED: 'off', RATE_LIMIT: '0' },
    // alone on its directory, a service gives back at once
    age: () => Promise.resolve(),
    remove: () => rm(DATA_DIR, { recursive: true }),
  };
}

async function onServer(serverUrl: string): Promise<Place> {
  const { url, drop } = await createServerDatabase(serverUrl);
  const place = await onPglite();
  return {
    environment: { ...place.environment, DATABASE_URL: url },
    age: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`update ledger set at = at - interval '3 minutes' where state = 'held'`);
      await client.end();
    },
    remove: async () => {
      await place.remove();
      await drop();
    },
  };
}

async function writeRecords(file: string): Promise<void> {
  const lines = Array.from({ length: 400 }, (_, index) =>
    JSON.stringify({
      id: `r${index}`,
      announcedDate: '2026-01-05',
      company: { name: 'Acme' },
      title: `Headline ${index} `.repeat(100),
    }),
  );
  await writeFile(file, lines.join('\n'));
}
