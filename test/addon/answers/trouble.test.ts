/** Failures: a faulty service, a rejected key, failing stores. */
import { readContext, readRefreshAfter, startRefresh } from '../../../src/addon/account/context.js';
import { createApp } from '../../../src/addon/app.js';
import { wasStoreFull } from '../../../src/addon/storage/purchase-store.js';
import {
  API_KEY,
  BAD_KEY,
  BASE_URL,
  type CannedAnswer,
  createFakePlatform,
  type FakePlatform,
  FEW_CREDITS,
} from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { openWorld, type World } from './world.js';

const FIRST_DAY = '2026-10-01';
const QUESTION = ['startDate', '-30d'];

let world: World;
let platform: FakePlatform;
/** Replaces the world's answer, if set. */
let trouble: CannedAnswer | undefined;

beforeEach(() => {
  ({ world, platform } = openWorld('2026-09-01', FIRST_DAY, 2));
  trouble = undefined;
  platform.respond((request) => trouble ?? world.respond(request));
});

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const tomorrow = () => platform.advance(24 * 3_600_000);
const tokens = () => platform.requests.map(({ headers }) => headers['idempotency-key']);
/** Asks a service that charges for its answers, which are lost; then a minute passes. */
function loseAnswers(question: readonly unknown[]): void {
  const { respond } = world;
  world.respond = (request) => {
    respond(request);
    return { fails: 'Address unavailable' };
  };
  expect(() => table(...question)).toThrow(/^#SERVICE/);
  world.respond = respond;
  platform.advance(61_000);
}

test('a new value of refresh sends a request even if the clock of another machine is far ahead', () => {
  table(...QUESTION);
  platform.advance(-50 * 60_000);
  table(...QUESTION, 'refresh', 'now');
  expect(platform.requests).toHaveLength(2);
  table(...QUESTION, 'refresh', 'now');
  expect(platform.requests).toHaveLength(2);
});

describe('a failing service', () => {
  const sick = { status: 503, text: 'down for maintenance' };

  test('a failure is stored for a minute: two hundred cells send one request', () => {
    trouble = sick;
    for (let cell = 0; cell < 200; cell++) expect(() => table(...QUESTION)).toThrow(/^#SERVICE: /);
    expect(platform.requests).toHaveLength(1);
    platform.advance(61_000);
    expect(() => table(...QUESTION)).toThrow(/^#SERVICE: /);
    expect(platform.requests).toHaveLength(2);
  });

  test('a table of a day before the question begins is not shown', () => {
    table('startDate', '2026-09-01');
    trouble = sick;
    platform.advance(7 * 24 * 3_600_000);
    expect(() => table('startDate', '-3d')).toThrow(/^#SERVICE: /);
    // the first day of the question will do
    expect(table('startDate', FIRST_DAY)[0]![0]).toBe('Announced (as of 1 Oct)');
  });
});

describe('a paid call that got no answer', () => {
  beforeEach(() => {
    trouble = { takesMs: 60_000 };
    expect(() => table(...QUESTION)).toThrow(/^#TIMEOUT: /);
    trouble = undefined;
    platform.advance(120_000);
  });

  test('is not repeated on its own', () => {
    for (let run = 0; run < 5; run++) {
      expect(() => table(...QUESTION)).toThrow(/^#TIMEOUT: .*Refresh/);
      platform.advance(3_600_000);
    }
    expect(platform.requests).toHaveLength(1);
  });

  test('stays reserved, and counts as spent when the day is over', () => {
    expect(ledgerOf(platform)).toMatchObject({ today: 0, open: [{ amount: 100, unclear: true }] });
    tomorrow();
    table(...QUESTION);
    expect(ledgerOf(platform)).toMatchObject({ thisMonth: 100 + world.credits(), open: [] });
  });

  test('is retried with its own key by a refresh', () => {
    table(...QUESTION, 'refresh', 'again');
    const [first, again, ...others] = tokens();
    expect(again).toBe(first);
    // what comes under an old name is as old as the name: what has changed since is asked for under a new one
    expect(others).toHaveLength(1);
    expect(platform.bodies()[2]).toMatchObject({ dateType: 'LAST-MODIFIED', startDate: FIRST_DAY });
    expect(ledgerOf(platform)).toMatchObject({ today: 62 + 2, open: [] });
  });
});

describe('a paid call of a killed execution, whose repetition is refused', () => {
  test.each([
    ['for a moment', { status: 429, text: 'slow down' }],
    ['by a proxy while the service starts', { status: 404, text: '<html>not found</html>' }],
    ['after a pause in which the service failed', { status: 503, text: '', headers: { 'retry-after': '1' } }],
  ])('%s: it keeps its name, and is charged once', (_title, refusal) => {
    loseAnswers(QUESTION);
    trouble = refusal;
    expect(() => table(...QUESTION)).toThrow(/^#/);
    trouble = undefined;
    platform.advance(61_000);
    expect(table(...QUESTION)).toHaveLength(63);
    expect(new Set(tokens()).size).toBe(1);
    expect(world.credits()).toBe(62);
  });
});

test('two requests of a killed execution: one repetition is refused, and neither is charged again', () => {
  const both = ['c40.example|Company 41', 'from', '2026-09-02', 'to', '2026-09-30'];
  loseAnswers(both);
  const { respond } = world;
  world.respond = (request) => {
    const isNamed = request.body?.includes('companyName') === true;
    return isNamed ? { status: 429, text: 'slow down' } : respond(request);
  };
  expect(() => table(...both)).toThrow(/^#BUSY/);
  world.respond = respond;
  platform.advance(61_000);
  expect(table(...both)).toHaveLength(3);
  expect(new Set(tokens()).size).toBe(2);
  expect(world.credits()).toBe(2);
});

test('a service that fails, then refuses the retry, may have charged the first request', () => {
  const { respond } = world;
  world.respond = (request) => {
    respond(request);
    world.respond = () => ({ status: 429, text: 'slow down' });
    return { status: 503, text: '', headers: { 'retry-after': '1' } };
  };
  expect(() => table(...QUESTION)).toThrow(/^#SERVICE/);
  world.respond = respond;
  platform.advance(61_000);
  expect(table(...QUESTION)).toHaveLength(63);
  expect(world.credits()).toBe(62);
});

test('a refresh by a clock that was two hours ahead is ignored, and nothing is bought again and again', () => {
  platform.advance(2 * 3_600_000);
  startRefresh(platform);
  platform.advance(-2 * 3_600_000);
  expect(table(...QUESTION)).toHaveLength(63);
  expect(platform.requests).toHaveLength(1);
});

test.each(
  ['2062-10-01', 'soon', ''].flatMap((wrong) => [
    [wrong, '2026-10-02'],
    [wrong, '2026-09-28'],
  ]),
)('a record whose last change was "%s" is shown when it is corrected to %s', (modified, corrected) => {
  const { id } = world.records()[0]!;
  world.correct(id!, modified);
  table(...QUESTION);
  tomorrow();
  world.correct(id!, corrected);
  for (const refresh of ['whole 1', 'whole 2']) {
    const [, jobs] = table('columns', 'id,jobs', 'refresh', refresh).find(([one]) => one === id)!;
    expect(jobs).toBeGreaterThan(2_000_000);
    tomorrow();
  }
});

test('a group whose requests are refused above the limit shows what was bought', () => {
  for (let count = 0; count < 3; count++)
    world.add(FIRST_DAY, 100, { company: { name: 'Acme Two', domain: 'xacme.example' } });
  world.add(FIRST_DAY, 3, { company: { name: 'Acme', domain: 'acme.example' } });
  platform.respond((request) => {
    if (request.url.includes('tracked'))
      return { body: { companies: [{ id: 'c_001', name: 'Acme', domain: 'acme.example' }] } };
    const { limit } = JSON.parse(request.body ?? '{}') as { limit: number };
    return limit > 100
      ? { status: 400, body: { status: '400', message: 'limit is too high' } }
      : world.respond(request);
  });
  const shown = table('group', 'any', 'from', '-30d', 'limit', 100);
  expect(shown[0]![0]).toMatch(/^Announced \(/);
});

test('a refused key stops all calls until it changes', () => {
  trouble = BAD_KEY;
  expect(() => table(...QUESTION)).toThrow(/^#BAD_KEY/);
  platform.advance(3_600_000);
  expect(() => table('type', 'HQ')).toThrow(/^#BAD_KEY/);
  expect(() => table('type', 'Mine')).toThrow(/^#BAD_KEY/);
  expect(platform.requests).toHaveLength(1);
  trouble = undefined;
  platform.connect('payer-2', 'another_key');
  platform.emptyCache();
  expect(table('type', 'HQ')).toHaveLength(63);
});

test('the failure of one key is not shown for the next key', () => {
  trouble = BAD_KEY;
  expect(() => table(...QUESTION)).toThrow(/^#BAD_KEY/);
  trouble = undefined;
  platform.connect('payer-2', 'another_key');
  expect(table(...QUESTION)).toHaveLength(63);
});

test('a refresh that a person chooses while a key is refused stays chosen', () => {
  const { respond } = world;
  world.respond = (request) => {
    startRefresh(platform);
    respond(request);
    return BAD_KEY;
  };
  expect(() => table(...QUESTION)).toThrow(/^#BAD_KEY/);
  expect(readRefreshAfter(platform)).toBe(platform.clock.now());
  expect(readContext(platform, { baseUrl: BASE_URL, apiKey: API_KEY, payer: 'payer-1' }).refusedPayer).toBe(
    'payer-1',
  );
});

test('a refused question costs nothing', () => {
  trouble = FEW_CREDITS;
  expect(() => table(...QUESTION)).toThrow(/^#FEW_CREDITS/);
  expect(ledgerOf(platform)).toMatchObject({ today: 0, open: [] });
});

test('neither a key nor a filter is in the name of anything stored', () => {
  const before = platform.names.size;
  table('companyName', 'Acme', 'startDate', '-30d');
  expect(platform.names.size).toBeGreaterThan(before + 4);
  expect([...platform.names].join(' ')).not.toMatch(/acme|key_live|-30d/i);
});

describe('stores that fail', () => {
  test('damaged pieces in the cache: the document properties answer', () => {
    const before = table(...QUESTION);
    const { getAll } = platform.documentCache!;
    platform.documentCache!.getAll = (keys) =>
      Object.fromEntries(Object.entries(getAll(keys)).map(([key, value]) => [key, value.slice(0, -9)]));
    expect(table(...QUESTION)).toEqual(before);
    expect(platform.requests).toHaveLength(1);
  });

  test('damaged pieces of an answer: requested again, never a wrong table', () => {
    const before = table(...QUESTION);
    const names = Object.keys(platform.allDocumentProperties()).filter((name) => /\.came\./.test(name));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) platform.documentProperties!.set(name, 'H4sIAAAA');
    platform.emptyCache();
    expect(table(...QUESTION)).toEqual(before);
    expect(platform.requests).toHaveLength(2);
  });

  test('document properties that refuse rows despite free space: the cache answers, and they do not count as full', () => {
    const { setAll } = platform.documentProperties!;
    platform.documentProperties!.setAll = (values) => {
      if (Object.keys(values).some((key) => /^cache|\.came\./.test(key)))
        throw new Error('Service error: Spreadsheets');
      setAll(values);
    };
    expect(wasStoreFull(platform)).toBe(false);
    const before = table(...QUESTION);
    expect(wasStoreFull(platform)).toBe(false);
    expect(table(...QUESTION)).toEqual(before);
    expect(platform.requests).toHaveLength(1);
    expect(ledgerOf(platform)).toMatchObject({ today: 62, open: [] });
  });

  test('while a failed write is repeated, another execution finds a purchase in flight, not an unsent one', () => {
    const { setAll } = platform.documentProperties!;
    const { run } = platform.documentLock!;
    let found: unknown;
    let failures = 0;
    platform.documentProperties!.setAll = (values) => {
      const isAnswer = Object.keys(values).some((key) => key.includes('.came.') && values[key] !== '');
      if (!isAnswer || failures === 2) return setAll(values);
      failures += 1;
      // the write is tried twice, then once more under the lock, for which others may be waiting, too
      platform.documentLock!.run = (waitMs, action) => {
        platform.documentLock!.run = run;
        found = table(...QUESTION, 'columns', 'id');
        return run(waitMs, action);
      };
      throw new Error('Service error: Spreadsheets');
    };
    expect(table(...QUESTION)).toHaveLength(63);
    expect(found).toHaveLength(63);
    expect([world.credits(), ledgerOf(platform).today]).toEqual([62, 62]);
  });

  test('a clock that was ahead: requested again when it is right', () => {
    platform.setNow('2027-06-01T10:00:00Z');
    table(...QUESTION);
    platform.setNow(`${FIRST_DAY}T10:00:00Z`);
    expect(table(...QUESTION)).toHaveLength(63);
  });
});

test('a refresh by a clock that is a little ahead is satisfied by one request', () => {
  const past = ['from', '2026-09-30', 'to', '2026-09-30'];
  platform.setNow(`${FIRST_DAY}T10:20:00Z`);
  startRefresh(platform);
  platform.setNow(`${FIRST_DAY}T10:00:00Z`);
  expect(table(...past)).toHaveLength(3);
  expect(platform.requests).toHaveLength(1);
});

test('of two requests the second one is refused: the records of the first one are kept, and paid once', () => {
  const domains = Array.from({ length: 120 }, (_, number) => `c${number + 1}.example`);
  const isAbout = (body: string | undefined, name: string) => body?.includes(`"${name}"`) === true;
  let isRefusing = true;
  platform.respond((request) =>
    isRefusing && isAbout(request.body, 'c120.example') ? FEW_CREDITS : world.respond(request),
  );
  const days = ['from', '2026-09-02', 'to', '2026-09-20'];
  const question = [domains.map((domain) => [domain]), ...days, 'limit', 500];
  // the second part may have more records of the last day
  expect(table(...question)[0]![0]).toBe('Announced (first 2)');
  expect(world.credits()).toBe(38);
  expect(ledgerOf(platform)).toMatchObject({ today: 38, open: [] });
  isRefusing = false;
  // longer than a service remembers a token
  platform.advance(25 * 3_600_000);
  expect(table(...question)).toHaveLength(39);
  expect(world.credits()).toBe(38);
});

test('a group that the service has lost fails only questions that name it', () => {
  const tracked = { companies: [{ id: 'c_001', name: 'Acme', domain: 'acme.example' }] };
  platform = createFakePlatform({
    groups: ['Q1', 'Key accounts'],
    respond: ({ url }) => {
      if (url.includes('/Q1')) return { status: 404, body: { code: 'NO_GROUP', message: 'gone' } };
      return { body: url.includes('tracked') ? tracked : [] };
    },
  });
  const changes = (...args: unknown[]) => createApp(platform).dataset('executive-change', args);
  changes('Acme');
  expect(platform.bodies().at(-1)).toMatchObject({ companyIds: ['c_001'] });
  expect(() => changes('Acme', 'group', 'Q1')).toThrow(/^#NO_GROUP/);
});

test('a stored key with the fields of an error is a key', () => {
  const stored = { baseUrl: BASE_URL, apiKey: API_KEY, payer: 'payer-1', code: 'NO_KEY', unclear: false };
  platform.userProperties.set('connection', JSON.stringify(stored));
  expect(() => table('demo')).toThrow('#BAD_INPUT: "demo" shows sample records until a key is saved');
});
