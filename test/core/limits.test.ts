/** Bounds that no question, and no clock, may pass. */
import { MAX_LIMIT, RECORD_COLUMNS } from '../../src/contract/datasets.js';
import { dayAt, dayOf, isoOf } from '../../src/core/days.js';
import { momentOf } from '../../src/core/freshness.js';
import { isOpen, type Purchase } from '../../src/core/purchase.js';
import { resolveQuery } from '../../src/core/query.js';
import { nextStep } from '../../src/core/resolve.js';
import { type CachePart, EMPTY_PART, fold, partOf } from '../../src/core/state.js';

test.each([
  ['2026-13-45', undefined],
  ['2026-00-10', undefined],
  ['1969-12-31', 0],
  ['1970-01-02', 1],
  ['2026-1-2', undefined],
])('the day of %s', (iso, day) => expect(dayOf(iso)).toBe(day));

test.each([
  [21, true],
  [23, false],
])('a purchase that was sent %d hours ago may be repeated: %s', (hours, may) => {
  const now = Date.UTC(2026, 9, 2);
  const at = now - hours * 3_600_000;
  expect(isOpen({ state: 'unclear', amount: 10, at, sentAt: at } as Purchase, now)).toBe(may);
});

test('companies that nobody wants never make a request ask for more than a service gives', () => {
  const dataset = 'business-expansion';
  const now = Date.UTC(2026, 9, 1, 12);
  const day = isoOf(dayAt(now) - 3);
  const filters = { date: day, limit: 6_000 };
  const query = resolveQuery({ dataset, groups: ['Key'], filters }, isoOf(dayAt(now)), {
    companyName: ['Acme'],
  });
  const columns = RECORD_COLUMNS[dataset];
  let parts: CachePart[] = [EMPTY_PART];
  const asked: number[] = [];
  for (let round = 0; round < 3; round++) {
    const state = fold(dataset, parts);
    const moment = momentOf(state, now + round * 1_000, 0);
    const step = nextStep(state, query, {
      policy: { mode: 'daily', refreshAfter: 0, refresh: '' },
      moment,
      payer: 'p',
      asker: 'q',
      today: isoOf(dayAt(now)),
      cause: '',
      isPaid: true,
      isWhole: false,
      updates: 'own',
      isStepwise: false,
      left: 1e6,
      leftForRepeat: 1e6,
      waitsForCredits: false,
      open: [],
      isWanted: () => false,
    });
    if (step.kind !== 'buy') break;
    const pages = step.requests.map(({ limit }) => {
      asked.push(limit);
      const rows = Array.from({ length: limit }, (_, index) => {
        const values: Record<string, string> = {
          id: `${index}`,
          announcedDate: day,
          lastModified: day,
          'company.name': 'Acme Clinics',
        };
        return columns.map(({ path }) => values[path] ?? null);
      });
      return { rows, records: limit, receivedAt: moment.now };
    });
    parts = [...parts, partOf(dataset, { at: moment.instant, requests: step.requests, pages })];
  }
  expect(asked.length).toBeGreaterThan(1);
  expect(Math.max(...asked)).toBeLessThanOrEqual(MAX_LIMIT);
});
