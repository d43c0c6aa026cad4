/** Settings of the database, by name. */
import { type Db, run, scalarOf } from './db.js';

/** Says with which pepper the keys of the database were made; see keys/pepper.ts. */
export const PEPPER_CHECK = 'key-pepper-check';

/** The setting's value; undefined when it was never written. */
export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  return scalarOf<string>(db)`select value from setting where name = ${name}`;
}

/** Removes the setting. */
export async function forgetSetting(db: Db, name: string): Promise<void> {
  await run(db)`delete from setting where name = ${name}`;
}

/** Adds the setting, or replaces its value. */
export async function writeSetting(db: Db, name: string, value: string): Promise<void> {
  await run(db)`insert into setting (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`;
}
