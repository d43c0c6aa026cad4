/** The record versions that a refresh has seen: bounded, for any text in `lastModified`. */
import {
  newRecordsIn,
  readSeen,
  seenAfter,
  seenName,
  seenValues,
} from '../../../src/addon/jobs/seen-versions.js';
import { recordOf, recordsOf } from '../alerts/support.js';
import { createFakePlatform } from '../fake-platform.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 21, 12);
const JOB = 'job';
/** The most characters of a property, for which Google allows 9 KB. */
const MOST = 8_900;

/** Returns a job whose runs get the given records, and return the ids of the new ones. */
function createJob() {
  const properties = createFakePlatform().documentProperties!;
  return (records: ReturnType<typeof recordsOf>, { isAll = true, now = NOW } = {}) => {
    const seen = readSeen(properties, JOB);
    properties.setAll(seenValues(JOB, seenAfter(seen, records, isAll, now)));
    expect(properties.get(seenName(JOB))!.length).toBeLessThan(MOST);
    return newRecordsIn(records, seen).map(({ id }) => id);
  };
}

const changedOn = (modified: string) => (id: string) => recordOf(id, { modified });
const today = changedOn('2026-11-21');

test.each(['n/a', 'yesterday', '2026', ''])(
  'more than 1,000 records whose last change is %j end, and count as seen',
  (modified) => {
    const unreadable = recordsOf(1_500).map((record) => ({ ...record, modified }));
    const run = createJob();
    expect(run(unreadable)).toEqual([]);
    const later = [...unreadable, { ...recordOf('unread'), modified }, today('new')];
    expect(run(later)).toEqual(['new']);
    expect(run(later)).toEqual([]);
  },
);

test('of more than 1,000 recent records, those of the last days are reported when they are new', () => {
  const records = recordsOf(1_500).map((record, index) => ({
    ...record,
    modified: index < 700 ? '2026-11-21' : '2026-11-22',
  }));
  const run = createJob();
  expect(run(records)).toEqual([]);
  expect(run([...records, today('old'), changedOn('2026-11-22')('new')])).toEqual(['new']);
});

test('a version is new once, in any of several tables, and its next version is new', () => {
  const run = createJob();
  expect(run([today('a')])).toEqual([]);
  expect(run([today('a'), today('b'), { ...today('b'), tab: 'Other' }])).toEqual(['b']);
  const next = NOW + DAY_MS;
  expect(run([today('a'), changedOn('2026-11-22')('b')], { now: next })).toEqual(['b']);
});

test('records that had settled before the last run are not new, even if their question is', () => {
  const run = createJob();
  run([]);
  expect(run([changedOn('2026-11-19')('old'), today('new')])).toEqual(['new']);
});

test('while a question has no answer, the records of its days stay new, and those of others are reported once', () => {
  const run = createJob();
  run([today('a')]);
  const others = [today('a'), changedOn('2026-11-24')('b')];
  const later = { isAll: false, now: NOW + 4 * DAY_MS };
  expect(run(others, later)).toEqual(['b']);
  const answered = [...others, changedOn('2026-11-22')('late')];
  expect(run(answered, { now: NOW + 5 * DAY_MS })).toEqual(['late']);
  expect(run(answered, { now: NOW + 5 * DAY_MS })).toEqual([]);
});
