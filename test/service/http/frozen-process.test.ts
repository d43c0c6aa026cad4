/** One process of the database server stops: requests that wait for it get 503, and others are answered. */
import pg from 'pg';
import { openDatabase } from '../../../src/service/database/database.js';
import { createStore, type Store } from '../../../src/service/store/create-store.js';
import { eventually } from '../../support/eventually.js';
import { refundUnread } from '../support/account.js';
import { type Cluster, POSTGRES_PROGRAMS, startCluster } from '../support/cluster.js';
import { fillWithExpansions, longExpansions } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { type Reply, startService, type TestService } from '../support/test-service.js';

const RECORD_COUNT = 10;
const CREDITS = 1_000;

const whenInstalled = POSTGRES_PROGRAMS === undefined ? describe.skip : describe;

whenInstalled('a process of PostgreSQL stops in the middle of', () => {
  let cluster: Cluster;
  let operator: pg.Client;
  // a separate connection, because a transaction sees the activity as of its beginning
  let watcher: pg.Client;
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    cluster = await startCluster();
    operator = new pg.Client({ connectionString: cluster.url });
    watcher = new pg.Client({ connectionString: cluster.url });
    await Promise.all([operator.connect(), watcher.connect()]);
    store = createStore(openDatabase({ connectionString: cluster.url, max: 4 }, { requestMs: 3_000 }));
    await store.migrate();
    await fillWithExpansions(store, longExpansions(RECORD_COUNT, 1));
    service = await startService(store, { answerWithinMs: 5_000 });
  });
  afterAll(async () => {
    await service.close();
    await store.close();
    await Promise.all([operator.end(), watcher.end()]);
    await cluster.remove();
  });

  const ask = (key: string, name?: string, path = EXPANSIONS): Promise<Reply> =>
    service.as(key).post(path, {}, name === undefined ? {} : { 'idempotency-key': name });

  const stopped: number[] = [];

  /** The process that waits for the operator's lock. A stopped process seems to wait for its lock, too. */
  const waiting = async (): Promise<number> => {
    const pid = await eventually(async () => {
      const { rows } = await watcher.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and pid <> all($1)`,
        [stopped],
      );
      return rows[0]?.pid;
    });
    return pid!;
  };

  /** Starts a request, and stops its process while it waits for a lock, which it then gets. */
  const stopAt = async (lock: string, request: () => Promise<Reply>) => {
    await operator.query('begin');
    await operator.query(lock);
    const reply = request();
    const pid = await waiting();
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
    await operator.query('rollback');
    return { reply, pid };
  };

  /** Lets a process continue, and waits until it has noticed that its client has disconnected. */
  const thaw = async (pid: number) => {
    process.kill(pid, 'SIGCONT');
    const count = async () =>
      (await operator.query('select 1 from pg_stat_activity where pid = $1', [pid])).rows.length;
    await eventually(async () => (await count()) === 0);
  };

  /** Waits until no process of the service works, and all deliveries are recorded. */
  const untilIdle = () =>
    eventually(async () => {
      const { rows } = await operator.query(
        `select 1 from pg_stat_activity
          where client_port is not null and pid <> pg_backend_pid() and state <> 'idle'
        union all select 1 from stored_answer where not delivered`,
      );
      return rows.length === 0;
    });

  /** Stops all of the service's processes for requests, after a first answer. */
  const stopIdle = async (key: string): Promise<number[]> => {
    await ask(key, 'before');
    await untilIdle();
    const { rows } = await operator.query<{ pid: number }>(
      `select pid from pg_stat_activity where client_port is not null and pid <> pg_backend_pid()
        and (query like '/* prepared */%' or query in ('commit', 'rollback'))`,
    );
    const pids = rows.map(({ pid }) => pid);
    expect(pids).not.toEqual([]);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return pids;
  };

  const forget = () =>
    refundUnread({ sql: async (text, values = []) => (await operator.query(text, [...values])).rows });

  const creditsOf = async (key: string) =>
    (await store.listKeys()).find(({ prefix }) => key.startsWith(prefix))!.credits;

  test.each([
    ['is not stored', undefined],
    ['is stored', 'first'],
  ])('a charge whose answer %s', async (_, name) => {
    const [key, other] = [await service.makeKey(CREDITS), await service.makeKey(CREDITS)];
    const { reply, pid } = await stopAt('select 1 from api_key for update', () => ask(key, name));
    // all of them wait for the row of the key, and there are more of them than connections
    const names = Array.from({ length: 20 }, (__, index) => `n${index}`);
    let answered = 0;
    const replies = [reply, ...names.map((each) => ask(key, each))].map(async (each) => {
      const { status } = await each;
      answered += 1;
      return status;
    });
    expect((await ask(other, 'meanwhile')).status).toBe(200);
    expect(answered).toBe(0);
    expect(new Set(await Promise.all(replies))).toEqual(new Set([503]));

    await thaw(pid);
    await forget();
    const repeated = name === undefined ? names : [name, ...names];
    for (const each of repeated) expect((await ask(key, each)).status).toBe(200);
    expect(await creditsOf(key)).toBe(CREDITS - RECORD_COUNT * repeated.length);
  });

  test('a call of changes, and of a query', async () => {
    const key = await service.makeKey(CREDITS);
    const query = await stopAt('lock table business_expansion', () => ask(key, 'query'));
    // a call of changes has read the records before it reads their old versions
    const changes = await stopAt('lock table past_version', () =>
      ask(key, 'changes', `${EXPANSIONS}/changes`),
    );
    for (const { reply } of [changes, query]) {
      expect((await reply).json()).toMatchObject({ status: '503', code: 'UNAVAILABLE' });
    }
    // their connections are not used again
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const statuses = await Promise.all(names.map(async (name) => (await ask(key, name)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const { pid } of [changes, query]) await thaw(pid);
    expect(await creditsOf(key)).toBe(CREDITS - RECORD_COUNT * names.length);
  });

  test('nothing: all connections are idle, and the next requests find stopped processes', async () => {
    const key = await service.makeKey(CREDITS);
    const idle = await stopIdle(key);
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const statuses = await Promise.all(names.map(async (name) => (await ask(key, name)).status));
    const refused = statuses.filter((status) => status !== 200);
    // one for each process, and those that share a look-up of their key at a stopped process
    expect(refused.length).toBeGreaterThanOrEqual(idle.length);
    expect(new Set(refused)).toEqual(new Set([503]));
    for (const pid of idle) await thaw(pid);
    for (const name of names) expect((await ask(key, name)).status).toBe(200);
    expect(await creditsOf(key)).toBe(CREDITS - RECORD_COUNT * (names.length + 1));
  });

  test.each([
    ['is not stored', undefined],
    ['is stored', 'late'],
  ])("nothing, and then the key's lock is taken: the answer %s", async (_, name) => {
    const key = await service.makeKey(CREDITS);
    const idle = await stopIdle(key);
    await operator.query('begin');
    await operator.query('select 1 from api_key for update');
    // some wait for a stopped process, and those that wait for a connection then wait for the lock
    const names = Array.from({ length: 12 }, (__, index) => name && `${name}${index}`);
    const replies = names.map((each) => ask(key, each));
    const statuses = await Promise.all(replies.map(async (reply) => (await reply).status));
    expect(new Set(statuses)).toEqual(new Set([503]));
    // the continued work gets its lock after the answer, and its charge is refunded
    await operator.query('rollback');
    for (const pid of idle) await thaw(pid);
    await eventually(async () => {
      await forget();
      await untilIdle();
      return (await creditsOf(key)) === CREDITS - RECORD_COUNT;
    });
    for (const each of names) expect((await ask(key, each)).status).toBe(200);
    expect(await creditsOf(key)).toBe(CREDITS - RECORD_COUNT * (names.length + 1));
  });
});
