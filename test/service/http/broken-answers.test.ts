/**
 * Answers that break off at random and are repeated, on two instances that share a database. Every record
 * that a client reads is paid, and every paid answer has begun to arrive or can be repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../../src/service/seed/random.js';
import type { Store } from '../../../src/service/store/create-store.js';
import { eventually } from '../../support/eventually.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { accountOf, refundUnread } from '../support/account.js';
import { ENGINES, type OpenedEngine, shareOf, useEngine } from '../support/engines.js';
import { type Part, readPart, wholeRecords } from '../support/part-reader.js';
import { fillWithExpansions, longExpansions } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { startService, type TestService } from '../support/test-service.js';

const SCHEDULES = scaled(40, shareOf(2_000));
/** High, because schedules mostly wait. */
const AT_ONCE = 8;
const RECORD_COUNT = 200;
const CREDITS = 10_000;
/** The maximum of random purchases in a schedule. */
const PURCHASES = 4;

/**
 * The case of one purchase per schedule, in turn: its reader leaves between the charge and the first byte, or
 * requests it twice, or reads only the beginning. At random these are too rare, above all on a slow machine.
 */
const FIXED_CASES = ['unread', 'repeated', 'partly read'] as const;

interface Purchase {
  /** The cost, different from that of every other purchase in the schedule. */
  readonly limit: number;
  readonly name: string | undefined;
  readonly parts: Part[];
}

interface Tally {
  paid: number;
  refunded: number;
  repeated: number;
  brokenAndPaid: number;
}

describe.each(ENGINES)('on $name', ({ open, turn }) => {
  const engine = useEngine(open);

  test(`SEED=${SEED}, ${SCHEDULES} schedules`, async () => {
    await fillWithExpansions(engine.store, longExpansions(RECORD_COUNT, 300));
    const tally: Tally = { paid: 0, refunded: 0, repeated: 0, brokenAndPaid: 0 };
    let next = 0;
    const last = await startService(engine.store);
    const lane = async () => {
      while (next < SCHEDULES) {
        next += 1;
        await runSchedule({
          engine,
          last,
          seed: `${SEED} broken answers ${turn} ${next}`,
          number: next,
          tally,
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    await last.close();
    // the schedules have covered the intended cases
    expect([Math.min(...Object.values(tally)) > SCHEDULES / 20, tally]).toEqual([true, tally]);
  });
});

interface Schedule {
  readonly engine: OpenedEngine;
  /** An instance without a fault, for the requests afterwards. */
  readonly last: TestService;
  readonly seed: string;
  /** From 1. */
  readonly number: number;
  readonly tally: Tally;
}

async function runSchedule({ engine, last, seed, number, tally }: Schedule): Promise<void> {
  const random = createRandom(seed);
  const written = new Map<number, number>();
  const departures = new Map<number, () => Promise<void>>();
  const { store, idle } = withDelays(engine.store, random, departures);
  const start = async () => trackBytes(await startService(store), written);
  const instances = await Promise.all([start(), start()]);
  const key = await instances[0].makeKey(CREDITS);
  const purchases = Array.from({ length: random.integer(1, PURCHASES) }, (_, index): Purchase => {
    const limit = 1 + index + 5 * random.integer(0, RECORD_COUNT / 5 - 1);
    return { limit, name: random.chance(0.6) ? `name-${index}` : undefined, parts: [] };
  });
  const fixed: Purchase = {
    limit: PURCHASES + 1 + 5 * random.integer(RECORD_COUNT / 10, RECORD_COUNT / 5 - 1),
    name: FIXED_CASES[number % 3] === 'repeated' ? 'certain' : undefined,
    parts: [],
  };
  const underWay = [runFixedCase(instances[0], key, fixed, { turn: number % 3, departures, written })];
  for (const purchase of purchases) {
    const attempts = purchase.name === undefined ? 1 : random.integer(1, 3);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      underWay.push(read(random.pick(instances), key, purchase, random));
      if (random.chance(0.5)) await sleep(random.next() * 40);
      if (random.chance(0.1)) {
        await instances[1].close();
        instances[1] = await start();
      }
    }
    if (random.chance(0.3)) await Promise.all(underWay);
  }
  await Promise.all(underWay);
  await Promise.all(instances.map((instance) => instance.close()));
  // a request of a disconnected client does not delay the end of an instance
  await idle();
  await verify({ engine, last, seed, number, key, purchases: [...purchases, fixed], written, tally });
}

interface FixedCase {
  /** An index of TURNS. */
  readonly turn: number;
  readonly departures: Map<number, () => Promise<void>>;
  readonly written: ReadonlyMap<number, number>;
}

async function runFixedCase(
  instance: TestService,
  key: string,
  { limit, name, parts }: Purchase,
  { turn, departures, written }: FixedCase,
): Promise<void> {
  const request = partOf(instance, key, { limit, name });
  if (FIXED_CASES[turn] === 'repeated') {
    for (let attempt = 0; attempt < 2; attempt += 1) parts.push(await readPart(request));
  } else if (FIXED_CASES[turn] === 'partly read') {
    parts.push(await readPart({ ...request, bytes: 1 }));
  } else {
    const leaving = new AbortController();
    const reading = readPart({ ...request, leaving: leaving.signal });
    departures.set(limit, async () => {
      leaving.abort();
      const { port } = await reading;
      // waits until the service notices it
      await eventually(() => written.has(port), { everyMs: 5 });
    });
    parts.push(await reading);
    expect(departures.has(limit)).toBe(false);
  }
}

function partOf(instance: TestService, key: string, { limit, name }: Pick<Purchase, 'limit' | 'name'>) {
  const headers = { 'x-api-key': key, ...(name !== undefined && { 'idempotency-key': name }) };
  return { address: instance.url + EXPANSIONS, headers, body: { limit } };
}

async function read(instance: TestService, key: string, purchase: Purchase, random: Random): Promise<void> {
  const { limit, name, parts } = purchase;
  const kind = random.next();
  const bytes = kind < 0.3 ? 0 : kind < 0.7 ? random.integer(1, limit * 4_500) : Number.POSITIVE_INFINITY;
  const request = partOf(instance, key, { limit, name });
  parts.push(await readPart({ ...request, bytes, patience: random.next() * 250 }));
}

interface Case extends Schedule {
  readonly key: string;
  readonly purchases: readonly Purchase[];
  /** Bytes that a server has written, by the client's port. */
  readonly written: ReadonlyMap<number, number>;
}

async function verify({ engine, last, seed, key, purchases, written, tally }: Case): Promise<void> {
  const { id } = await accountOf(engine, key);
  await refundUnread(engine, id);
  const { charges, refunded } = await accountOf(engine, key);
  let total = 0;
  for (const { limit, name, parts } of purchases) {
    const paid = charges.filter((amount) => amount === limit).length;
    const seen = Math.max(...parts.map(({ status, body }) => (status === 200 ? body.length : 0)));
    const records = Math.max(...parts.map(({ status, body }) => (status === 200 ? wholeRecords(body) : 0)));
    const begun = parts.some(({ port }) => (written.get(port) ?? 0) > 0);
    const what = { seed, limit, name, seen, records, begun, paid };
    if (seen > 0) expect(what).toEqual({ ...what, paid: 1 });
    if (paid > 0 && name === undefined) expect(what).toMatchObject({ paid: 1, begun: true });
    if (paid > 0 && name !== undefined) {
      const again = await last.as(key).post(EXPANSIONS, { limit }, { 'idempotency-key': name });
      expect({ ...what, ...again.headers, length: (again.json() as unknown[]).length }).toMatchObject({
        paid: 1,
        'idempotent-replayed': 'true',
        length: limit,
      });
    }
    total += paid * limit;
    tally.paid += paid;
    tally.refunded += refunded.filter((amount) => amount === limit).length;
    tally.repeated += parts.filter(({ head }) => head.includes('idempotent-replayed')).length;
    tally.brokenAndPaid += Number(paid > 0 && records < limit);
  }
  expect({ seed, ...(await accountOf(engine, key)) }).toMatchObject({ credits: CREDITS - total });
}

/**
 * Adds random delays to a store, so that connections break between any two of its calls.
 * @param departures callbacks to await after a charge, by its amount
 */
function withDelays(
  store: Store,
  random: Random,
  departures: Map<number, () => Promise<void>>,
): { store: Store; idle: () => Promise<void> } {
  let active = 0;
  const pause = () => (random.chance(0.4) ? sleep(random.next() * 60) : undefined);
  const withPauses = <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A) => {
      active += 1;
      try {
        await pause();
        const result = await call(...args);
        await pause();
        return result;
      } finally {
        active -= 1;
      }
    };
  };
  return {
    store: {
      ...store,
      findAccount: withPauses(store.findAccount),
      queryRecords: withPauses(store.queryRecords),
      charge: withPauses(async (request) => {
        const outcome = await store.charge(request);
        const leave = departures.get(request.amount);
        departures.delete(request.amount);
        await leave?.();
        return outcome;
      }),
      findAnswer: withPauses(store.findAnswer),
      markDelivered: withPauses(store.markDelivered),
    },
    idle: async () => {
      let quiet = 0;
      await eventually(() => {
        quiet = active > 0 ? 0 : quiet + 1;
        return quiet === 3;
      });
    },
  };
}

function trackBytes(service: TestService, written: Map<number, number>): TestService {
  service.app.server.on('connection', (socket) => {
    const { remotePort } = socket;
    socket.on('close', () => written.set(remotePort ?? 0, socket.bytesWritten));
  });
  return service;
}
