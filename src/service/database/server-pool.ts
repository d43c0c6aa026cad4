/** Connects to the first host of a database server that accepts writes. */
import pg from 'pg';
import { allBusy, isBusy, unavailable } from './unavailable.js';

interface ServerPool {
  readonly connect: () => Promise<pg.PoolClient>;
  readonly end: () => Promise<void>;
}

/** PostgreSQL stops a statement this long after its client has disconnected. */
export const NOTICE_LOST_CLIENT_MS = 1_000;
/** A server without this setting (not on Linux) rejects it, and runs abandoned statements to their end. */
const NOTICE_LOST_CLIENT = `set client_connection_check_interval = ${NOTICE_LOST_CLIENT_MS}`;

/**
 * @param config with the address of the database; of several hosts the pool uses the first one that accepts writes
 * @param setUp SQL that runs on each new connection
 */
export function openServerPool(config: pg.PoolConfig, setUp: string): ServerPool {
  const hosts = hostsOf(config.connectionString);
  const pools = hosts.map((connectionString) =>
    openHost({ ...config, connectionString }, setUp, hosts.length > 1),
  );
  // the host of the last successful connection
  let current = 0;
  return {
    connect: async () => {
      const failures: unknown[] = [];
      for (const pool of [...pools.slice(current), ...pools.slice(0, current)]) {
        try {
          const client = await pool.connect();
          current = pools.indexOf(pool);
          return client;
        } catch (error) {
          failures.push(error);
        }
      }
      const reasons = failures.map(
        (error) => (error as Error).message || String((error as { code?: unknown }).code),
      );
      throw failures.find(isBusy) ?? unavailable(`The database cannot be reached: ${reasons.join('; ')}`);
    },
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** @param wantsPrimary true: reject a read-only standby */
function openHost(config: pg.PoolConfig, setUp: string, wantsPrimary: boolean): ServerPool {
  const pool = new pg.Pool({
    ...config,
    onConnect: async (client) => {
      await client.query(NOTICE_LOST_CLIENT).catch(() => undefined);
      await client.query(setUp);
      if (!wantsPrimary) return;
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
      if (rows[0]!.standby) throw new Error('the server accepts no writes');
    },
  });
  // the pool replaces a broken idle connection; without a listener the error event would end the process
  pool.on('error', () => undefined);
  let atWork = 0;
  pool.on('acquire', () => {
    atWork += 1;
  });
  pool.on('release', () => {
    atWork -= 1;
  });
  return {
    connect: () =>
      pool.connect().catch((error: Error) => {
        throw atWork === pool.options.max ? allBusy() : error;
      }),
    end: () => pool.end(),
  };
}

/** Splits `postgres://user:password@one:5432,two:5432/database` into one address per host. */
function hostsOf(connectionString = ''): readonly string[] {
  const [, before = '', hosts, after = ''] =
    /^(\w+:\/\/(?:[^@/]*@)?)([^/?@]+)(.*)$/.exec(connectionString) ?? [];
  return hosts === undefined
    ? [connectionString]
    : hosts.split(',').map((host) => `${before}${host}${after}`);
}
