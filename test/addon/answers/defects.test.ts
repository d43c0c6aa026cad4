/** Defects of the engine before this one, each by what a cell shows and what is paid. */
import { createApp } from '../../../src/addon/app.js';
import type { HttpRequest } from '../../../src/addon/platform.js';
import { type CannedAnswer, createFakePlatform, type FakePlatform } from '../fake-platform.js';

const DAY = '2026-10-01';
let platform: FakePlatform;
let sold: number;
let keys: Map<string, unknown[]>;
let order: (records: unknown[]) => unknown[];
let trouble: (request: HttpRequest) => CannedAnswer | undefined;

const recordOf = (number: number, jobs = 1) => ({
  id: `be-${String(number).padStart(5, '0')}`,
  announcedDate: DAY,
  lastModified: DAY,
  jobs,
  company: { name: `Maker ${number}` },
  expansionType: 'HQ',
});

beforeEach(() => {
  sold = 0;
  keys = new Map();
  order = (records) => records;
  trouble = () => undefined;
  const all = Array.from({ length: 1_500 }, (_, index) => recordOf(index));
  platform = createFakePlatform({
    now: `${DAY}T08:00:00Z`,
    respond(request) {
      const failure = trouble(request);
      if (failure) return failure;
      const key = String(request.headers['idempotency-key']);
      const { limit } = JSON.parse(request.body ?? '{}') as { limit: number };
      const records = keys.get(key) ?? order(all).slice(0, limit);
      if (!keys.has(key)) sold += records.length;
      keys.set(key, records);
      return { body: records };
    },
  });
});

const table = (...args: unknown[]) =>
  createApp(platform).dataset('business-expansion', ['type', 'HQ', 'date', DAY, ...args]);

test('D1 what a budget has bought is shown with its mark, whatever the order of equal days', () => {
  platform.documentProperties!.set('settings', JSON.stringify({ dailyBudget: 1_000 }));
  const shown = table('limit', 5_000);
  expect(sold).toBe(1_000);
  expect(shown).toHaveLength(1_001);
  expect(String(shown[0]![0])).toContain("first 1000: today's budget");
});

test('D18 more than 33 open purchases keep their names and what they bring', () => {
  platform.documentProperties!.set('settings', JSON.stringify({ dailyBudget: 100_000 }));
  trouble = () => ({ status: 503, text: 'down' });
  const ask = (number: number) =>
    createApp(platform).dataset('business-expansion', [
      'date',
      DAY,
      'limit',
      5,
      'jobs',
      `>=${number % 2}`,
      'name',
      `Maker ${100 + number}`,
    ]);
  for (let number = 0; number < 40; number++) expect(() => ask(number)).toThrow(/^#SERVICE/);
  const names = () =>
    platform.requests
      .filter(({ url }) => !url.endsWith('/estimate'))
      .map(({ headers }) => headers['idempotency-key']);
  const first = names();
  expect(new Set(first).size).toBe(40);
  trouble = () => undefined;
  platform.forgetCalls();
  platform.emptyCache();
  platform.advance(60_000);
  for (let number = 0; number < 40; number++) ask(number);
  expect(names().slice().sort()).toEqual(expect.arrayContaining([...first].sort()));
});

test('D19 a service that was out of order once is believed again when it keeps its order', () => {
  const days = Array.from({ length: 14 }, (_, index) => `2026-09-${String(28 - index).padStart(2, '0')}`);
  const sorted = days.map((day, index) => ({ ...recordOf(index), announcedDate: day, lastModified: day }));
  let isShuffled = true;
  trouble = (request) => {
    const { limit } = JSON.parse(request.body ?? '{}') as { limit: number };
    const records = (isShuffled ? [...sorted].reverse() : sorted).slice(0, limit);
    sold += records.length;
    return { body: records };
  };
  const ask = (...args: unknown[]) =>
    createApp(platform).dataset('business-expansion', ['type', 'HQ', ...args]);
  ask('limit', 3);
  isShuffled = false;
  platform.advance(60_000);
  ask('limit', 14, 'refresh', 'again');
  const before = sold;
  platform.emptyCache();
  expect(ask('limit', 10)).toHaveLength(11);
  expect(sold).toBe(before);
});
