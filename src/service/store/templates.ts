/** Prebuilt databases: a new database is a copy, because the engine takes seconds to create one. */
import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** The file in a prebuilt sample database, and in its copies, with its last day of sample data. */
export const SAMPLE_DAY = 'sample_day';

interface Templates {
  readonly empty: string;
  readonly sample: string;
}

/** Returns the directories of the prebuilt databases in the folder of the program. */
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
  copyFolder(template, unfinished);
  await rename(unfinished, directory);
}

/**
 * Node's `cp` takes four times as long for a thousand small files. Its `cpSync` keeps links, through which the
 * copy would change the prebuilt database; it can end the process on an error, and Node 24 ignores its `mode`.
 */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}
