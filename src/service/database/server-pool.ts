/**
 * Connections to a database server: to the first of its hosts that accepts writes, and watched while they work. What only
 * takes its time is waited for, up to a limit that is given; a server that no longer answers fails its statements within
 * some seconds.
 */
import pg from 'pg';
import { unavailable } from './unavailable.js';

export interface ServerPool {
  readonly connect: () => Promise<ServerClient>;
  readonly end: () => Promise<void>;
}

export interface ServerClient {
  readonly client: pg.PoolClient;
  /** Has the server stop the statement that the connection runs; resolves when it has been told. */
  readonly cancel: (text: string) => Promise<void>;
  /** Resolves with the work, or rejects and ends the connection when the server does not answer any more. */
  readonly watch: <T>(work: Promise<T>, limitMs: number) => Promise<T>;
}

/** In milliseconds. */
export interface Waiting {
  /** For a statement or a connection, before the server is asked whether it lives. */
  readonly quiet: number;
  /** For the answer to that. */
  readonly probe: number;
}

const WAITING: Waiting = { quiet: 4_000, probe: 3_000 };

/**
 * Without it, a server works on what was given up until the end. A server that does not know the setting (older than
 * version 14, or not on Linux) refuses it, and nothing else happens.
 */
const NOTICE_LOST_CLIENT = 'set client_connection_check_interval = 2000';

/** A server shows a longer statement by its beginning. */
const COMPARED_LENGTH = 200;
const CANCEL = `select pg_cancel_backend(pid) from pg_stat_activity
  where pid = $1 and state = 'active' and left(query, ${COMPARED_LENGTH}) = $2`;

/**
 * @param hosts the same database on each; the first one that accepts writes is used
 * @param setUp run on each new connection
 */
export function openServerPool(
  hosts: readonly pg.PoolConfig[],
  setUp: string,
  waiting: Waiting = WAITING,
): ServerPool {
  const pools = hosts.map((config) => new HostPool(config, setUp, waiting));
  // where the last connection was found
  let current = 0;
  return {
    connect: async () => {
      const first = current;
      const reasons: string[] = [];
      for (let tries = 0; tries < pools.length; tries += 1) {
        const at = (first + tries) % pools.length;
        try {
          const connected = await pools[at]!.connect(pools.length > 1);
          current = at;
          return connected;
        } catch (error) {
          reasons.push((error as Error).message || String((error as { code?: unknown }).code));
        }
      }
      throw unavailable(`The database cannot be reached: ${reasons.join('; ')}`);
    },
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** The connections to one host. */
class HostPool {
  readonly #config: pg.PoolConfig;
  readonly #waiting: Waiting;
  readonly #pool: pg.Pool;
  /** The server's process of each connection. */
  readonly #processes = new WeakMap<pg.ClientBase, number>();
  readonly #writable = new WeakSet<pg.PoolClient>();
  #probing: Promise<boolean> | undefined;

  constructor(config: pg.PoolConfig, setUp: string, waiting: Waiting) {
    this.#config = config;
    this.#waiting = waiting;
    this.#pool = new pg.Pool({
      ...config,
      onConnect: async (client) => {
        await client.query(NOTICE_LOST_CLIENT).catch(() => undefined);
        await client.query(setUp);
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        this.#processes.set(client, rows[0]!.pid);
      },
    });
    // the pool replaces a broken idle connection; without a listener it would end the process
    this.#pool.on('error', () => undefined);
  }

  /** @param wantsPrimary whether a host that only answers reads is refused */
  async connect(wantsPrimary: boolean): Promise<ServerClient> {
    const client = await this.#pool.connect();
    // that ends a statement which waits for its answer
    const end = (): Promise<void> => client.end().catch(() => undefined);
    const watch = <T>(work: Promise<T>, limitMs: number): Promise<T> => this.#watch(work, limitMs, end);
    if (wantsPrimary && !this.#writable.has(client)) {
      const isStandby = await watch(isReadOnly(client), this.#waiting.quiet).catch(() => true);
      if (isStandby) {
        client.release(true);
        throw new Error('the server accepts no writes');
      }
      this.#writable.add(client);
    }
    return { client, watch, cancel: (text) => this.#cancel(client, text).catch(end) };
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #watch<T>(work: Promise<T>, limitMs: number, onGone: () => void): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let waited = 0;
    let isOver = false;
    const gone = new Promise<never>((_, reject) => {
      const wait = () => {
        const pause = Math.min(this.#waiting.quiet, limitMs - waited);
        timer = setTimeout(async () => {
          waited += pause;
          if (waited < limitMs && (await this.#lives())) {
            if (!isOver) wait();
          } else if (!isOver) {
            onGone();
            reject(unavailable('The database does not answer'));
          }
        }, pause);
      };
      wait();
    });
    return Promise.race([work, gone]).finally(() => {
      isOver = true;
      clearTimeout(timer);
    });
  }

  /** Whether the server lives; several that want to know ask together. */
  #lives(): Promise<boolean> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  /** On a connection of its own: it says whether the server lives when all others wait. */
  async #probe(): Promise<boolean> {
    const client = this.#ownClient();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), this.#waiting.probe);
    });
    const asked = (async () => {
      await client.connect();
      await client.query('select 1');
      return true;
      // a refusal is an answer, too
    })().catch((error: { severity?: string }) => error.severity !== undefined);
    return Promise.race([asked, late]).finally(() => {
      clearTimeout(timer);
      client.end().catch(() => undefined);
    });
  }

  /**
   * On a connection of its own, because all others may be at work. The text is compared, because behind a pooler another
   * client may use the process by now.
   */
  async #cancel(client: pg.ClientBase, text: string): Promise<void> {
    const canceller = this.#ownClient();
    try {
      await canceller.connect();
      const values = [this.#processes.get(client), text.slice(0, COMPARED_LENGTH)];
      await canceller.query(CANCEL, values);
    } finally {
      canceller.end().catch(() => undefined);
    }
  }

  #ownClient(): pg.Client {
    const { probe } = this.#waiting;
    const client = new pg.Client({ ...this.#config, connectionTimeoutMillis: probe, query_timeout: probe });
    // without a listener a lost connection would end the process
    client.on('error', () => undefined);
    return client;
  }
}

async function isReadOnly(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return rows[0]!.standby;
}

/** The addresses of `postgres://user:password@one:5432,two:5432/database`, one for each host. */
export function hostsOf(connectionString: string): readonly string[] {
  const [, before = '', hosts, after = ''] =
    /^(\w+:\/\/(?:[^@/]*@)?)([^/?@]+)(.*)$/.exec(connectionString) ?? [];
  return hosts === undefined
    ? [connectionString]
    : hosts.split(',').map((host) => `${before}${host}${after}`);
}
