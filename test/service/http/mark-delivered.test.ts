/** A stop waits for a delivery that is being recorded: otherwise its answer would be refunded. */
import Fastify from 'fastify';
import { createDeliveryMarker } from '../../../src/service/http/mark-delivered.js';
import { createGate } from '../../support/gate.js';
import { useEngine } from '../support/engines.js';
import { fillWithExpansions, EXPANSIONS as RECORDS } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { startService } from '../support/test-service.js';

/** Longer than the service waits before any attempt. */
const LONG_MS = 60_000;

describe('a service', () => {
  const engine = useEngine();
  beforeAll(() => fillWithExpansions(engine.store, RECORDS));

  test('records what it has sent before it stops', async () => {
    const recorded: number[] = [];
    const markDelivered = async (ids: readonly number[]) => void recorded.push(...ids);
    const service = await startService({ ...engine.store, markDelivered });
    const key = await service.makeKey(5);
    expect((await service.as(key).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
    await service.close();
    expect(recorded).toHaveLength(1);
  });
});

describe('with a clock of the test', () => {
  afterEach(() => jest.useRealTimers());

  /** Hands over one answer, whose delivery `record` records. */
  async function deliver(record: (ids: readonly number[]) => Promise<void>) {
    // the server itself needs these
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const app = Fastify();
    const markDelivered = createDeliveryMarker(app, { markDelivered: record });
    await app.ready();
    markDelivered(1);
    const state = { isStopped: false };
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    const stop = () => {
      void app.close().then(() => {
        state.isStopped = true;
      });
    };
    return { state, pass, stop };
  }

  test('the service stops only after a record that has begun', async () => {
    const [begun, goesOn] = [createGate(), createGate()];
    const recorded: number[] = [];
    const { state, pass, stop } = await deliver(async (ids) => {
      begun.open();
      await goesOn.opened;
      recorded.push(...ids);
    });
    await pass(100);
    await begun.opened;
    stop();
    await pass(LONG_MS);
    expect(state.isStopped).toBe(false);
    goesOn.open();
    await pass(LONG_MS);
    expect([state.isStopped, recorded]).toEqual([true, [1]]);
  });

  /** Fails that many times, then records. */
  function failing(times: number) {
    const recorded: number[] = [];
    let attempts = 0;
    const record = async (ids: readonly number[]) => {
      attempts += 1;
      if (attempts <= times) throw new Error('The database is busy');
      recorded.push(...ids);
    };
    return { record, recorded, attempts: () => attempts };
  }

  test('a record that fails is tried again half a second later', async () => {
    const { record, recorded, attempts } = failing(1);
    const { pass, stop } = await deliver(record);
    await pass(400);
    expect(attempts()).toBe(1);
    await pass(400);
    expect(recorded).toEqual([1]);
    stop();
    await pass(LONG_MS);
    expect(attempts()).toBe(2);
  });

  test('a record that fails while the service stops is tried again, at once', async () => {
    const { record, recorded } = failing(2);
    const { state, pass, stop } = await deliver(record);
    await pass(100);
    stop();
    await pass(1_000);
    expect([state.isStopped, recorded]).toEqual([true, [1]]);
  });

  test('a store that has failed for good does not keep the service from stopping', async () => {
    const { record, attempts } = failing(Number.POSITIVE_INFINITY);
    const { state, pass, stop } = await deliver(record);
    stop();
    await pass(3_000);
    expect(state.isStopped).toBe(true);
    const before = attempts();
    expect(before).toBeGreaterThan(1);
    await pass(LONG_MS);
    expect(attempts()).toBe(before);
  });
});
