/**
 * The trigger that runs the jobs of one person in one spreadsheet. Google lists a person's triggers over all spreadsheets
 * and does not say where each belongs, so its id is kept with the spreadsheet.
 */
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { knownPersonName } from '../account/person.js';
import { messageOf } from '../errors.js';
import type { Platform } from '../platform.js';

/** Nothing here throws: a job without a trigger can be saved, run by hand and removed. */
export interface JobTrigger {
  /** Makes it unless it exists. What Google says against it, or nothing. Not to be called from a run of it. */
  ensure(): string;
  /** One that stays removes itself at its next run. */
  remove(): void;
  /** For a run of it: from now on this is its id. */
  remember(id: string): void;
  /** Why there is none, or why its runs do nothing; undefined if all is well. */
  problem(): TriggerProblem | undefined;
}

export type TriggerProblem = Extract<
  HealthProblem,
  'no-job-permission' | 'no-trigger' | 'no-trigger-permission' | 'too-many-triggers'
>;

/** The global function behind the trigger. */
const FUNCTION = 'runJobs';

export function createJobTrigger(platform: Platform): JobTrigger {
  const { schedules, spreadsheet } = platform;
  const key = () => `trigger:${knownPersonName(platform)}`;

  /** A copy of the spreadsheet may have the properties of the original, whose trigger is not its own. */
  function kept(): string | undefined {
    const [file, id] = platform.documentProperties?.get(key())?.split(' ') ?? [];
    return file === spreadsheet.id() ? id : undefined;
  }

  function keep(id: string): void {
    platform.documentProperties?.set(key(), `${spreadsheet.id()} ${id}`);
  }

  /** Where no id is kept, Google's list for this spreadsheet is asked; not all sources say that it has such triggers. */
  function find(): string | undefined {
    const id = kept();
    return id !== undefined && schedules.exists(id) ? id : schedules.findHere(FUNCTION);
  }

  return {
    ensure: () =>
      refusalOf(() => {
        if (find() === undefined) keep(schedules.makeHourly(FUNCTION));
      }),
    remove() {
      refusalOf(() => {
        const id = find();
        if (id !== undefined) schedules.remove(id);
        platform.documentProperties?.remove(key());
      });
    },
    remember(id) {
      refusalOf(() => {
        if (id !== kept() && schedules.exists(id)) keep(id);
      });
    },
    problem() {
      if (!platform.person.mayRunJobs()) return 'no-job-permission';
      let problem: TriggerProblem | undefined;
      const refusal = refusalOf(() => {
        if (find() === undefined) problem = schedules.areUsedUp() ? 'too-many-triggers' : 'no-trigger';
      });
      return refusal === '' ? problem : 'no-trigger-permission';
    },
  };
}

/** What Google says against it; empty where it lets it happen. */
function refusalOf(act: () => void): string {
  try {
    act();
    return '';
  } catch (error) {
    return messageOf(error) || 'Google';
  }
}
