/** When the page says that a job runs next, by what its runs have stored. */
import { type JobProgress, NEW_PROGRESS } from '../../../src/addon/jobs/job.js';
import { jobStates } from '../../../src/addon/jobs/job-states.js';
import { progressValues, writeJob } from '../../../src/addon/jobs/job-store.js';
import { createFakePlatform } from '../fake-platform.js';

const NOW = '2026-11-20T10:15:00Z';
const NEXT_HOUR = '2026-11-20T11:00:00.000Z';
const SCHEDULED = '2026-11-21T06:00:00.000Z';
const now = Date.parse(NOW);
const job = {
  id: 'job-1',
  name: 'Deals',
  owner: 'ann',
  ownerName: 'Ann',
  schedule: { every: 'day' as const, hour: 6, weekdays: [] },
  paused: false,
  madeAt: 1,
  digest: '',
};
const lease = { token: 't', holder: 'Ann', until: now + 60_000 };
const begun = { begun: now - 30_000 };

test.each<[string, Partial<JobProgress>, string]>([
  ['has never run', {}, NEXT_HOUR],
  ['is done', { ...begun, doneAt: begun.begun }, SCHEDULED],
  ['runs', { ...begun, lease }, SCHEDULED],
  [
    'runs and has left work to the next hour, perhaps because a person has cancelled it',
    { ...begun, lease, unfinished: true },
    NEXT_HOUR,
  ],
  ['died', { ...begun, lease: { ...lease, until: now - 1 } }, NEXT_HOUR],
  [
    'is done, and a colleague’s later run has left work',
    { ...begun, doneAt: 1, lease, unfinished: true },
    SCHEDULED,
  ],
])('the next run of a daily job that %s', (_what, change, expected) => {
  const platform = createFakePlatform({ now: NOW });
  const properties = platform.documentProperties!;
  writeJob(platform, properties, job, progressValues(job.id, { ...NEW_PROGRESS, ...change }));
  const [state] = jobStates(platform, 'en');
  expect(new Date(state!.nextRun).toISOString()).toBe(expected);
});
