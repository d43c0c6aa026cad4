/** The record versions that a refresh has seen: bounded, for any text in `lastModified`. */
import { findNewVersions, nameOf, readSeen } from '../../../src/addon/jobs/seen-versions.js';
import { recordOf, recordsOf } from '../alerts/support.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const JOB = 'job';
/** The most characters of a property, for which Google allows 9 KB. */
const MOST = 8_900;

/** Runs a refresh with these records after others. @returns the ids of the new ones, and what is stored */
function run(stored: Readonly<Record<string, string>>, records: ReturnType<typeof recordsOf>) {
  const seen = readSeen(stored, JOB);
  const { news, values } = findNewVersions(JOB, new Map([['q', { records }]]), seen, NOW);
  expect(values[nameOf(JOB, 'q')]?.length).toBeLessThan(MOST);
  return { ids: news.map(({ id }) => id), values };
}

test.each(['n/a', 'yesterday', '2026', ''])(
  'more than 1,000 records whose last change is %j end, and count as seen',
  (modified) => {
    const unreadable = recordsOf(1_500).map((record) => ({ ...record, modified }));
    const first = run({}, unreadable);
    expect(first.ids).toEqual([]);
    const later = [...unreadable, { ...recordOf('unread'), modified }, recordOf('new')];
    const second = run(first.values, later);
    expect(second.ids).toEqual(['new']);
    expect(run(second.values, later).ids).toEqual([]);
  },
);

test('of more than 1,000 recent records, those of the last days are reported when they are new', () => {
  const records = recordsOf(1_500).map((record, index) => ({
    ...record,
    modified: index < 700 ? '2026-11-19' : '2026-11-20',
  }));
  const first = run({}, records);
  const later = [...records, recordOf('old', { modified: '2026-11-19' }), recordOf('new')];
  expect(run(first.values, later).ids).toEqual(['new']);
});
