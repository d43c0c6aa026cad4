/** The connection: one Kysely over any engine with the PostgreSQL protocol, embedded or not. */
import { hash } from 'node:crypto';
import { setTimeout as sleep, setImmediate as turnOfLoop } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { cancellationSignal } from './cancellation.js';
import type { Db } from './db.js';
import { NOTICE_LOST_CLIENT_MS, openServerPool } from './server-pool.js';
import { breaksConnection, cancelled, isDiskFull, unavailable } from './unavailable.js';

const DATE_OID = 1082;
const INT8_OID = 20;

/** Reads dates as 'YYYY-MM-DD' and 64-bit integers as numbers, only on this connection. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE_OID) return (text: string) => text;
    if (oid === INT8_OID) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * The time limit of a statement that a client waits for. The service cannot tell a frozen server process from
 * a busy one, so both get the same time.
 */
const REQUEST_MS = 8_000;
/** The server's own statement timeout is this much shorter. */
const SERVER_MARGIN_MS = 500;
const CONNECTION_MS = 5_000;
/** Connections for imports, housekeeping and other slow work, in addition to those of requests. */
const SLOW_WORK_CONNECTIONS = 2;

/** Marks a statement that runs on each request, so that a connection parses and plans it once. */
const PREPARED = '/* prepared */';

interface DatabaseOptions {
  /** @default REQUEST_MS */
  readonly requestMs?: number;
  /** Called with the error of a database that cannot continue, before its statement fails. */
  readonly onUnavailable?: (error: Error) => void;
}

export interface Database {
  /** True for a server, which other instances may use; false for the embedded engine. */
  readonly isServer: boolean;
  /** For slow work, without a time limit. */
  readonly db: Db;
  /**
   * For requests: a statement that takes too long fails as unavailable, and a statement whose client has
   * disconnected is stopped. The embedded engine has one session for both and stops no statement; it only
   * skips one that is still queued when its client disconnects.
   */
  readonly requests: Db;
}

/** @param config a connection string, possibly of several hosts, or the embedded engine's configuration */
export function openDatabase(
  config: pg.PoolConfig,
  { requestMs = REQUEST_MS, onUnavailable = ignore }: DatabaseOptions = {},
): Database {
  if (config.connectionString === undefined) {
    const db = openKysely(config, 0, onUnavailable);
    return { isServer: false, db, requests: db };
  }
  // detects a lost connection even if no data is sent
  const server = { ...config, connectionTimeoutMillis: CONNECTION_MS, keepAlive: true };
  const limited = { ...server, query_timeout: requestMs };
  return {
    isServer: true,
    db: openKysely({ ...server, max: SLOW_WORK_CONNECTIONS }, 0, onUnavailable),
    requests: openKysely(limited, requestMs - SERVER_MARGIN_MS, onUnavailable),
  };
}

/** @param statementMs limit of a statement and of its wait for a lock; 0 for no limit */
function openKysely(config: pg.PoolConfig, statementMs: number, onUnavailable: (error: Error) => void): Db {
  const setUp = `set statement_timeout = ${statementMs}; set lock_timeout = ${statementMs}`;
  const pool = openServerPool({ ...config, types: TYPES }, setUp);
  const stopsWork = statementMs > 0;
  const connect = async () => {
    const client = await pool.connect();
    // the thread of the embedded engine was busy: first process the cancellations that have arrived meanwhile
    if (!stopsWork) await turnOfLoop();
    if (!cancellationSignal()?.aborted) return connectionOver(client, stopsWork, onUnavailable);
    client.release();
    throw cancelled();
  };
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) });
}

/**
 * Adapts a connection for Kysely. The pool discards it after a connection error or a cancellation.
 * @param stopsWork true if cancelling a statement ends its connection
 */
function connectionOver(
  client: pg.PoolClient,
  stopsWork: boolean,
  onUnavailable: (error: Error) => void,
): PostgresPoolClient {
  // a broken connection fails the running query; without a listener its error event would end the process
  client.on('error', ignore);
  let broken = false;
  const query = async (text: string, values: unknown[]) => {
    const signal = stopsWork ? cancellationSignal() : undefined;
    if (signal?.aborted) {
      // the connection may be in the middle of a transaction
      broken = true;
      throw cancelled();
    }
    let stopped: Promise<void> | undefined;
    const abandon = () => {
      client.end().catch(ignore);
      stopped = sleep(NOTICE_LOST_CLIENT_MS);
    };
    signal?.addEventListener('abort', abandon);
    try {
      // the name of a prepared statement is the digest of its text
      const named = text.startsWith(PREPARED) && { name: hash('sha1', text) };
      return await client.query({ ...named, text, values });
    } catch (error) {
      broken ||= breaksConnection(error);
      if (stopped) throw cancelled();
      if (!broken && !isDiskFull(error)) throw error;
      const failure = unavailable(`The database has failed: ${(error as Error).message}`, error);
      onUnavailable(failure);
      throw failure;
    } finally {
      signal?.removeEventListener('abort', abandon);
      // until then the server still works on the statement
      await stopped;
    }
  };
  return {
    // no statement uses a cursor, the other interface that Kysely could need
    query: query as unknown as PostgresPoolClient['query'],
    release: () => {
      client.off('error', ignore);
      client.release(broken);
    },
  };
}

function ignore(): void {}
