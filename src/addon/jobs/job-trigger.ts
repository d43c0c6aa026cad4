/**
 * The trigger that runs the jobs of one person in one spreadsheet. Google lists a person's triggers over all spreadsheets
 * and does not say where each belongs, so its id is kept with the spreadsheet.
 */
import { knownPersonName } from '../account/person.js';
import type { Platform } from '../platform.js';

export interface JobTrigger {
  /** Makes it unless it exists. Not to be called from a run of it. */
  ensure(): void;
  remove(): void;
  exists(): boolean;
  /** For a run of it: from now on this is its id. */
  remember(id: string): void;
}

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
    try {
      platform.documentProperties?.set(key(), `${spreadsheet.id()} ${id}`);
    } catch {
      // a full store must not stop a run; the next one tries again
    }
  }

  /** Where no id is kept, Google's list for this spreadsheet is asked; not all sources say that it has such triggers. */
  function find(): string | undefined {
    const id = kept();
    return id !== undefined && schedules.exists(id) ? id : schedules.findHere(FUNCTION);
  }

  return {
    ensure() {
      if (find() === undefined) keep(schedules.makeHourly(FUNCTION));
    },
    remove() {
      const id = find();
      if (id !== undefined) schedules.remove(id);
      platform.documentProperties?.remove(key());
    },
    exists: () => find() !== undefined,
    remember(id) {
      if (id !== kept() && schedules.exists(id)) keep(id);
    },
  };
}
