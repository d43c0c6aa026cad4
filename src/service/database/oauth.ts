/** Registrations and grants of assistants over /mcp. Codes and tokens are stored by digest, never as text. */
import { sql } from 'kysely';
import { type Db, firstOf, hasRow, rowsOf, run, scalarOf } from './db.js';
import { type Account, TODAY } from './keys.js';

/** The registration of an application, as OAuth defines it. */
type ClientMetadata = Readonly<Record<string, unknown>>;

interface NewGrant {
  readonly clientId: string;
  readonly keyDigest: string;
  /** The address of the resource that the tokens are valid for. */
  readonly resource: string;
  readonly dailyCeiling: number;
  readonly code: {
    readonly digest: string;
    readonly challenge: string;
    readonly redirectUri: string;
    readonly seconds: number;
  };
}

interface TokenExchange {
  readonly kind: 'code' | 'refresh';
  readonly digest: string;
  readonly clientId: string;
  /** The redirect URI of the code's request, if the application repeats it. */
  readonly redirectUri?: string | undefined;
  readonly access: { readonly digest: string; readonly seconds: number };
  readonly refresh: { readonly digest: string; readonly seconds: number };
}

/** The caller of a request that an assistant makes. */
export interface Grant extends Account {
  readonly grantId: number;
  readonly clientId: string;
  readonly keyDigest: string;
  readonly resource: string;
  readonly dailyCeiling: number;
  readonly secondsLeft: number;
}

/** A grant whose key is still valid and has the same text. */
const VALID_GRANT = sql`(oauth_grant g
  join api_key k on k.id = g.key_id and k.digest = g.key_digest and k.revoked is null)`;
/** The most applications without a grant: the newest. Those of the last hour stay: a person may be connecting them. */
const MOST_UNCONNECTED = 10_000;
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::int)`;

export async function addOAuthClient(db: Db, id: string, metadata: ClientMetadata): Promise<void> {
  await run(db)`insert into oauth_client (id, metadata) values (${id}, ${JSON.stringify(metadata)}::json)`;
}

export async function findOAuthClient(db: Db, id: string): Promise<ClientMetadata | undefined> {
  return scalarOf<ClientMetadata>(db)`
    select metadata from oauth_client where id = ${id}`;
}

/** Adds a grant with the code for its first tokens. Returns false if the key is not valid. */
export async function addGrant(
  db: Db,
  { clientId, keyDigest, resource, dailyCeiling, code }: NewGrant,
): Promise<boolean> {
  return hasRow(db)`
    with g as (insert into oauth_grant (client_id, key_id, key_digest, resource, daily_ceiling)
        select ${clientId}, id, digest, ${resource}, ${dailyCeiling}::bigint
        from api_key where digest = ${keyDigest} and revoked is null returning id)
    insert into oauth_token (digest, grant_id, kind, expires, challenge, redirect_uri)
      select ${code.digest}, id, 'code', ${inSeconds(code.seconds)}, ${code.challenge}, ${code.redirectUri} from g
      returning digest`;
}

/** Returns the PKCE challenge of a code, even of a used one. */
export async function findChallenge(db: Db, clientId: string, digest: string): Promise<string | undefined> {
  return scalarOf<string>(db)`
    select t.challenge from oauth_token t join oauth_grant g on g.id = t.grant_id
    where t.digest = ${digest} and t.kind = 'code' and t.expires > now() and g.client_id = ${clientId}`;
}

/**
 * Uses a code or a refresh token, and adds the new tokens. A second use ends the grant, because one of the
 * two users was not the application. Returns true if the token was exchanged.
 */
export async function exchangeToken(
  db: Db,
  { kind, digest, clientId, redirectUri, access, refresh }: TokenExchange,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    with was_used as (update oauth_token t set used = true from ${VALID_GRANT}
        where t.digest = ${digest} and t.kind = ${kind} and not t.used and t.expires > now()
          and g.id = t.grant_id and g.client_id = ${clientId}
          and (${redirectUri ?? null}::text is null or t.redirect_uri = ${redirectUri ?? null})
        returning t.grant_id)
    insert into oauth_token (digest, grant_id, kind, expires)
      select ${access.digest}, grant_id, 'access', ${inSeconds(access.seconds)} from was_used
      union all select ${refresh.digest}, grant_id, 'refresh', ${inSeconds(refresh.seconds)} from was_used
      returning grant_id`;
  if (rows.length > 0) return true;
  await endGrant(db, clientId, digest, true);
  return false;
}

/** Returns the grant of an access token that has not expired. */
export async function findGrant(db: Db, digest: string): Promise<Grant | undefined> {
  return firstOf<Grant>(db)`/* prepared */
    select k.id as "keyId", k.credits, k.billing, k.may_edit_groups as "mayEditGroups", g.id as "grantId", g.client_id as "clientId",
      g.key_digest as "keyDigest", g.resource, g.daily_ceiling as "dailyCeiling",
      extract(epoch from t.expires - now())::bigint as "secondsLeft",
      greatest(least(k.daily_cap - case when k.spent_day >= ${TODAY} then k.spent else 0 end,
        g.daily_ceiling - case when g.spent_day >= ${TODAY} then g.spent else 0 end), 0) as "leftToday"
    from oauth_token t join ${VALID_GRANT} on g.id = t.grant_id
    where t.digest = ${digest} and t.kind = 'access' and t.expires > now()`;
}

/**
 * Ends the grant of a token, with all of its tokens. The grant stays until they expire, so that its application
 * stays registered and the person can connect it again. @param onlyUsed true: only if the token was used
 */
export async function endGrant(db: Db, clientId: string, digest: string, onlyUsed = false): Promise<void> {
  await run(db)`update oauth_grant g set key_digest = '', daily_ceiling = 0 from oauth_token t
    where t.digest = ${digest} and t.grant_id = g.id and g.client_id = ${clientId}
      and (t.used or not ${onlyUsed}::boolean)`;
}

/** Deletes expired tokens, empty grants, and applications without one that are a week old or too many. */
export async function pruneGrants(db: Db): Promise<void> {
  await run(db)`delete from oauth_token where expires <= now()`;
  await run(db)`
    delete from oauth_grant g where not exists (select 1 from oauth_token t where t.grant_id = g.id)`;
  await run(db)`delete from oauth_client where id in (select id from (
      select c.id, c.created, row_number() over (order by c.created desc) as place from oauth_client c
      where not exists (select 1 from oauth_grant g where g.client_id = c.id)) c
    where created < now() - interval '7 days' or (place > ${MOST_UNCONNECTED}::int and created < now() - interval '1 hour'))`;
}
