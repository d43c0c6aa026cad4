/** A disk that fills up under the embedded engine: a message, a 503, an orderly stop, and nothing lost. */
import { once } from 'node:events';
import path from 'node:path';
import { copyData } from '../support/prepared-data.js';
import { scaled, scaledSample } from '../support/scale.js';
import { useTempFolders } from '../support/temp-folder.js';
import { useFolder } from './support/import-runs.js';
import { readPart } from './support/part-reader.js';
import { createKey, creditsIn, runForJson } from './support/run-here.js';
import { runProgram, usePrograms } from './support/run-service.js';
import { incompressible, namedExpansions } from './support/sample.js';

const EXPANSIONS = '/api/v2/dataset/business-expansion';
const RECORD_COUNT = 50;
const CREDITS = 100_000;
/** Room for some hundred answers, but not for another file of the engine's log. */
const ROOM = 20_000_000;
/** More than fits into that room. */
const LINES = scaled(12_000, 30_000);
/** The number of stored answers that are requested again. */
const REPEATED = 20;

const startProgram = usePrograms();
const folder = useFolder();
const newFolder = useTempFolders();
let environment: Readonly<Record<string, string>>;
/** The environment with a disk that fills up. */
let full: Readonly<Record<string, string>>;

beforeEach(async () => {
  const DATA_DIR = await copyData('empty', newFolder());
  environment = { DATA_DIR, SEED: 'off', RATE_LIMIT: '0', DATABASE_URL: '' };
  full = {
    ...environment,
    NODE_OPTIONS: `--require ${path.join(__dirname, 'support/full-disk.cjs')}`,
    FULL_DISK_AFTER: String(ROOM),
  };
});

const recordsFile = (count: number) =>
  folder.write('records.ndjson', incompressible(namedExpansions(count, 1)));

test('the request gets 503, the service ends with a message, and acknowledged data survive', async () => {
  const key = await createKey(environment, CREDITS);
  const file = await recordsFile(RECORD_COUNT);
  await runForJson(['import', 'business-expansion', file], environment);

  const service = await startProgram(full);
  const ended = once(service.process, 'exit');
  const ask = (url: string, name: string) =>
    readPart({
      address: url + EXPANSIONS,
      headers: { 'x-api-key': key, 'idempotency-key': name },
      body: { limit: RECORD_COUNT },
    });
  const answers: string[] = [];
  let last = await ask(service.url, 'n0');
  while (last.status === 200) {
    answers.push(last.body);
    last = await ask(service.url, `n${answers.length}`);
  }
  expect(answers.length).toBeGreaterThan(20);
  expect([last.status, last.body]).toEqual([503, expect.stringContaining('"UNAVAILABLE"')]);
  expect(await ended).toEqual([1, null]);
  expect(service.errors()).toMatch(/No space left on device.*the service stops/s);

  const again = await startProgram(environment);
  for (const [index, body] of scaledSample([...answers.entries()], REPEATED)) {
    const repeated = await ask(again.url, `n${index}`);
    expect(repeated.head).toContain('idempotent-replayed: true');
    expect(repeated.body).toBe(body);
  }
  await again.stop();
  // the last request may have been charged; then its answer is stored
  const paid = (CREDITS - (await creditsIn(environment))) / RECORD_COUNT;
  expect([answers.length, answers.length + 1]).toContain(paid);
});

test('an import ends with a message, and is run again if there is room', async () => {
  const file = await recordsFile(LINES);
  const failed = await runProgram(['import', 'business-expansion', file], full);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('No space left on device')]);
  const repeated = await runForJson(['import', 'business-expansion', file], environment);
  const { lines, written, unchanged } = repeated as Record<string, number>;
  expect([lines, written! + unchanged!]).toEqual([LINES, LINES]);
});

test('a service without room at its start ends with a message', async () => {
  const none = await runProgram([], {
    ...full,
    DATA_DIR: path.join(newFolder(), 'new'),
    FULL_DISK_AFTER: '1000000',
  });
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database has failed: .*No space left on device/),
  ]);
});
