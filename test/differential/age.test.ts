/** Months of formulas with a service that does not report which records no longer match. */
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { openSheet, type Sheet } from './sheet.js';

const DAY_MS = 86_400_000;
const DAYS = scaled(70, 130);
/** A month, plus the day by which an update can be late. */
const MOST_MS = 32 * DAY_MS;

const settingsFor = (mode: 'daily' | 'manual') =>
  JSON.stringify({ dailyBudget: 1_000_000, freshness: { mode } });

function open(seed: number): Sheet {
  return openSheet({
    start: Date.UTC(2026, 8, 1, 10),
    perDay: 12,
    seed,
    records: 200,
    settings: JSON.parse(settingsFor('daily')),
    behaviour: () => ({ changes: 'none' }),
  });
}

/** Returns the titles in a table of offices whose records have not been offices for longer than MOST_MS. */
function leftLongAgo({ world, fake, ask }: Sheet, from: string): string[] {
  const oldest = fake.clock.now() - MOST_MS;
  const table = ask([
    undefined,
    ...['from', from, 'limit', 5_000, 'expansionType', 'HQ', 'columns', 'title', 'headers', false],
  ]);
  return table
    .map(([title]) => String(title))
    .filter((title) => {
      const versions = world.versionsOf(title.split(' ')[0]!);
      const wasOffice = versions.some(({ kind }, index) => {
        const next = versions[index + 1]?.since ?? Number.POSITIVE_INFINITY;
        return kind === 'HQ' && next >= oldest;
      });
      return title !== '' && !wasOffice;
    });
}

/**
 * How many days before it was sent each later request for days ends; not a number for one that has no end. The
 * requests of the first table are sent at the same time.
 */
function agesAsked({ service }: Sheet): number[] {
  const [first, ...others] = service.log.filter(({ body }) => body['dateType'] === undefined);
  return others
    .filter(({ doneAt }) => doneAt > first!.doneAt)
    .map(({ body, doneAt }) => (doneAt - Date.parse(String(body['endDate']))) / DAY_MS);
}

/** Returns the requests for days of which an earlier one had asked less than a month before. */
function askedTooSoon({ service }: Sheet): object[] {
  const asked = service.log
    .filter(({ body }) => body['dateType'] === undefined)
    .map(({ doneAt, body: { startDate = '', endDate = '9999-12-31' } }) => ({ doneAt, startDate, endDate }));
  return asked.filter((late) =>
    asked.some(({ doneAt, startDate, endDate }) => {
      const between = late.doneAt - doneAt;
      const shareDays = startDate <= late.endDate && late.startDate <= endDate;
      return between > 0 && between < 30 * DAY_MS && shareDays;
    }),
  );
}

/** Returns the versions in the answers to more than one request for changes. */
function toldTwice({ service }: Sheet): string[] {
  const told = service.log
    .filter(({ body }) => body['dateType'] !== undefined)
    .flatMap(({ sent }) => sent.map(({ id, number }) => `${id} v${number}`));
  return told.filter((version, index) => told.indexOf(version) < index);
}

test.each([SEED, SEED + 1, SEED + 2])('only days older than a month are queried again, seed %i', (seed) => {
  const sheet = open(seed);
  const wrong: string[] = [];
  for (let day = 0; day < DAYS; day++) {
    wrong.push(...leftLongAgo(sheet, '-90d'));
    sheet.pass(DAY_MS);
  }
  expect(wrong).toEqual([]);
  const ages = agesAsked(sheet);
  expect(ages.length).toBeGreaterThan(0);
  expect([ages.filter((age) => !(age > 31)), askedTooSoon(sheet), toldTwice(sheet)]).toEqual([[], [], []]);
});

test.each([SEED, SEED + 1])(
  'a table of the last thirty days never queries anything twice, seed %i',
  (seed) => {
    const sheet = open(seed);
    for (let day = 0; day < DAYS; day++) {
      expect(leftLongAgo(sheet, '-30d')).toEqual([]);
      sheet.pass(DAY_MS);
    }
    expect([agesAsked(sheet), toldTwice(sheet)]).toEqual([[], []]);
  },
);

test('in manual mode nothing is queried again', () => {
  const sheet = open(SEED);
  leftLongAgo(sheet, '2026-06-01');
  sheet.fake.documentProperties!.set('settings', settingsFor('manual'));
  const { credits } = sheet.service;
  sheet.pass(100 * DAY_MS);
  leftLongAgo(sheet, '2026-06-01');
  expect(sheet.service.credits).toBe(credits);
});
