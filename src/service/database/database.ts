/** The connection: one Kysely over any engine with the PostgreSQL protocol, embedded or not. */
import { type Generated, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { hostsOf, openServerPool, type ServerPool, type Waiting } from './server-pool.js';
import { isDisconnected, isDiskFull, isStopped, unavailable } from './unavailable.js';
import { abandonment } from './wanted.js';

const DATE_OID = 1082;
const INT8_OID = 20;

interface ApiKeyTable {
  id: Generated<number>;
  digest: string;
  prefix: string;
  name: string;
  credits: number;
  created: Generated<Date>;
  revoked: Date | null;
  billing: Generated<string>;
  daily_cap: number | null;
  spent_day: string | null;
  spent: Generated<number>;
}

interface LedgerTable {
  id: Generated<number>;
  key_id: number;
  kind: string;
  dataset: string | null;
  delta: number;
  charge_id: number | null;
  at: Generated<Date>;
}

/** The tables whose columns do not come from the contract. */
export interface Tables {
  setting: { name: string; value: string };
  company: { id: string; place_id: number | null; search_name: string | null; search_domain: string | null };
  company_tag: { company_id: string; field: string; value: string };
  company_group: { id: Generated<number>; name: string; version: Generated<number> };
  company_group_member: { group_id: number; company_id: string };
  place: { id: number; search_location: string; search_country: string | null };
  api_key: ApiKeyTable;
  ledger: LedgerTable;
}

/** Reads dates as 'YYYY-MM-DD' and 64-bit integers as numbers, only on this connection. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE_OID) return (text: string) => text;
    if (oid === INT8_OID) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** The embedded engine has a watch of its own. */
const UNWATCHED: Waiting = { quiet: 2 ** 31 - 1, probe: 0 };
/**
 * For a statement that a client waits for. A process of the server that has stopped cannot be told from one that works,
 * so that neither gets longer.
 */
const REQUEST_MS = 8_000;
/** The server itself stops such a statement a little earlier. */
const BEFORE_MS = 500;
/** For a connection. */
const CONNECTION_MS = 5_000;

/** Marks a statement that runs on each request: a connection parses and plans it once. */
const PREPARED = '/* prepared */';

export interface DatabaseOptions {
  /** @default WAITING */
  readonly waiting?: Waiting;
  /** @default REQUEST_MS */
  readonly requestMs?: number;
  /** Called with the error of a database that cannot continue, before its statement fails. */
  readonly onUnavailable?: (error: Error) => void;
}

export interface Database {
  /** A server, which other instances may use, and no embedded engine. */
  readonly isServer: boolean;
  /** For work that may take its time: it is waited for as long as the server answers at all. */
  readonly db: Kysely<Tables>;
  /**
   * For what a client waits for, over the same connections: a statement that takes too long fails as unavailable, and one
   * that nobody waits for any more is stopped.
   */
  readonly requests: Kysely<Tables>;
}

/** @param config a connection string, which may name several hosts, or the configuration of an embedded engine */
export function openDatabase(
  config: pg.PoolConfig,
  { waiting, requestMs = REQUEST_MS, onUnavailable = ignore }: DatabaseOptions = {},
): Database {
  const { connectionString } = config;
  const hosts = connectionString === undefined ? [config] : hostsOf(connectionString).map(at);
  const isServer = connectionString !== undefined;
  const statementMs = isServer ? requestMs - BEFORE_MS : 0;
  const pool = openServerPool(
    hosts.map((host) => ({ ...host, types: TYPES })),
    timeLimit(statementMs),
    isServer ? waiting : UNWATCHED,
  );
  const options = { names: new Map<string, string>(), statementMs, onUnavailable };
  const over = (limitMs: number) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool, { ...options, limitMs }) }) });
  const db = over(Number.POSITIVE_INFINITY);
  return { isServer, db, requests: isServer ? over(requestMs) : db };

  function at(address: string): pg.PoolConfig {
    // a connection whose other end is gone is noticed even while nothing is sent
    const found = { connectionTimeoutMillis: CONNECTION_MS, keepAlive: true };
    return { ...config, ...found, connectionString: address };
  }
}

/** For all statements of a connection from now on, and for their locks; 0 for no limit. */
function timeLimit(ms: number): string {
  return `set statement_timeout = ${ms}; set lock_timeout = ${ms}`;
}

interface PreparingOptions {
  /** Of the statements to prepare, by their text: the same for all that share the connections. */
  readonly names: Map<string, string>;
  /** For one statement. */
  readonly limitMs: number;
  /** The limit that the server has for the statements of each connection; 0 for none. */
  readonly statementMs: number;
  readonly onUnavailable: (error: Error) => void;
}

/**
 * Names the statements to prepare: one name per such statement in the source. A broken connection is not reused.
 */
function preparing(
  pool: ServerPool,
  { names, limitMs, statementMs, onUnavailable }: PreparingOptions,
): PostgresPool {
  const isLimited = limitMs < Number.POSITIVE_INFINITY;
  /** The server's limit is lifted while the connection is used for what may take its time. */
  const isLifted = !isLimited && statementMs > 0;
  const nameOf = (text: string): string | undefined => {
    if (!text.startsWith(PREPARED)) return undefined;
    if (!names.has(text)) names.set(text, `signals_${names.size}`);
    return names.get(text);
  };
  return {
    connect: async () => {
      const { client, watch, cancel } = await pool.connect();
      // a broken connection fails the running query; without a listener it would end the process, too
      client.on('error', ignore);
      let broken = false;
      if (isLifted) {
        await watch(client.query(timeLimit(0)), limitMs).catch((error: Error) => {
          client.release(true);
          throw unavailable(`The database has failed: ${error.message}`, error);
        });
      }
      const query = async (text: string, values: unknown[]) => {
        const name = nameOf(text);
        const signal = isLimited ? abandonment() : undefined;
        let cancelled: Promise<void> | undefined;
        const stop = () => {
          cancelled = cancel(text);
        };
        if (signal?.aborted && text !== 'rollback') throw unavailable('Nobody waits for the answer any more');
        signal?.addEventListener('abort', stop);
        try {
          const statement = name === undefined ? { text, values } : { name, text, values };
          return await watch(client.query(statement), limitMs);
        } catch (error) {
          broken ||= isDisconnected(error);
          if (!broken && isLimited && isStopped(error))
            throw unavailable(`The database has stopped a statement: ${(error as Error).message}`, error);
          if (!broken && !isDiskFull(error)) throw error;
          const failure = unavailable(`The database has failed: ${(error as Error).message}`, error);
          onUnavailable(failure);
          throw failure;
        } finally {
          signal?.removeEventListener('abort', stop);
          // no other statement may run on the connection before the server has been told
          await cancelled;
        }
      };
      return {
        // no statement uses a cursor, the other interface that Kysely could need
        query: query as unknown as PostgresPoolClient['query'],
        release: () => {
          const release = (isBroken: boolean) => {
            client.off('error', ignore);
            client.release(isBroken);
          };
          if (broken || !isLifted) return release(broken);
          client.query(timeLimit(statementMs)).then(
            () => release(false),
            () => release(true),
          );
        },
      };
    },
    end: () => pool.end(),
  };
}

function ignore(): void {}
