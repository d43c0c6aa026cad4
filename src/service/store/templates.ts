/** Prebuilt databases: a new database is a copy, because the engine takes seconds to create one. */
import { constants, cpSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** The file in a prebuilt sample database, and in its copies, with its last day of sample data. */
export const SAMPLE_DAY = 'sample_day';

interface Templates {
  readonly empty: string;
  readonly sample: string;
}

/** The directories of the prebuilt databases, in the folder of the program: empty, and with sample data. */
export function templatesIn(folder: string): Templates {
  return { empty: path.join(folder, 'engine'), sample: path.join(folder, 'sample') };
}

/**
 * Returns the prebuilt database to copy. Each may be missing.
 * @param sampleDay the day up to which the new database gets sample data; undefined for none
 */
export async function templateFor(
  { empty, sample }: Templates,
  sampleDay: string | undefined,
): Promise<string> {
  if (sampleDay === undefined) return empty;
  const made = await readFile(path.join(sample, SAMPLE_DAY), 'utf8').catch(() => undefined);
  // the caller adds missing days, but cannot remove days that are later than its clock
  return made !== undefined && made <= sampleDay ? sample : empty;
}

/** Copies completely or not at all: the next start deletes an unfinished copy and begins again. */
export async function copyDatabase(template: string, directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  // the asynchronous `cp` takes four times as long for a thousand small files
  cpSync(template, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await rename(unfinished, directory);
}
