/** The connection: one Kysely over any engine with the PostgreSQL protocol, embedded or not. */
import { type Generated, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { hostsOf, openServerPool, type ServerPool, type Waiting } from './server-pool.js';
import { isDisconnected, isDiskFull, unavailable } from './unavailable.js';

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
  delta: number;
  reason: string;
  at: Generated<Date>;
  state: Generated<string>;
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

/** Marks a statement that runs on each request: a connection parses and plans it once. */
const PREPARED = '/* prepared */';

export interface DatabaseOptions {
  /** @default WAITING */
  readonly waiting?: Waiting;
  /** Called with the error of a database that cannot continue, before its statement fails. */
  readonly onUnavailable?: (error: Error) => void;
}

export interface Database {
  /** For work that may take its time: it is waited for as long as the server answers at all. */
  readonly db: Kysely<Tables>;
  /** For what a client waits for, over the same connections: a statement that takes too long fails as unavailable. */
  readonly requests: Kysely<Tables>;
}

/** @param config a connection string, which may name several hosts, or the configuration of an embedded engine */
export function openDatabase(
  config: pg.PoolConfig,
  { waiting, onUnavailable = ignore }: DatabaseOptions = {},
): Database {
  const { connectionString } = config;
  const hosts = connectionString === undefined ? [config] : hostsOf(connectionString).map(at);
  const pool = openServerPool(
    hosts.map((host) => ({ ...host, types: TYPES })),
    connectionString === undefined ? UNWATCHED : waiting,
  );
  const names = new Map<string, string>();
  const over = (limitMs: number) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: preparing(pool, { names, limitMs, onUnavailable }) }),
    });
  return {
    db: over(Number.POSITIVE_INFINITY),
    requests: over(connectionString === undefined ? Number.POSITIVE_INFINITY : REQUEST_MS),
  };

  function at(address: string): pg.PoolConfig {
    // a connection whose other end is gone is noticed even while nothing is sent
    return { ...config, connectionString: address, keepAlive: true };
  }
}

interface PreparingOptions {
  /** Of the statements to prepare, by their text: the same for all that share the connections. */
  readonly names: Map<string, string>;
  /** For one statement. */
  readonly limitMs: number;
  readonly onUnavailable: (error: Error) => void;
}

/**
 * Names the statements to prepare: one name per such statement in the source. A broken connection is not reused.
 */
function preparing(pool: ServerPool, { names, limitMs, onUnavailable }: PreparingOptions): PostgresPool {
  const nameOf = (text: string): string | undefined => {
    if (!text.startsWith(PREPARED)) return undefined;
    if (!names.has(text)) names.set(text, `signals_${names.size}`);
    return names.get(text);
  };
  return {
    connect: async () => {
      const { client, watch } = await pool.connect();
      // a broken connection fails the running query; without a listener it would end the process, too
      client.on('error', ignore);
      let broken = false;
      const query = async (text: string, values: unknown[]) => {
        const name = nameOf(text);
        try {
          const statement = name === undefined ? { text, values } : { name, text, values };
          return await watch(client.query(statement), limitMs);
        } catch (error) {
          broken ||= isDisconnected(error);
          if (!broken && !isDiskFull(error)) throw error;
          const failure = unavailable(`The database has failed: ${(error as Error).message}`, error);
          onUnavailable(failure);
          throw failure;
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
    },
    end: () => pool.end(),
  };
}

function ignore(): void {}
