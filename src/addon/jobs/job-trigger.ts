/**
 * The trigger that runs the jobs of one person in one spreadsheet. Google lists a person's triggers over all spreadsheets
 * and does not say where each belongs, so its id is kept with the spreadsheet, and when it ran last: Google disables
 * triggers without a word, and a disabled one is still in the list.
 */
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { knownPersonName } from '../account/person.js';
import { messageOf } from '../errors.js';
import type { Platform } from '../platform.js';

export type JobTrigger = ReturnType<typeof createJobTrigger>;

export type TriggerProblem = Extract<
  HealthProblem,
  'no-job-permission' | 'no-trigger' | 'no-trigger-permission' | 'too-many-triggers'
>;

/** The global function behind the trigger. */
const FUNCTION = 'runJobs';
/** It comes by every hour: after this time without a run it does not run any more. */
const SILENT_MS = 3 * 3_600_000;

/** Nothing here throws: a job without a trigger can be saved, run by hand and removed. */
export function createJobTrigger(platform: Platform) {
  const { schedules } = platform;
  return {
    /** Makes it unless there is one that runs. What Google says against it, or nothing. Not to be called from a run of it. */
    ensure: (): string =>
      refusalOf(() => {
        if (findAlive(platform) !== undefined) return;
        const dead = find(platform);
        if (dead !== undefined) schedules.remove(dead);
        keep(platform, schedules.makeHourly(FUNCTION));
      }),
    /** One that stays removes itself at its next run. */
    remove(): void {
      refusalOf(() => {
        const id = find(platform);
        if (id !== undefined) schedules.remove(id);
        platform.documentProperties?.remove(keyOf(platform));
      });
    },
    /** For a run of it: from now on this is its id, and it has run. */
    remember(id: string): void {
      refusalOf(() => {
        if (id === kept(platform)?.id || schedules.exists(id)) keep(platform, id);
      });
    },
    /** Why there is none, or why its runs do nothing; undefined if all is well. */
    problem(): TriggerProblem | undefined {
      if (!platform.person.mayRunJobs()) return 'no-job-permission';
      let problem: TriggerProblem | undefined;
      const refusal = refusalOf(() => {
        if (findAlive(platform) !== undefined) return;
        const isLimited = find(platform) === undefined && schedules.areUsedUp();
        problem = isLimited ? 'too-many-triggers' : 'no-trigger';
      });
      return refusal === '' ? problem : 'no-trigger-permission';
    },
  };
}

function keyOf(platform: Platform): string {
  return `trigger:${knownPersonName(platform)}`;
}

/** A copy of the spreadsheet may have the properties of the original, whose trigger is not its own. */
function kept(platform: Platform): { readonly id: string; readonly ranAt: number } | undefined {
  const [file, id, ranAt] = platform.documentProperties?.get(keyOf(platform))?.split(' ') ?? [];
  return file === platform.spreadsheet.id() && id !== undefined ? { id, ranAt: Number(ranAt) } : undefined;
}

function keep(platform: Platform, id: string): void {
  const value = `${platform.spreadsheet.id()} ${id} ${platform.clock.now()}`;
  platform.documentProperties?.set(keyOf(platform), value);
}

/** Without a stored id it asks Google's list for this spreadsheet; not all sources say that it has such triggers. */
function find(platform: Platform): string | undefined {
  const { schedules } = platform;
  const id = kept(platform)?.id;
  return id !== undefined && schedules.exists(id) ? id : schedules.findHere(FUNCTION);
}

/** The one that runs, as far as can be seen. */
function findAlive(platform: Platform): string | undefined {
  const { clock, schedules } = platform;
  const id = find(platform);
  if (id === undefined || !schedules.isEnabled(id)) return undefined;
  const { ranAt = clock.now() } = kept(platform) ?? {};
  return clock.now() - ranAt < SILENT_MS ? id : undefined;
}

/** Google's refusal; empty if it allows the action. */
function refusalOf(act: () => void): string {
  try {
    act();
    return '';
  } catch (error) {
    return messageOf(error) || 'Google';
  }
}
