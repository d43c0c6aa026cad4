/**
 * The trigger that runs one person's jobs in one spreadsheet. Google lists a person's triggers without their
 * spreadsheets, and disables triggers silently without removing them from the list. So the document stores
 * the trigger's id and the time of its last run.
 */
import type { TriggerProblem } from '../../contract/sidebar-api.js';
import { knownPersonName } from '../account/person.js';
import { messageOf } from '../errors.js';
import type { Platform } from '../platform.js';

export type JobTrigger = ReturnType<typeof createJobTrigger>;

/** The global function behind the trigger. */
const FUNCTION = 'runJobs';
/** The trigger runs hourly: after this time without a run it counts as dead. */
const SILENT_MS = 3 * 3_600_000;

/** No method throws: people can save, run and remove a job without a trigger. */
export function createJobTrigger(platform: Platform) {
  const { clock, schedules } = platform;
  const stored = createStoredTrigger(platform);

  /** Without a stored id, it searches Google's list for this spreadsheet, which may lack clock triggers. */
  function find(): string | undefined {
    const id = stored.read()?.id;
    return id !== undefined && schedules.exists(id) ? id : schedules.findHere(FUNCTION);
  }

  /** True if Google has a trigger enabled and its last known run is recent. */
  function isAlive(): boolean {
    const id = find();
    if (id === undefined || !schedules.isEnabled(id)) return false;
    const { ranAt = clock.now() } = stored.read() ?? {};
    return clock.now() - ranAt < SILENT_MS;
  }

  return {
    /** Creates the trigger unless one runs. Its runs must not call this. @returns Google's refusal, or '' */
    ensure: (): string =>
      refusalOf(() => {
        if (isAlive()) return;
        const dead = find();
        if (dead !== undefined) schedules.remove(dead);
        stored.write(schedules.makeHourly(FUNCTION));
      }),
    /** If Google refuses this, the trigger removes itself at its next run. */
    remove(): void {
      refusalOf(() => {
        const id = find();
        if (id !== undefined) schedules.remove(id);
        stored.remove();
      });
    },
    /** Called by the trigger: stores its id and the time of this run. */
    remember(id: string): void {
      refusalOf(() => {
        if (id === stored.read()?.id || schedules.exists(id)) stored.write(id);
      });
    },
    /** Returns why there is no trigger, or why its runs do nothing; undefined if it works. */
    problem(): TriggerProblem | undefined {
      if (!platform.person.mayRunJobs()) return 'no-job-permission';
      let problem: TriggerProblem | undefined;
      const refusal = refusalOf(() => {
        if (isAlive()) return;
        const isLimited = find() === undefined && schedules.areUsedUp();
        problem = isLimited ? 'too-many-triggers' : 'no-trigger';
      });
      return refusal === '' ? problem : 'no-trigger-permission';
    },
  };
}

/** Reads and writes the trigger's id and the time of its last run, which the document stores. */
function createStoredTrigger(platform: Platform) {
  const { clock, spreadsheet } = platform;
  const key = () => `trigger:${knownPersonName(platform)}`;
  return {
    /** Ignores a trigger of another spreadsheet: a copy may have the properties of its original. */
    read(): { readonly id: string; readonly ranAt: number } | undefined {
      const [file, id, ranAt] = platform.documentProperties?.get(key())?.split(' ') ?? [];
      return file === spreadsheet.id() && id !== undefined ? { id, ranAt: Number(ranAt) } : undefined;
    },
    /** Stores the id, and now as the time of its last run. */
    write(id: string): void {
      platform.documentProperties?.set(key(), `${spreadsheet.id()} ${id} ${clock.now()}`);
    },
    remove(): void {
      platform.documentProperties?.remove(key());
    },
  };
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
