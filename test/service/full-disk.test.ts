/** A disk that fills up under the embedded engine: a message, a 503, an orderly stop, and nothing lost. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyData } from '../support/prepared-data.js';
import { scaled, scaledSample } from '../support/scale.js';
import { readPart } from './support/part-reader.js';
import { runHere } from './support/run-here.js';
import { runProgram, usePrograms } from './support/run-service.js';

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
let dataDirectory: string;
let environment: Readonly<Record<string, string>>;
/** The environment with a disk that fills up. */
let full: Readonly<Record<string, string>>;

beforeEach(async () => {
  dataDirectory = await copyData('empty');
  environment = { DATA_DIR: dataDirectory, SEED: 'off', RATE_LIMIT: '0', DATABASE_URL: '' };
  full = {
    ...environment,
    NODE_OPTIONS: `--require ${path.join(__dirname, 'support/full-disk.cjs')}`,
    FULL_DISK_AFTER: String(ROOM),
  };
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

async function recordsFile(count: number): Promise<string> {
  const file = path.join(dataDirectory, 'records.ndjson');
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `r${index}`,
      announcedDate: '2026-01-05',
      company: { name: 'Acme' },
      title: randomBytes(1_500).toString('base64'),
    }),
  );
  await writeFile(file, lines.join('\n'));
  return file;
}

test('the request gets 503, the service ends with a message, and acknowledged data survive', async () => {
  const created = ['keys', 'create', '--name', 'N', '--credits', String(CREDITS), '--json'];
  const { key } = JSON.parse((await runHere(created, environment)).stdout) as { key: string };
  const file = await recordsFile(RECORD_COUNT);
  expect((await runHere(['import', 'business-expansion', file], environment)).code).toBe(0);

  const service = await startProgram(full);
  const errors: string[] = [];
  service.process.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = once(service.process, 'exit');
  const ask = (url: string, name: string) =>
    readPart({
      address: url + EXPANSIONS,
      headers: { 'x-api-key': key, 'idempotency-key': name },
      body: { limit: RECORD_COUNT },
      bytes: Number.POSITIVE_INFINITY,
      patience: 0,
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
  expect(errors.join('')).toMatch(/No space left on device.*the service stops/s);

  const again = await startProgram(environment);
  for (const [index, body] of scaledSample([...answers.entries()], REPEATED)) {
    const repeated = await ask(again.url, `n${index}`);
    expect(repeated.head).toContain('idempotent-replayed: true');
    expect(repeated.body).toBe(body);
  }
  await again.stop();
  const [{ credits }] = JSON.parse((await runHere(['keys', 'list', '--json'], environment)).stdout) as [
    { credits: number },
  ];
  // the last request may have been charged; then its answer is stored
  const paid = (CREDITS - credits) / RECORD_COUNT;
  expect([answers.length, answers.length + 1]).toContain(paid);
});

test('an import ends with a message, and resumes if there is room', async () => {
  const file = await recordsFile(LINES);
  const failed = await runProgram(['import', 'business-expansion', file], full);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('No space left on device')]);
  const resumed = await runHere(['import', 'business-expansion', file, '--json'], environment);
  expect(resumed.code).toBe(0);
  const { lines, written, unchanged, resumedAfter } = JSON.parse(resumed.stdout) as Record<string, number>;
  expect({ lines, written, unchanged }).toEqual({
    lines: LINES - resumedAfter!,
    written: lines,
    unchanged: 0,
  });
});

test('a service without room at its start ends with a message', async () => {
  const none = await runProgram([], {
    ...full,
    DATA_DIR: path.join(dataDirectory, 'new'),
    FULL_DISK_AFTER: '1000000',
  });
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database has failed: .*No space left on device/),
  ]);
});
