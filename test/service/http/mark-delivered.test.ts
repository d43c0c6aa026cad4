/** A stop waits for a delivery that is being recorded: otherwise its answer would be refunded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createGate } from '../../support/gate.js';
import { useEngine } from '../support/engines.js';
import { fillWithExpansions, EXPANSIONS as RECORDS } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { startService } from '../support/test-service.js';

const engine = useEngine();

beforeAll(() => fillWithExpansions(engine.store, RECORDS));

/** Stops a service while it records a delivery, and lets the record go on a moment later. */
async function stopDuring(record: (ids: readonly number[]) => Promise<unknown>): Promise<void> {
  const [begun, goesOn] = [createGate(), createGate()];
  const service = await startService({
    ...engine.store,
    markDelivered: async (ids) => {
      begun.open();
      await goesOn.opened;
      await record(ids);
    },
  });
  const key = await service.makeKey(5);
  expect((await service.as(key).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
  await begun.opened;
  const closed = service.close();
  await sleep(50);
  goesOn.open();
  await closed;
}

test('the service stops only after a record that has begun', async () => {
  const recorded: number[] = [];
  await stopDuring(async (ids) => {
    await sleep(50);
    recorded.push(...ids);
  });
  expect(recorded).toHaveLength(1);
});

test('a record that fails while the service stops is tried again', async () => {
  const recorded: number[] = [];
  let failures = 2;
  await stopDuring(async (ids) => {
    failures -= 1;
    if (failures >= 0) throw new Error('The database is busy');
    recorded.push(...ids);
  });
  expect(recorded).toHaveLength(1);
});

test('a store that has failed for good does not keep the service from stopping', async () => {
  const record = jest.fn(async () => {
    throw new Error('The store has stopped');
  });
  await stopDuring(record);
  const attempts = record.mock.calls.length;
  // longer than the time after which a running service tries again
  await sleep(2_300);
  expect(record).toHaveBeenCalledTimes(attempts);
});
