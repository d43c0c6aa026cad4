/** The refresh job that a person's formulas are kept fresh by, among the jobs of the spreadsheet. */
import type { JobState } from '../../contract/jobs.js';

/** A job that is on, whatever its last run. */
export function isOn({ paused, givenUp }: JobState): boolean {
  return !paused && !givenUp;
}

function isOfAll({ refresh }: JobState): boolean {
  return refresh?.places.length === 0;
}

/** The job of all formulas that a switch turns on and off: one that is on, the person's own before a colleague's. */
export function freshJob(jobs: readonly JobState[]): JobState | undefined {
  const all = jobs.filter(isOfAll);
  const mine = all.filter((job) => job.mine);
  return mine.find(isOn) ?? all.find(isOn) ?? mine[0];
}

/** The job that keeps what a person has just inserted fresh: in some places only, if there is no other. */
export function keeperOf(jobs: readonly JobState[]): JobState | undefined {
  const all = freshJob(jobs);
  return all && isOn(all) ? all : jobs.find((job) => job.refresh && job.mine && isOn(job));
}

/** The person has set up a refresh, if only to pause it: then there is nothing to offer. */
export function hasRefresh(jobs: readonly JobState[]): boolean {
  return jobs.some(({ refresh, mine }) => refresh !== undefined && mine);
}
