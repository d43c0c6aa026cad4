/** UrlFetchApp against a real server: Google's rules and injected faults. */
import { Socket } from 'node:net';
import { eventually } from '../../support/eventually.js';
import { createGate } from '../../support/gate.js';
import { useHosts, useOneHost } from '../../support/host.js';
import { useHttpServer } from '../../support/http-server.js';

const CODE = `
function fetch(url, options) { const r = UrlFetchApp.fetch(url, options); return { code: r.getResponseCode(), text: r.getContentText(), headers: r.getAllHeaders() }; }
function fetchOften(url, times) { for (let i = 0; i < times; i++) try { UrlFetchApp.fetch(url, { timeoutSeconds: 16 }); } catch {} return times; }
function fetchAll(requests) { return UrlFetchApp.fetchAll(requests).map(function (r) { return r.getContentText(); }); }
`;

const startHost = useHosts();
const host = useOneHost({ code: CODE });
let base: string;
let arrived: string[];
/** Until a test opens it, the server answers no request of `/held`. */
let gate: ReturnType<typeof createGate>;

const server = useHttpServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  arrived.push(`${request.method} ${url.pathname}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const status = Number(url.searchParams.get('status') ?? 200);
  if (url.pathname === '/held') await gate.opened;
  if (url.pathname === '/large') {
    for (let sent = 0; sent < 60 && !response.destroyed; sent++) response.write(Buffer.alloc(1024 * 1024));
    return response.end();
  }
  if (url.pathname === '/moved') return response.writeHead(status, { Location: '/here' }).end();
  const headers = { 'X-Credits-Charged': '1', 'Set-Cookie': ['a=1', 'b=2'] };
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  return response.end(
    JSON.stringify({
      method: request.method,
      type: request.headers['content-type'],
      agent: request.headers['user-agent'],
      key: request.headers['x-api-key'],
      body: Buffer.concat(chunks).toString(),
    }),
  );
});
beforeAll(() => {
  base = server.url;
});
beforeEach(() => {
  arrived = [];
  gate = createGate();
  delete host.faults.network;
});
afterEach(() => gate.open());

const fetch = (path: string, options: object = {}) =>
  host.run('fetch', [base + path, options]) as Promise<{ code: number; text: string; headers: object }>;

test('method, headers and JSON body arrive, and a repeated header of the answer is a list', async () => {
  const options = {
    method: 'post',
    contentType: 'application/json',
    headers: { 'x-api-key': 'k' },
    payload: '{"a":1}',
    timeoutSeconds: 30.001,
  };
  const { text, headers } = await fetch('/', options);
  const arrivedAs = { method: 'POST', type: 'application/json', key: 'k', body: '{"a":1}' };
  expect(JSON.parse(text)).toMatchObject(arrivedAs);
  expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'] });
});

test('a redirect is not followed, and a payload other than text is not emulated', async () => {
  expect((await fetch('/moved?status=302', { followRedirects: false })).code).toBe(302);
  await expect(fetch('/moved?status=302')).rejects.toThrow('is not emulated');
  expect(arrived).toEqual(['GET /moved', 'GET /moved']);
  await expect(fetch('/', { method: 'post', payload: { a: '1' } })).rejects.toThrow('is not emulated');
});

test('timeoutSeconds ends a request that takes longer', async () => {
  await expect(fetch('/held', { timeoutSeconds: 0.1 })).rejects.toThrow('Timeout');
});

test('an injected status keeps the request from the server', async () => {
  host.faults.network = () => ({ kind: 'status', status: 503, headers: { 'Retry-After': '1' } });
  expect(await fetch('/', { muteHttpExceptions: true })).toMatchObject({
    code: 503,
    headers: { 'Retry-After': '1' },
  });
  expect(arrived).toEqual([]);
});

test('an answer can be lost after the request has arrived', async () => {
  host.faults.network = () => ({ kind: 'timeout', reached: true });
  await expect(fetch('/paid', { timeoutSeconds: 20 })).rejects.toThrow('Timeout');
  expect(arrived).toEqual(['GET /paid']);
});

test('a time-out advances the clock, only once for parallel requests', async () => {
  host.faults.network = () => ({ kind: 'timeout' });
  const before = host.clock.offsetMs();
  await expect(fetch('/', { timeoutSeconds: 20 })).rejects.toThrow('Timeout');
  const once = host.clock.offsetMs() - before;
  expect(Math.abs(once - 20_000)).toBeLessThan(5_000);
  const requests = [1, 2, 3].map((n) => ({ url: `${base}/${n}`, timeoutSeconds: 20 }));
  await expect(host.run('fetchAll', [requests])).rejects.toThrow('Timeout');
  expect(host.clock.offsetMs() - before - once).toBeLessThanOrEqual(20_000);
});

test('a time-out uses up the time of its execution', async () => {
  host.faults.network = () => ({ kind: 'timeout' });
  const tries = (count: number) =>
    host.run('fetchOften', [base, count], { mode: 'custom-function' }) as Promise<number>;
  expect(await tries(1)).toBe(1);
  await expect(tries(2)).rejects.toThrow('Exceeded maximum execution time');
});

test('a slow answer is not waited for after the end of its execution', async () => {
  const short = await startHost({ code: CODE, timeLimitMs: { menu: 1_000 } });
  short.faults.network = () => ({ kind: 'slow', delayMs: 120_000 });
  await expect(short.run('fetch', [base, {}])).rejects.toThrow('Exceeded maximum execution time');
  // a call is recorded when it ends
  await eventually(() => short.executions.records[0]?.calls.length === 1);
});

test('a request goes on after the end of its execution, but keeps no process alive', async () => {
  const short = await startHost({ code: CODE, timeLimitMs: { menu: 1_000 } });
  const unref = jest.spyOn(Socket.prototype, 'unref');
  await expect(short.run('fetch', [`${base}/held`, {}])).rejects.toThrow('Exceeded maximum');
  const ports = unref.mock.contexts.map((socket) => String((socket as Socket).remotePort));
  unref.mockRestore();
  expect(ports).toContain(new URL(base).port);
  gate.open();
  await eventually(() => short.traffic.credits === 1);
});

test('a request that reaches no server fails with Google’s words, and counts', async () => {
  const before = host.traffic.requests;
  host.faults.network = () => ({ kind: 'unreachable' });
  await expect(fetch('/')).rejects.toThrow('Address unavailable');
  expect(host.traffic.requests - before).toBe(1);
});

test('D47 an answer of more than 50 MB fails at once', async () => {
  const started = performance.now();
  // not the answer itself, because a failure would print all of it
  const outcome = await host.run('fetch', [`${base}/large`, {}]).then(
    () => 'answered',
    ({ message }: Error) => message,
  );
  expect(outcome).toContain('Limit Exceeded: URLFetch Response Size.');
  expect(performance.now() - started).toBeLessThan(30_000);
});
