/** Many paid requests over days: the engine's directory grows only by valid answers and the ledger. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { scaled } from '../support/scale.js';
import { useEngine } from './support/engines.js';
import { runImport, useFolder } from './support/import-runs.js';
import { letDaysPass } from './support/letting-time-pass.js';
import { fillWithExpansions, incompressible, longExpansions, namedExpansions } from './support/sample.js';
import { EXPANSIONS } from './support/sample-service.js';
import { useTestService } from './support/test-service.js';

const REQUESTS = scaled(400, 20_000);
const DAYS = 10;
const AT_ONCE = 8;
/** Enough that even small answers exceed the log files that the engine keeps. */
const RECORD_COUNT = scaled(20, 5);
const MEGABYTE = 1_048_576;
/** Log files that the engine keeps for reuse, and one more, besides the log between two checkpoints. */
const KEPT_LOG_BYTES = 96 * MEGABYTE;
/** The log between two checkpoints of an import. */
const IMPORT_LOG_BYTES = 64 * MEGABYTE;
/** The limit of the ledger and its indexes per request. */
const LEDGER_BYTES = 400;

const engine = useEngine();
const folder = useFolder();
const service = useTestService(engine, {
  credits: REQUESTS * RECORD_COUNT,
  fill: (store) => fillWithExpansions(store, incompressible(longExpansions(RECORD_COUNT, 1))),
});

async function bytesIn(directory: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(directory, { recursive: true })) {
    bytes += (await lstat(path.join(directory, name))).size;
  }
  return bytes;
}

async function sizes(): Promise<{ readonly data: number; readonly log: number }> {
  const log = await bytesIn(path.join(engine.directory!, 'pg_wal'));
  return { data: (await bytesIn(engine.directory!)) - log, log };
}

async function play(day: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < REQUESTS / DAYS) {
      next += 1;
      const name = `day-${day}-${next}`;
      const reply = await service
        .as(service.key)
        .post(EXPANSIONS, { limit: RECORD_COUNT }, { 'idempotency-key': name });
      expect(reply.status).toBe(200);
      const callback = `https://news.example/${'x'.repeat(500)}`;
      const delivery = { keyId: 1, group: name, callback, days: 1, news: 0, status: 200, error: null };
      await engine.store.logDelivery({ ...delivery, attempts: 1, durationMs: 1 });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

test(`${REQUESTS} requests in ${DAYS} days`, async () => {
  await engine.store.cleanUp();
  const before = await sizes();
  for (let day = 1; day <= DAYS; day += 1) {
    await letDaysPass(engine, 91);
    await engine.store.cleanUp();
    await play(day);
  }
  await engine.store.cleanUp();
  const after = await sizes();
  const [row] = await engine.sql(`select count(*)::int as answers, sum(octet_length(json))::int as bytes,
    (select count(*)::int from push_delivery) as deliveries from stored_answer`);
  const owed = row as { answers: number; bytes: number; deliveries: number };
  expect(owed).toMatchObject({ answers: REQUESTS / DAYS, deliveries: REQUESTS / DAYS });
  const grown = after.data - before.data;
  expect(grown).toBeLessThan(1.2 * owed.bytes + REQUESTS * LEDGER_BYTES + MEGABYTE);
  expect(after.log).toBeLessThan(KEPT_LOG_BYTES + 2 * owed.bytes);
});

test('an import writes a checkpoint now and then', async () => {
  for (let round = 0; round < 3; round += 1) {
    const file = await folder.write('records.ndjson', incompressible(namedExpansions(20_000, 1)));
    expect(await runImport(engine.store, { file })).toMatchObject({ written: 20_000 });
  }
  const { log } = await sizes();
  expect(log).toBeLessThan(KEPT_LOG_BYTES + IMPORT_LOG_BYTES);
});
