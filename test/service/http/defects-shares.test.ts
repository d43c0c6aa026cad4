/** The effects of one key, or one address, on the others; and work stops when its client disconnects. */
import http from 'node:http';
import pg from 'pg';
import { readConfig } from '../../../src/service/config.js';
import { withCancellation } from '../../../src/service/database/cancellation.js';
import { openDatabase } from '../../../src/service/database/database.js';
import { createStore } from '../../../src/service/store/create-store.js';
import { eventually } from '../../support/eventually.js';
import { createGate } from '../../support/gate.js';
import { accountOf } from '../support/account.js';
import { createServerDatabase, SERVER_URL, useEngine } from '../support/engines.js';
import { inTurn } from '../support/in-turn.js';
import { fillWithSample } from '../support/sample.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { startService, type TestService, untilConnected, useServices } from '../support/test-service.js';

const ESTIMATE = `${EXPANSIONS}/estimate`;
/** As in the program. */
const ANSWER_WITHIN_MS = 8_500;
const CONNECTIONS = 3;

/** Sends a request and returns a function that disconnects its client. */
function leaving(url: string, key: string): () => void {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const request = http.request(url, { method: 'POST', agent: false, headers });
  request.on('error', () => undefined).end('{}');
  return () => request.destroy();
}

/** Returns a counter of the requests that reach the service from now on. */
function arrivals({ app }: TestService): () => number {
  let count = 0;
  app.server.on('request', () => {
    count += 1;
  });
  return () => count;
}

describe('with the embedded engine', () => {
  const engine = useEngine();
  beforeAll(() => fillWithSample(engine.store));

  const start = useServices();

  /** A store whose estimates wait for a gate, and the number of those that have begun. */
  const held = () => {
    const state = { isOpen: false, begun: 0 };
    const store = {
      ...engine.store,
      estimateRecords: async (request: Parameters<typeof engine.store.estimateRecords>[0]) => {
        state.begun += 1;
        await eventually(() => state.isOpen);
        return engine.store.estimateRecords(request);
      },
    };
    return { state, store };
  };

  test('D25 of fifty concurrent requests of a key, all beyond its share are refused, and another key is answered', async () => {
    const { state, store } = held();
    const shares = { total: 4, slow: 2, perKey: 3, pause: 1, waitMs: 500 };
    const service = await start(store, { shares });
    const [attacker, victim] = [await service.makeKey(100), await service.makeKey(100)];
    let answered = 0;
    const attack = Array.from({ length: 50 }, async () => {
      const reply = await service.as(attacker).post(ESTIMATE, {});
      answered += 1;
      return reply;
    });
    await eventually(() => state.begun === 2);
    for (let turn = 0; turn < 5; turn++)
      expect((await service.as(victim).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
    await eventually(() => answered === 48);
    expect(state.begun).toBe(2);
    state.isOpen = true;
    const replies = await Promise.all(attack);
    const refused = replies.filter(({ status }) => status === 429);
    expect([replies.length - refused.length, refused.length]).toEqual([2, 48]);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
    expect(refused[0]!.json()).toMatchObject({ code: 'RATE_LIMITED' });
    // its pause is as long as its work was
    await eventually(async () => (await service.as(attacker).post(ESTIMATE, {})).status === 200);
  });

  test('D24 a request whose client disconnects while it is queued never begins', async () => {
    const { state, store } = held();
    const service = await start(store, { shares: { total: 1, slow: 1, perKey: 1, pause: 0 } });
    const key = await service.makeKey(1);
    const first = service.as(key).post(ESTIMATE, {});
    await eventually(() => state.begun === 1);
    const arrived = arrivals(service);
    for (let index = 0; index < 5; index++) {
      const leave = leaving(service.url + ESTIMATE, key);
      await eventually(() => arrived() > index);
      leave();
    }
    await untilConnected(service, 1);
    state.isOpen = true;
    expect((await first).status).toBe(200);
    // a request that was still queued would begin before this one
    expect((await service.as(key).post(ESTIMATE, {})).status).toBe(200);
    expect(state.begun).toBe(2);
  });

  test('D24 a call that waits for the engine never begins after its client has disconnected', async () => {
    const gone = new AbortController();
    const edit = { keyId: 1, add: ['c1'], remove: [] };
    const thaw = await engine.freeze!();
    const left = withCancellation(gone.signal, () => engine.store.editGroup({ ...edit, group: 'Left' }));
    const wanted = engine.store.editGroup({ ...edit, group: 'Wanted' });
    const late = withCancellation(AbortSignal.abort(), () =>
      engine.store.editGroup({ ...edit, group: 'Late' }),
    );
    gone.abort();
    thaw();
    await expect(left).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(late).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await wanted).toMatchObject({ added: ['c1'] });
    const groups = (await engine.store.listGroups()).map(({ name }) => name);
    expect(groups.filter((name) => ['Left', 'Wanted', 'Late'].includes(name))).toEqual(['Wanted']);
  });

  test('D24 a request whose client disconnects during the key look-up never begins', async () => {
    const { state, store } = held();
    state.isOpen = true;
    const service = await start(store);
    const key = await service.makeKey(1);
    const arrived = arrivals(service);
    const thaw = await engine.freeze!();
    const leave = leaving(service.url + ESTIMATE, key);
    await eventually(() => arrived() === 1);
    leave();
    await untilConnected(service, 0);
    thaw();
    // the engine looks keys up in turn, so this request begins after the other one would have
    expect((await service.as(key).post(ESTIMATE, {})).status).toBe(200);
    expect(state.begun).toBe(1);
  });

  test('D24 work of a disconnected client keeps its slot until it ends', async () => {
    const { state, store } = held();
    const service = await start(store, {
      shares: { total: 4, slow: 4, perKey: 1, pause: 0, waitMs: 60_000 },
    });
    const [key, other] = [await service.makeKey(1), await service.makeKey(1)];
    const leave = leaving(service.url + ESTIMATE, key);
    await eventually(() => state.begun === 1);
    leave();
    const arrived = arrivals(service);
    const next = service.as(key).post(ESTIMATE, {});
    await eventually(() => arrived() === 1);
    // the engine looks keys up in turn, so the other request would have begun before this one is answered
    expect((await service.as(other).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
    expect(state.begun).toBe(1);
    state.isOpen = true;
    expect((await next).status).toBe(200);
  });

  test('work that goes on after the deadline has answered keeps the share of its key', async () => {
    const { state, store } = held();
    const shares = { total: 4, slow: 4, perKey: 1, pause: 0, waitMs: 100 };
    const service = await start(store, { shares, answerWithinMs: 500 });
    const key = await service.makeKey(1);
    const ask = async () => (await service.as(key).post(ESTIMATE, {})).status;
    const late = await service.as(key).post(ESTIMATE, {});
    expect([late.status, late.text]).toEqual([
      503,
      expect.stringContaining('The answer was not ready in time: try again later'),
    ]);
    expect(await ask()).toBe(429);
    expect(state.begun).toBe(1);
    state.isOpen = true;
    await eventually(async () => (await ask()) === 200);
  });

  test('D30 an address with too many wrong keys does not reach the database, but its valid known keys do', async () => {
    let asked = 0;
    const findAccount: typeof engine.store.findAccount = async (digest) => {
      asked += 1;
      return engine.store.findAccount(digest);
    };
    const trustProxy = ['127.0.0.1'];
    const service = await start({ ...engine.store, findAccount }, { rateLimit: 5, trustProxy });
    const valid = await service.makeKey(10);
    const from = async (key: string, address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await service.as(key).post(EXPANSIONS, { limit: 1 }, headers)).status;
    };
    const wrong = await inTurn(20, (turn) => from(`bs_wrong${turn}`, '192.0.2.1'));
    expect(wrong).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
    expect(asked).toBe(5);
    // another address behind the same proxy
    expect(await from('bs_wrong', '192.0.2.2')).toBe(400);
    expect(await from(valid, '192.0.2.2')).toBe(200);
    expect(await from(valid, '192.0.2.1')).toBe(200);
    // a client may choose the second half of its IPv6 address
    const half = await inTurn(6, (turn) => from('bs_wrong', `2001:db8:0:1::${turn}`));
    expect(half).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await from('bs_wrong', '2001:db8:0:2::1')).toBe(400);
  });

  test('after a restart, an address with too many wrong keys does not keep valid ones out', async () => {
    const before = await start(engine.store);
    const [valid, revoked] = [await before.makeKey(10), await before.makeKey(10)];
    const { id } = await accountOf(engine, revoked);
    const service = await start(engine.store, { rateLimit: 1 });
    const statusOf = async (key: string) => (await service.as(key).post(EXPANSIONS, { limit: 1 })).status;
    expect([await statusOf('bs_wrong'), await statusOf('bs_wrong')]).toEqual([400, 429]);
    expect(await statusOf(valid)).toBe(200);
    await engine.store.revokeKey(id);
    expect([await statusOf(revoked), await statusOf(revoked)]).toEqual([400, 429]);
  });

  test('an address counts as one, although the proxy writes the port of each connection behind it', async () => {
    const service = await start(engine.store, { rateLimit: 2, trustProxy: ['127.0.0.1', '192.0.2.9'] });
    const statusesFrom = (addresses: readonly string[]) =>
      inTurn(addresses.length, async (turn) => {
        const headers = { 'x-forwarded-for': addresses[turn] };
        return (await service.as('bs_wrong').post(EXPANSIONS, {}, headers)).status;
      });
    const shortForm = ['192.0.2.1:1111', '192.0.2.1:2222', '192.0.2.1, 192.0.2.9:3333'];
    expect(await statusesFrom(shortForm)).toEqual([400, 400, 429]);
    const longForm = ['[2001:db8::1]:1111', '[2001:db8::1]', '2001:db8::1'];
    expect(await statusesFrom(longForm)).toEqual([400, 400, 429]);
  });

  test('D30 without TRUST_PROXY, a client cannot choose its address', async () => {
    const service = await start(engine.store, { rateLimit: 2 });
    const statuses = await inTurn(4, async (turn) => {
      const headers = { 'x-forwarded-for': `192.0.2.${turn}` };
      return (await service.as('bs_wrong').post(EXPANSIONS, {}, headers)).status;
    });
    expect(statuses).toEqual([400, 400, 429, 429]);
  });

  test('D30 TRUST_PROXY accepts addresses and ranges', () => {
    expect(readConfig({ TRUST_PROXY: '10.0.0.1, fd00::/8' }).trustProxy).toEqual(['10.0.0.1', 'fd00::/8']);
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', 'fd00::/129', '1'])
      expect(() => readConfig({ TRUST_PROXY: wrong })).toThrow(/^TRUST_PROXY: /);
  });
});

(SERVER_URL ? describe : describe.skip)('with a server', () => {
  let service: TestService;
  let database: ReturnType<typeof openDatabase>;
  let holder: pg.Client;
  // a separate connection, because a transaction sees the activity as of its beginning
  let watcher: pg.Client;
  let end: () => Promise<void>;
  beforeAll(async () => {
    const { url, drop } = await createServerDatabase(SERVER_URL!);
    database = openDatabase({ connectionString: url, max: CONNECTIONS });
    const store = createStore(database);
    await store.migrate();
    await fillWithSample(store);
    service = await startService(store, { answerWithinMs: ANSWER_WITHIN_MS });
    [holder, watcher] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([holder.connect(), watcher.connect()]);
    end = async () => {
      await Promise.all([holder.end(), watcher.end()]);
      await service.close();
      await store.close();
      await drop();
    };
  });
  afterAll(() => end());

  const waiting = async () => {
    const { rows } = await watcher.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`);
    return rows.length;
  };

  test.each([
    ['a query', EXPANSIONS, 'business_expansion'],
    ['an estimate', ESTIMATE, 'business_expansion'],
    ['a call of changes', `${EXPANSIONS}/changes`, 'past_version'],
    ['a charge', EXPANSIONS, 'api_key'],
  ])('D24 %s of a disconnected client is stopped on the server', async (_, path, table) => {
    const key = await service.makeKey(100);
    expect((await service.as(key).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
    await holder.query(`begin; lock table ${table} in exclusive mode`);
    if (table !== 'api_key') await holder.query(`lock table ${table} in access exclusive mode`);
    const leave = leaving(service.url + path, key);
    await eventually(async () => (await waiting()) === 1);
    leave();
    // sooner than the server's own statement timeout
    await eventually(async () => (await waiting()) === 0, { withinMs: 5_000 });
    await holder.query('rollback');
    const reply = await service.as(key).post(EXPANSIONS, { limit: 1 });
    expect([reply.status, reply.headers['x-credits-remaining']]).toEqual([200, '98']);
  });

  test('D24 more requests than connections on a frozen database: all get 503 without waiting for each other', async () => {
    const key = await service.makeKey(100);
    await holder.query('begin; lock table business_expansion, api_key in access exclusive mode');
    const started = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, () => service.as(key).post(EXPANSIONS, {})));
    // one timeout for all, and not a second one for those that waited for a connection
    expect(performance.now() - started).toBeLessThan(2 * ANSWER_WITHIN_MS);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503));
    await eventually(async () => (await waiting()) === 0);
    await holder.query('rollback');
    expect((await service.as(key).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
  });

  test('a 503 names its cause: all connections at work on a database that is well, or no database', async () => {
    const key = await service.makeKey(5);
    const [taken, free] = [createGate(), createGate()];
    let count = 0;
    const others = Array.from({ length: CONNECTIONS }, () =>
      database.requests.connection().execute(async () => {
        count += 1;
        if (count === CONNECTIONS) taken.open();
        await free.opened;
      }),
    );
    await taken.opened;
    const { status, headers, text } = await service.as(key).post(EXPANSIONS, {});
    expect([status, headers['retry-after'], text]).toEqual([
      503,
      '2',
      expect.stringContaining('All connections of the service to its database are at work'),
    ]);
    free.open();
    await Promise.all(others);
    expect((await service.as(key).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
    const gone = createStore(openDatabase({ connectionString: 'postgres://signals@127.0.0.1:1/x', max: 1 }));
    const without = await startService({ ...gone, validDigests: async () => [] });
    expect((await without.as(key).post(EXPANSIONS, {})).text).toContain(
      'The database of the service does not answer',
    );
    await without.close();
    await gone.close();
  });
});
