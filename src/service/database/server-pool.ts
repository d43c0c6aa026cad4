/** Connects to the first host of a database server that accepts writes. */
import pg from 'pg';
import { unavailable } from './unavailable.js';

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
  const onConnect = async (client: pg.ClientBase) => {
    await client.query(NOTICE_LOST_CLIENT).catch(() => undefined);
    await client.query(setUp);
    if (hosts.length === 1) return;
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (rows[0]!.standby) throw new Error('the server accepts no writes');
  };
  const pool = new pg.Pool({ ...config, connectionString: hosts[0], onConnect });
  // the pool replaces a broken idle connection; without a listener the error event would end the process
  pool.on('error', () => undefined);
  let current = 0;
  const connect = async () => {
    const reasons: string[] = [];
    while (reasons.length < hosts.length) {
      const tried = current;
      try {
        return await pool.connect();
      } catch (error) {
        const { message, code } = error as Error & { code?: unknown };
        reasons.push(message || String(code));
        // another request may have turned to the next host meanwhile
        if (current === tried) current = (tried + 1) % hosts.length;
        pool.options.connectionString = hosts[current];
      }
    }
    throw unavailable(`The database cannot be reached: ${reasons.join('; ')}`);
  };
  return { connect, end: () => pool.end() };
}

/** Splits `postgres://user:password@one:5432,two:5432/database` into one address per host. */
function hostsOf(connectionString = ''): readonly string[] {
  const [, before = '', hosts, after = ''] =
    /^(\w+:\/\/(?:[^@/]*@)?)([^/?@]+)(.*)$/.exec(connectionString) ?? [];
  return hosts === undefined
    ? [connectionString]
    : hosts.split(',').map((host) => `${before}${host}${after}`);
}
