/** All records of a window, from services with small answers: none is lost, and few are paid twice. */
import { createMemoryStore } from '../../src/client/memory-store.js';
import type { Transport } from '../../src/client/types.js';
import { createRandom, type Random } from '../support/random.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { dayOf, NOW } from './client-service.js';
import {
  clientOver,
  type FakeRecord,
  type FakeRules,
  type FakeService,
  fakeService,
  paidIn,
} from './fake-service.js';

const DAY_MS = 86_400_000;
const COMPANIES = Array.from({ length: 250 }, (_, index) => `company${index}.example`);
/** PostgreSQL's order: undated records come first, in their existing order. */
const newestFirst = (records: readonly FakeRecord[]) => {
  const dayIn = ({ announcedDate = '9999' }: FakeRecord) => announcedDate;
  return [...records].sort((a, b) => (dayIn(a) === dayIn(b) ? 0 : dayIn(a) < dayIn(b) ? 1 : -1));
};
const RULES = { cap: 25, tellsCap: true, hasEstimates: false, order: newestFirst };

function recordOf(id: string, company: number, day: number): FakeRecord {
  return { id, company: { domain: COMPANIES[company]! }, announcedDate: dayOf(day) };
}

/** One per day, from the first day on. */
const onePerDay = (count: number) => Array.from({ length: count }, (_, day) => recordOf(`r${day}`, 3, day));

const TOO_LARGE: unknown = expect.stringContaining('narrow the question');

interface Run {
  readonly ids: string[];
  readonly days: string[];
  readonly error?: unknown;
}

async function all(transport: FakeService, question: object, store = createMemoryStore()): Promise<Run> {
  const client = clientOver(transport, { store });
  const ids: string[] = [];
  const days: string[] = [];
  try {
    for await (const { id, announcedDate } of client.expansions.each({ maxCredits: 100_000, ...question })) {
      ids.push(id!);
      days.push(announcedDate ?? '');
    }
    return { ids, days };
  } catch (error) {
    return { ids, days, error };
  }
}

describe.each([
  ['with estimates', true],
  ['without estimates', false],
])('%s', (_, hasEstimates) => {
  test('a ceiling ends it: what was paid is returned and stored, and nothing is paid above it', async () => {
    const records = onePerDay(60);
    const newest = records.map(({ id }) => id).reverse();
    const service = fakeService(records, { ...RULES, cap: 1_000, hasEstimates });
    const store = createMemoryStore();
    const days = { from: dayOf(0), to: dayOf(59) };
    const { ids, error } = await all(service, { ...days, maxCredits: 25 }, store);
    expect(error).toMatchObject({ code: 'BUDGET' });
    expect(ids).toEqual(newest.slice(0, ids.length));
    expect([ids.length > 10, ids.length <= 25, paidIn(service)]).toEqual([true, true, ids.length]);
    // the next programs have what is stored
    for (const _program of [1, 2]) expect((await all(service, days, store)).ids).toEqual(newest);
    // without estimates, the day in which the ceiling was reached is bought again: no request can continue a day
    expect(paidIn(service)).toBe(hasEstimates ? 60 : 61);
  });

  test('of a limit, only the newest records are asked for', async () => {
    const service = fakeService(onePerDay(60), { ...RULES, hasEstimates });
    const { ids } = await all(service, { from: dayOf(0), to: dayOf(59), limit: 7 });
    expect([ids, paidIn(service)]).toEqual([['r59', 'r58', 'r57', 'r56', 'r55', 'r54', 'r53'], 7]);
  });

  test.each([
    ['the limit', 40, 'limit must not be above 40', [10_000, 40]],
    ['no limit', 100, 'the limit is too high', [10_000, 1_000, 100]],
  ])('a service whose refusal names %s is asked for fewer', async (_named, cap, refusal, limits) => {
    const rules: FakeRules = { ...RULES, cap, tellsCap: 'when it refuses', refusal, hasEstimates };
    const service = fakeService(onePerDay(150), rules);
    const { ids, error } = await all(service, { from: dayOf(0), to: dayOf(149) });
    expect(error).toBeUndefined();
    expect(ids).toHaveLength(150);
    expect(paidIn(service)).toBe(150);
    const sent = service.sent.flatMap(({ body }) =>
      body ? [(JSON.parse(body) as { limit: number }).limit] : [],
    );
    expect([...new Set(sent)]).toEqual(limits);
  });
});

test('a limit returns the newest records, and skips none of a request with more than its share', async () => {
  const records = [
    ...Array.from({ length: 8 }, (_one, index) => recordOf(`a${index}`, 3, 50)),
    ...Array.from({ length: 8 }, (_one, index) => recordOf(`b${index}`, 3, 10)),
  ];
  const service = fakeService(records, RULES);
  const { ids } = await all(service, { companies: COMPANIES, from: dayOf(0), to: dayOf(59), limit: 12 });
  expect(ids.filter((id) => id.startsWith('b'))).toEqual([]);
});

test('after a clock was ahead, no answer counts as fresh until then, and no call waits', async () => {
  const service = fakeService([recordOf('a', 3, 400)], RULES);
  const store = createMemoryStore();
  let now = NOW + 40 * DAY_MS;
  const ask = async (transport: Transport) =>
    clientOver(transport, {
      store,
      now: () => now,
      // an endless wait fails
      sleep: async () => expect(++pauses).toBeLessThan(100),
    }).expansions({ from: dayOf(300), maxCredits: 5 });
  let pauses = 0;
  expect((await ask(service)).source).toBe('service');
  now = NOW;
  expect((await ask(service)).source).not.toBe('store');

  // a program was killed while its clock was ahead, and the service does not report charges
  const silent = { ...service, send: () => Promise.reject(new Error('cut')) };
  now += 41 * DAY_MS;
  await expect(ask(silent)).rejects.toThrow('#SERVICE');
  now -= 3 * DAY_MS;
  await expect(ask(silent)).rejects.toThrow(/^#/);
});

/** Random records: some companies with most of them, days with many of them, and some without a date. */
function randomRecords(random: Random, days: number): FakeRecord[] {
  const busy = random.some(COMPANIES, 5).map((domain) => COMPANIES.indexOf(domain));
  const undated = random.chance(0.2) ? 0.02 : 0;
  return Array.from({ length: random.below(300) }, (_one, index) => {
    const company = random.chance(0.7) ? random.pick(busy) : random.below(COMPANIES.length);
    const { announcedDate, ...record } = recordOf(`r${index}`, company, random.below(days));
    return random.chance(undated) ? record : { ...record, announcedDate };
  });
}

interface World {
  readonly told: string;
  readonly random: Random;
  readonly records: readonly FakeRecord[];
  readonly service: FakeService;
  readonly question: object;
  readonly hasEstimates: boolean;
  readonly tellsCap: FakeRules['tellsCap'];
  readonly isOrdered: boolean;
}

function randomWorld(round: number): World {
  const random = createRandom(SEED + round);
  const days = 1 + random.below(120);
  const records = randomRecords(random, days);
  const cap = random.pick([100, 250, 10_000, 30 + random.below(60)]);
  // an undocumented cap is visible only if it is a round number
  const isReported = ![100, 250].includes(cap) || random.chance(0.5);
  const hasEstimates = random.chance(0.5);
  // without estimates, a refusal comes only above a ceiling that is higher than the cap: then days are paid again
  const tellsCap = isReported && hasEstimates && random.chance(0.5) ? 'when it refuses' : isReported;
  const isOrdered = random.chance(0.9);
  const order = (found: readonly FakeRecord[]) =>
    isOrdered ? newestFirst(random.shuffle(found)) : random.shuffle(found);
  return {
    ...{ told: `SEED=${SEED} round ${round}`, random, records, hasEstimates, tellsCap, isOrdered },
    service: fakeService(records, { cap, tellsCap, hasEstimates, order }),
    question: {
      ...(random.chance(0.7) && { companies: COMPANIES }),
      ...(random.chance(0.7) && { from: dayOf(0), to: dayOf(days) }),
    },
  };
}

/** All records, in the order of days. */
function expectAll({ told, records, isOrdered }: World, { ids, days }: Run): void {
  expect([told, [...ids].sort()]).toEqual([told, records.map(({ id }) => id).sort()]);
  if (!isOrdered) return;
  const dated = days.filter((day) => day !== '');
  expect([told, dated]).toEqual([told, [...dated].sort().reverse()]);
}

/** True if everything about a service can be known: then at most a truncation by a ceiling is paid twice. */
function isRegular({ records, isOrdered }: World): boolean {
  return isOrdered && records.every(({ announcedDate }) => announcedDate !== undefined);
}

/** Checks a whole run; returns the paid records, and the least that could be paid, where that is known. */
function checkRun(world: World, run: Run): { readonly paid: number; readonly least: number } {
  const unknown = { paid: 0, least: 0 };
  if (run.error) {
    expect([world.told, String(run.error)]).toEqual([world.told, TOO_LARGE]);
    return unknown;
  }
  expectAll(world, run);
  if (!isRegular(world)) return unknown;
  const [paid, least] = [paidIn(world.service), world.records.length];
  if (world.hasEstimates && world.tellsCap) expect([world.told, paid]).toEqual([world.told, least]);
  return { paid, least };
}

test('random services, caps and questions: each record is returned once, newest days first, and costs little more than once', async () => {
  let paid = 0;
  let least = 0;
  for (let round = 0; round < scaled(40, 2_000); round++) {
    const world = randomWorld(round);
    const checked = checkRun(world, await all(world.service, world.question));
    paid += checked.paid;
    least += checked.least;
  }
  // without estimates, a truncated answer's day is bought again, with the other requests' records of it
  expect(paid).toBeLessThan(1.2 * least);
});

/** The most records of one day. */
function busiestDay({ records }: World): number {
  const counts = new Map<string, number>();
  for (const { announcedDate = '' } of records)
    counts.set(announcedDate, (counts.get(announcedDate) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

test('random ceilings, each raised until all records are there: nothing is lost, and little is bought again', async () => {
  let paid = 0;
  let expected = 0;
  for (let round = 0; round < scaled(20, 1_000); round++) {
    const world = randomWorld(round);
    const store = createMemoryStore();
    let run: Run;
    let maxCredits = 5;
    let tooLow = -1;
    do {
      maxCredits += world.random.below(100);
      tooLow++;
      run = await all(world.service, { ...world.question, maxCredits }, store);
      expect([world.told, new Set(run.ids).size]).toEqual([world.told, run.ids.length]);
    } while (String(run.error).includes('#BUDGET'));
    const checked = checkRun(world, run);
    paid += checked.paid;
    // without estimates, the day in which a ceiling was reached is bought again: no request can continue a day
    if (checked.least > 0) expected += checked.least + tooLow * busiestDay(world);
  }
  // and with that day, what other requests returned of earlier days
  expect(paid).toBeLessThan(1.25 * expected);
});
