/** Finds the refresh job that keeps a person's formulas fresh. */
import type { JobState } from '../../contract/jobs.js';

/** True if the job is on, even if its last run failed. */
export function isActive({ paused, givenUp }: JobState): boolean {
  return !paused && !givenUp;
}

function refreshesAll({ refresh }: JobState): boolean {
  return refresh?.places.length === 0;
}

/** Returns the refresh of all formulas that a switch turns on and off: one that is on, the person's first. */
export function fullRefreshJob(jobs: readonly JobState[]): JobState | undefined {
  const all = jobs.filter(refreshesAll);
  const mine = all.filter((job) => job.mine);
  return mine.find(isActive) ?? all.find(isActive) ?? mine[0];
}

/** Returns the job that keeps newly inserted formulas fresh, even if it covers only some places. */
export function activeRefreshJob(jobs: readonly JobState[]): JobState | undefined {
  const all = fullRefreshJob(jobs);
  return all && isActive(all) ? all : jobs.find((job) => job.refresh && job.mine && isActive(job));
}

/** True if the person has a refresh, even a paused one: then the page offers none. */
export function hasRefresh(jobs: readonly JobState[]): boolean {
  return jobs.some(({ refresh, mine }) => refresh !== undefined && mine);
}
