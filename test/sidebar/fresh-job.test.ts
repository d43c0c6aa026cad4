import type { JobState } from '../../src/contract/jobs.js';
import { activeRefreshJob, fullRefreshJob, hasRefresh } from '../../src/sidebar/draft/job-draft.js';

const job = (id: string, change: Partial<JobState> = {}) =>
  ({
    id,
    mine: true,
    paused: false,
    givenUp: false,
    refresh: { places: [], budget: 200, changes: true },
    ...change,
  }) as JobState;

const sync: Partial<JobState> = {
  sync: { formula: '=EXPANSIONS()', tab: 'T', newRows: 'top', from: '2026-01-01', budget: 1 },
};
const { refresh: _refresh, ...withoutRefresh } = job('sync', sync);
const SYNC = withoutRefresh as JobState;
const MINE = job('mine');
const PAUSED = job('paused', { paused: true });
const STOPPED = job('stopped', { givenUp: true });
const ANNS = job('anns', { mine: false });
const ANNS_PAUSED = job('anns paused', { mine: false, paused: true });
const SOME = job('some', { refresh: { places: ['Accounts'], budget: 200, changes: true } });
const ANNS_SOME = job('anns some', {
  mine: false,
  refresh: { places: ['Accounts'], budget: 200, changes: true },
});

test.each([
  ['nothing', [], undefined, undefined, false],
  ['a sync', [SYNC], undefined, undefined, false],
  ['mine', [SYNC, ANNS, MINE], 'mine', 'mine', true],
  ['a colleague’s, which keeps my formulas fresh too', [ANNS], 'anns', 'anns', false],
  ['a colleague’s that is paused', [ANNS_PAUSED], undefined, undefined, false],
  ['mine that is paused', [PAUSED], 'paused', undefined, true],
  ['mine that has stopped after failures', [STOPPED], 'stopped', undefined, true],
  ['mine that is paused beside one that is on', [PAUSED, MINE], 'mine', 'mine', true],
  ['mine that is paused beside a colleague’s', [PAUSED, ANNS], 'anns', 'anns', true],
  ['mine of some places', [SOME], undefined, 'some', true],
  ['mine of some places beside a colleague’s of all', [SOME, ANNS], 'anns', 'anns', true],
  ['a colleague’s of some places', [ANNS_SOME], undefined, undefined, false],
])('%s', (_name, jobs, switched, keeper, mine) => {
  expect(fullRefreshJob(jobs)?.id).toBe(switched);
  expect(activeRefreshJob(jobs)?.id).toBe(keeper);
  expect(hasRefresh(jobs)).toBe(mine);
});
