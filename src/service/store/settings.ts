/** Small facts about the database itself, by name. */
import type { Kysely } from 'kysely';
import type { Tables } from './database.js';

export async function readSetting(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function forgetSetting(db: Kysely<Tables>, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute();
}
