/** API keys as the database knows them: by digest, never by their text. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';

/** The caller of a request. */
export interface Account {
  readonly keyId: number;
  readonly credits: number;
}

export interface NewKey {
  readonly name: string;
  readonly credits: number;
  readonly digest: string;
  /** First characters of the key, to recognise it in a list. */
  readonly prefix: string;
}

/** The holder of a key that is not revoked; undefined otherwise. */
export async function findAccount(db: Kysely<Tables>, digest: string): Promise<Account | undefined> {
  return db
    .selectFrom('api_key')
    .select(['id as keyId', 'credits'])
    .where('digest', '=', digest)
    .where('revoked', 'is', null)
    .executeTakeFirst();
}

/** Adds a key and writes its first credits into the ledger, in one statement. Answers its id. */
export async function createKey(
  db: Kysely<Tables>,
  { name, credits, digest, prefix }: NewKey,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with k as (insert into api_key (digest, prefix, name, credits)
        values (${digest}, ${prefix}, ${name}, ${credits}::bigint) returning id, credits),
      l as (insert into ledger (key_id, delta, reason) select id, credits, 'created' from k)
    select id from k`.execute(db);
  return rows[0]!.id;
}
