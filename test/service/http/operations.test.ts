/** Operations: health, metrics, access and its limits, logs and headers. */
import { once } from 'node:events';
import type net from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Grant } from '../../../src/service/database/oauth.js';
import { asAssistant } from '../../../src/service/http/authentication.js';
import { CLIENT_TIMEOUTS } from '../../../src/service/http/limits.js';
import { createMetrics, createOperationsApp } from '../../../src/service/http/operations.js';
import { eventually } from '../../support/eventually.js';
import { createGate } from '../../support/gate.js';
import { accountOf } from '../support/account.js';
import { useEngine } from '../support/engines.js';
import { inTurn } from '../support/in-turn.js';
import { fillWithSample } from '../support/sample.js';
import { EXPANSIONS, HIRINGS } from '../support/sample-service.js';
import { type Call, connectTo, startService, untilConnected, useServices } from '../support/test-service.js';

const engine = useEngine();
beforeAll(() => fillWithSample(engine.store));

function openLog(): { readonly lines: string[]; readonly logStream: Writable } {
  const lines: string[] = [];
  const logStream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, logStream };
}

const start = useServices();
const open = async (overrides: Parameters<typeof startService>[1] = {}) => {
  const service = await start(engine.store, overrides);
  return { service, key: await service.makeKey(100) };
};

test('/health answers without a database, /ready only with one', async () => {
  const down = await start({ ...engine.store, ping: () => Promise.reject(new Error('down')) });
  const [health, notReady] = [
    await down.send('/health', { method: 'GET' }),
    await down.send('/ready', { method: 'GET' }),
  ];
  expect([health.status, notReady.status]).toEqual([200, 503]);
  const { service } = await open();
  expect((await service.send('/ready', { method: 'GET' })).status).toBe(200);
});

test('/metrics counts requests by route and status, and credits', async () => {
  const { service, key } = await open();
  await service.as(key).post(EXPANSIONS, { limit: 3 });
  await service.as('wrong').post(EXPANSIONS);
  await service.as(key).get('/api/v1/tracked-companies/secret-group');
  const { text, headers } = await service.send('/metrics', { method: 'GET' });
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toContain(`http_requests_total{method="POST",route="${EXPANSIONS}",status="200"} 1\n`);
  expect(text).toContain(`http_requests_total{method="POST",route="${EXPANSIONS}",status="400"} 1\n`);
  expect(text).toContain(`http_request_duration_seconds_count{method="POST",route="${EXPANSIONS}"} 2\n`);
  expect(text).toContain('credits_charged_total 3\n');
  expect(text).not.toContain('secret-group');
});

test("with a port of their own, the operators' endpoints are only there", async () => {
  const metrics = createMetrics();
  const operations = createOperationsApp({ store: engine.store, metrics });
  const { service, key } = await open({ metrics, operationsPort: 1 });
  await service.as(key).post(EXPANSIONS, { limit: 2 });
  for (const path of ['/health', '/ready', '/metrics']) {
    expect((await service.send(path, { method: 'GET' })).status).toBe(404);
    expect((await operations.inject(path)).statusCode).toBe(200);
  }
  expect((await operations.inject('/metrics')).body).toContain('credits_charged_total 2\n');
  await operations.close();
});

test('/metrics counts the keys whose balance differs from their ledger', async () => {
  const metricsOf = ({ service }: Awaited<ReturnType<typeof open>>) =>
    service.send('/metrics', { method: 'GET' }).then(({ text }) => text);
  const one = await open();
  // there is no figure until they are counted
  expect(await metricsOf(one)).toMatch(/^keys_unbalanced nan$/im);
  await eventually(async () => (await metricsOf(one)).includes('keys_unbalanced 0\n'));
  await engine.sql('update api_key set credits = credits + 1 where id = (select max(id) from api_key)');
  const other = await open();
  await eventually(async () => (await metricsOf(other)).includes('keys_unbalanced 1\n'));
  await engine.sql('update api_key set credits = credits - 1 where id = (select max(id) from api_key) - 1');
});

test('each key has its own rate; beyond it the status is 429 with Retry-After', async () => {
  const { service, key } = await open({ rateLimit: 3 });
  const send = (given: string) => service.as(given).post(EXPANSIONS, { limit: 1 });
  // the first request of a new key counts for its address
  expect((await send(key)).status).toBe(200);
  const replies = await inTurn(4, () => send(key));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(replies[0]!.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
  const refused = replies[3]!;
  expect(refused.json()).toMatchObject({ status: '429', code: 'RATE_LIMITED' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await send(await service.makeKey(10))).status).toBe(200);
});

test("an assistant's requests count for the limit of its key", async () => {
  const findGrant = async (token: string) => ({ keyId: Number(token) }) as Grant;
  const service = await start({ ...engine.store, findGrant }, { rateLimit: 2 });
  const ask = (tokenDigest: string) =>
    asAssistant({ tokenDigest, keyDigest: `key ${tokenDigest}` }, async () => {
      return (await service.app.inject({ method: 'POST', url: HIRINGS })).statusCode;
    });
  for (const token of ['1', '2']) expect(await inTurn(3, () => ask(token))).toEqual([200, 200, 429]);
});

test('no answer may be stored, framed or interpreted as a page', async () => {
  const { service, key } = await open();
  for (const reply of [
    await service.as(key).post(EXPANSIONS),
    await service.send('/nowhere', { method: 'GET' }),
  ]) {
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  }
});

test('D46 without a valid key, each address has a rate limit, which does not affect keys that are known to be valid', async () => {
  const { service, key } = await open({ rateLimit: 3 });
  expect((await service.as(key).post(EXPANSIONS, { limit: 1 })).status).toBe(200);
  const statuses = (path: string, call: Call = {}, { send } = service) =>
    inTurn(5, async () => (await send(path, call)).status);
  expect(await statuses(EXPANSIONS, { headers: { 'x-api-key': 'wrong' } })).toEqual([
    400, 400, 429, 429, 429,
  ]);
  expect(await statuses(EXPANSIONS)).toEqual([429, 429, 429, 429, 429]);
  expect(await statuses('/metrics', { method: 'GET' })).toEqual([200, 200, 200, 429, 429]);
  const { service: other } = await open({ rateLimit: 3 });
  expect(await statuses('/openapi.json', { method: 'GET' }, other)).toEqual([200, 200, 200, 429, 429]);
  const refused = await service.send('/ready', { method: 'GET' });
  expect([refused.status, refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const good = await service.as(key).post(EXPANSIONS, { limit: 1 });
  expect(good.status).toBe(200);
});

test.each([
  'application/json; charset=utf-8',
  // some clients write the name without its hyphen
  'application/json; charset=utf8',
  'application/json; charset="UTF-8"; x=1',
  'application/json',
])('a body of the type %s is answered', async (type) => {
  const { service, key } = await open();
  const headers = { 'x-api-key': key, 'content-type': type };
  expect((await service.send(EXPANSIONS, { headers, body: { limit: 1 } })).status).toBe(200);
});

test.each(['application/json', 'application/json; charset=iso-8859-1'])(
  'a body in another charset is refused, whatever its header says: %s',
  async (type) => {
    const { service, key } = await open();
    const headers = { 'x-api-key': key, 'content-type': type };
    const ask = (encoding: BufferEncoding) =>
      fetch(service.url + EXPANSIONS, {
        ...{ method: 'POST', headers },
        body: Buffer.from('{"companyName": "Café"}', encoding),
      });
    expect((await ask('utf8')).status).toBe(200);
    const refused = await ask('latin1');
    expect(await refused.json()).toMatchObject({ status: '400', message: 'body must be sent in UTF-8' });
  },
);

test('more connections than allowed are closed at once, and the others are served', async () => {
  const { service } = await open({ maxConnections: 3 });
  const opened = async () => {
    const socket = connectTo(service);
    await once(socket, 'connect');
    return socket;
  };
  const idle = [await opened(), await opened(), await opened()];
  const closed = once((await opened()).resume(), 'close');
  await closed;
  idle[0]!.destroy();
  await once(idle[0]!, 'close');
  await eventually(async () => (await service.send('/health', { method: 'GET' })).status === 200);
  expect((await service.send('/metrics', { method: 'GET' })).text).toContain('connections_refused_total 1\n');
  for (const socket of idle) socket.destroy();
});

test('a client that disconnects during its request is no error in the log', async () => {
  const { lines, logStream } = openLog();
  const service = await startService(engine.store, { logLevel: 'info', logStream });
  const key = await service.makeKey(10);
  const socket = connectTo(
    service,
    `POST ${EXPANSIONS} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
  );
  await eventually(() => lines.some((line) => line.includes('incoming request')));
  socket.resetAndDestroy();
  await untilConnected(service, 0);
  await service.close();
  expect(lines.filter((line) => Number((JSON.parse(line) as { level: number }).level) > 30)).toEqual([]);
});

test('a request that is late while it is queued has one line in the log', async () => {
  const { lines, logStream } = openLog();
  const gate = createGate();
  const estimateRecords: typeof engine.store.estimateRecords = async (request) => {
    await gate.opened;
    return engine.store.estimateRecords(request);
  };
  const service = await startService(
    { ...engine.store, estimateRecords },
    {
      shares: { total: 1, slow: 1, perKey: 1, pause: 0 },
      answerWithinMs: 300,
      logLevel: 'warn',
      logStream,
    },
  );
  const caller = service.as(await service.makeKey(10));
  const ask = async () => (await caller.post(`${EXPANSIONS}/estimate`)).status;
  expect(await Promise.all([ask(), ask()])).toEqual([503, 503]);
  gate.open();
  await service.close();
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'a request is unavailable',
    'a request is unavailable',
  ]);
});

test('the time in which a client sends its body does not count as time of the service', async () => {
  const answerWithinMs = 300;
  const { service, key } = await open({ answerWithinMs });
  const body = '{"limit":1}';
  const socket = connectTo(
    service,
    `POST ${EXPANSIONS} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  await sleep(2 * answerWithinMs);
  expect(answer).toBe('');
  socket.write(body);
  expect(await eventually(() => answer !== '')).toBe(true);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});

test.each<[string, string[], number]>([
  ['one that TRUST_PROXY does not name has one warning', [], 1],
  ['a trusted one has none', ['127.0.0.1'], 0],
])('of proxies, %s', async (_, trustProxy, count) => {
  const { lines, logStream } = openLog();
  const { service } = await open({ trustProxy, logLevel: 'warn', logStream });
  for (const headers of [{}, { 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '192.0.2.2' }])
    await service.send('/health', { method: 'GET', headers });
  expect(lines.filter((line) => line.includes('name it in TRUST_PROXY'))).toHaveLength(count);
});

test('logs contain neither keys nor bodies', async () => {
  const { lines, logStream } = openLog();
  const failing = { ...engine.store, queryRecords: () => Promise.reject(new Error('broken')) };
  const service = await startService(failing, { logLevel: 'trace', logStream });
  const key = await service.makeKey(10);
  await service.as(key).post(EXPANSIONS, { companyName: 'confidential' });
  await service.send(`${EXPANSIONS}?x-api-key=${key}`, { body: {} });
  await service.close();
  const log = lines.join('');
  expect(log).toContain('broken');
  expect(log).toContain(EXPANSIONS);
  expect(log).not.toContain(key);
  expect(log).not.toContain('confidential');
});

test('a charge that a deadlock has stopped is a 503, and costs nothing', async () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const service = await start({ ...engine.store, charge: () => Promise.reject(deadlock) });
  const key = await service.makeKey(10);
  const reply = await service.as(key).post(EXPANSIONS, { limit: 1 });
  expect([reply.status, reply.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  expect((await accountOf(engine, key)).credits).toBe(10);
});

/** Returns head and body of what arrives until the service closes the connection. */
async function readAll(socket: net.Socket): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString().split('\r\n\r\n');
}

test('the service stops after the answer in flight, also if its client keeps the connection open', async () => {
  const [asked, closing] = [createGate(), createGate()];
  const service = await startService({
    ...engine.store,
    queryRecords: async (request) => {
      asked.open();
      await closing.opened;
      return engine.store.queryRecords(request);
    },
  });
  const key = await service.makeKey(100);
  const question = `POST ${EXPANSIONS} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-length: 0\r\n\r\n`;
  const slow = readAll(connectTo(service, question));
  const late = connectTo(service);
  await asked.opened;
  await untilConnected(service, 2);
  const closed = service.close();
  await eventually(() => !service.app.server.listening);
  late.write('GET /health HTTP/1.1\r\nhost: a\r\n\r\n');
  expect((await readAll(late))[0]).toMatch(/^HTTP\/1.1 200 /);
  closing.open();
  await closed;
  expect((await slow)[0]).toMatch(/^HTTP\/1.1 200 /);
  await expect(service.send('/health', { method: 'GET' })).rejects.toThrow();
  expect((await accountOf(engine, key)).charges).toHaveLength(1);
});

test('the service stops although a client sends nothing', async () => {
  const timeouts = { ...CLIENT_TIMEOUTS, idle: 1_000_000, stop: 100 };
  const service = await startService(engine.store, { timeouts });
  const silent = connectTo(service).resume();
  await untilConnected(service, 1);
  const closed = once(silent, 'close');
  await service.close();
  await closed;
});
