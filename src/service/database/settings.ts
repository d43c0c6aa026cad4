/** Settings of the database, by name. */
import { type Db, run, scalarOf } from './db.js';

const PEPPER_CHECK = 'key-pepper-check';

/** Returns undefined for a setting that was never written. */
export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  return scalarOf<string>(db)`select value from setting where name = ${name}`;
}

export async function writeSetting(db: Db, name: string, value: string): Promise<void> {
  await run(db)`insert into setting (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`;
}

/** Reads what identifies the pepper of the database's keys; undefined before the first start. */
export const readPepperCheck = (db: Db) => readSetting(db, PEPPER_CHECK);

export const writePepperCheck = (db: Db, check: string) => writeSetting(db, PEPPER_CHECK, check);
