/** The databases that the build has made: a new one is a copy of one of them, because an engine takes seconds to make it. */
import { constants, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** In a template with sample data, and in its copies: the file that tells up to which day the template had them. */
export const SAMPLE_DAY = 'sample_day';

/**
 * The database to copy, of the folders in which the build has put one without tables and one with sample data.
 * Each may be missing.
 * @param sampleDay the day up to which the new database gets sample data; undefined for none
 */
export async function templateFor(
  { empty, sample }: { readonly empty: string; readonly sample: string },
  sampleDay: string | undefined,
): Promise<string> {
  if (sampleDay === undefined) return empty;
  const made = await readFile(path.join(sample, SAMPLE_DAY), 'utf8').catch(() => undefined);
  // days that are missing are added by the caller; days that have not come yet, by its clock, cannot be taken away
  return made !== undefined && made <= sampleDay ? sample : empty;
}

/** All or nothing: what a start leaves that ends in between is no database, and is made again. */
export async function copyDatabase(template: string, directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  copyFolder(template, unfinished);
  await rename(unfinished, directory);
}

/** A thousand small files: `cp` of Node takes four times as long. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}
