/** kill -9 during paid answers: read answers are paid, and charges for undelivered ones are refunded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { useFolder } from './support/import-runs.js';
import { readPart, wholeRecords } from './support/part-reader.js';
import { createKey, creditsIn, runForJson } from './support/run-here.js';
import { usePrograms } from './support/run-service.js';
import { namedExpansions } from './support/sample.js';
import { TEST_DATABASES } from './support/test-databases.js';

const PATH = '/api/v2/dataset/business-expansion';
const CREDITS = 1_000_000;
const CLIENTS = 20;
const KILLS = 3;

const startProgram = usePrograms();
const folder = useFolder();

test.each(TEST_DATABASES)('on %s', async (_, open) => {
  const { sql, drop, ...database } = await open();
  const environment = { ...database.environment, SEED: 'off', RATE_LIMIT: '0' };
  await runForJson(['migrate'], environment);
  const key = await createKey(environment, CREDITS);
  const file = await folder.write('records.ndjson', namedExpansions(400, 100));
  await runForJson(['import', 'business-expansion', file], environment);

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
        const part = await readPart({ address: service.url + PATH, headers: { 'x-api-key': key }, body });
        delivered += wholeRecords(part.body);
        if (part.body !== '') begun += body.limit;
        // the service has stopped
        if (part.status === 0) await sleep(5);
      }
    });
    // during answers, even on a slow machine, and after more records each time
    const enough = delivered + 1_000 * (1 + kill);
    await eventually(() => delivered > enough, { withinMs: 120_000 });
    await service.stop('SIGKILL');
    running = false;
    await Promise.all(clients);
  }
  /** The charged credits of the ledger, after a check that the balance agrees. */
  const charged = async () => {
    const usage = await runForJson(['keys', 'usage', '--id', '1'], environment);
    const sum = (usage as { reason: string; credits: number }[])
      .filter(({ reason }) => reason === 'business-expansion')
      .reduce((total, row) => total + row.credits, 0);
    expect(sum).toBe(CREDITS - (await creditsIn(environment)));
    return sum;
  };
  expect(delivered).toBeGreaterThan(0);
  expect(await charged()).toBeGreaterThanOrEqual(delivered);
  await sql('select forget_answer(ledger_id) from stored_answer where not delivered and not replayed');
  // what is recorded as delivered stays charged
  expect(await charged()).toBeGreaterThan(0);
  // answers that are recorded as delivered have begun to arrive
  expect(await charged()).toBeLessThanOrEqual(begun);
  await drop();
});
