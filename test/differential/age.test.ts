/** Months of formulas over a service of the specification, which does not say what no longer matches. */
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { openSheet, type Sheet } from './sheet.js';

const DAY_MS = 86_400_000;
const DAYS = scaled(70, 130);
/** A month, and the day that an update comes late. */
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
    oddities: () => ({ changes: 'none' }),
  });
}

/** Titles in a table of offices of records that have been something else for longer. */
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

/** How often more was asked for than what has changed: an answer of just a hundred records may need a second request. */
function tablesAsked({ service }: Sheet): number {
  return new Set(service.log.filter(({ body }) => body['dateType'] === undefined).map(({ doneAt }) => doneAt))
    .size;
}

/** Versions that more than one request for changes has brought. */
function toldTwice({ service }: Sheet): string[] {
  const told = service.log
    .filter(({ body }) => body['dateType'] !== undefined)
    .flatMap(({ sent }) => sent.map(({ id, number }) => `${id} v${number}`));
  return told.filter((version, index) => told.indexOf(version) < index);
}

test.each([SEED, SEED + 1, SEED + 2])('what is a month old is asked for again, seed %i', (seed) => {
  const sheet = open(seed);
  const wrong: string[] = [];
  for (let day = 0; day < DAYS; day++) {
    wrong.push(...leftLongAgo(sheet, '-90d'));
    sheet.pass(DAY_MS);
  }
  expect(wrong).toEqual([]);
  expect([tablesAsked(sheet), toldTwice(sheet)]).toEqual([Math.ceil(DAYS / 32), []]);
});

test.each([SEED, SEED + 1])(
  'a table of the last thirty days never asks for anything twice, seed %i',
  (seed) => {
    const sheet = open(seed);
    for (let day = 0; day < DAYS; day++) {
      expect(leftLongAgo(sheet, '-30d')).toEqual([]);
      sheet.pass(DAY_MS);
    }
    expect([tablesAsked(sheet), toldTwice(sheet)]).toEqual([1, []]);
  },
);

test('in manual mode nothing is asked for again', () => {
  const sheet = open(SEED);
  leftLongAgo(sheet, '2026-06-01');
  sheet.fake.documentProperties!.set('settings', settingsFor('manual'));
  const { credits } = sheet.service;
  sheet.pass(100 * DAY_MS);
  leftLongAgo(sheet, '2026-06-01');
  expect(sheet.service.credits).toBe(credits);
});
