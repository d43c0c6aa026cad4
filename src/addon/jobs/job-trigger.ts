/**
 * The trigger that runs one person's jobs in one spreadsheet. Google lists a person's triggers without their
 * spreadsheets, and disables triggers silently without removing them from the list. So the document stores
 * the trigger's id and the time of its last run.
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
/** The trigger runs hourly: after this time without a run it counts as dead. */
const SILENT_MS = 3 * 3_600_000;

/** No method throws: people can save, run and remove a job without a trigger. */
export function createJobTrigger(platform: Platform) {
  const { schedules } = platform;
  return {
    /** Creates the trigger unless one runs. Its runs must not call this. @returns Google's refusal, or '' */
    ensure: (): string =>
      refusalOf(() => {
        if (findAlive(platform) !== undefined) return;
        const dead = find(platform);
        if (dead !== undefined) schedules.remove(dead);
        storeTrigger(platform, schedules.makeHourly(FUNCTION));
      }),
    /** If Google refuses this, the trigger removes itself at its next run. */
    remove(): void {
      refusalOf(() => {
        const id = find(platform);
        if (id !== undefined) schedules.remove(id);
        platform.documentProperties?.remove(keyOf(platform));
      });
    },
    /** Called by the trigger: stores its id and the time of this run. */
    remember(id: string): void {
      refusalOf(() => {
        if (id === readTrigger(platform)?.id || schedules.exists(id)) storeTrigger(platform, id);
      });
    },
    /** Returns why there is no trigger, or why its runs do nothing; undefined if it works. */
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

/** Ignores a trigger of another spreadsheet: a copy may have the properties of its original. */
function readTrigger(platform: Platform): { readonly id: string; readonly ranAt: number } | undefined {
  const [file, id, ranAt] = platform.documentProperties?.get(keyOf(platform))?.split(' ') ?? [];
  return file === platform.spreadsheet.id() && id !== undefined ? { id, ranAt: Number(ranAt) } : undefined;
}

function storeTrigger(platform: Platform, id: string): void {
  const value = `${platform.spreadsheet.id()} ${id} ${platform.clock.now()}`;
  platform.documentProperties?.set(keyOf(platform), value);
}

/** Without a stored id, it searches Google's list for this spreadsheet, which may lack clock triggers. */
function find(platform: Platform): string | undefined {
  const { schedules } = platform;
  const id = readTrigger(platform)?.id;
  return id !== undefined && schedules.exists(id) ? id : schedules.findHere(FUNCTION);
}

/** Returns the trigger if Google has it enabled and its last known run is recent. */
function findAlive(platform: Platform): string | undefined {
  const { clock, schedules } = platform;
  const id = find(platform);
  if (id === undefined || !schedules.isEnabled(id)) return undefined;
  const { ranAt = clock.now() } = readTrigger(platform) ?? {};
  return clock.now() - ranAt < SILENT_MS ? id : undefined;
}

/** Returns Google's refusal, or '' if Google allows the action. */
function refusalOf(act: () => void): string {
  try {
    act();
    return '';
  } catch (error) {
    return messageOf(error) || 'Google';
  }
}
