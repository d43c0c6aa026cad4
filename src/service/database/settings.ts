/** Settings of the database, by name. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';

/** The setting's value; undefined when it was never written. */
export async function readSetting(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Removes the setting. */
export async function forgetSetting(db: Kysely<Tables>, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute();
}

/** Adds the setting, or replaces its value. */
export async function writeSetting(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await sql`insert into setting (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
}
