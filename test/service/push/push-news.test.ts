/** Pushes of news to a callback. See also hostile-callbacks.test.ts and webhook.test.ts. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAddressGuard } from '../../../src/service/push/address-guard.js';
import { useEngine } from '../support/engines.js';
import { GROUP } from '../support/sample.js';
import { type Reply, useTestService } from '../support/test-service.js';

const LOOPBACK = ['127.0.0.0/8', '::1'];

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

const engine = useEngine();
const service = useTestService(engine, {
  credits: 0,
  guard: createAddressGuard(LOOPBACK),
  pushTimeoutMs: 500,
});
let receiver: http.Server;
let address: string;
const received: Received[] = [];

beforeAll(async () => {
  receiver = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, text: Buffer.concat(chunks).toString('utf8') });
      answer(url, response);
    });
  });
  receiver.listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received.length = 0;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

function answer(url: string, response: http.ServerResponse): void {
  if (url === '/huge') response.end('x'.repeat(1_000_000));
  else if (url === '/cut') response.destroy();
  else if (url !== '/silent') response.end('thänks');
}

const push = (callback: string | undefined, days: number | string = 2, group = GROUP): Promise<Reply> =>
  service.as(service.key).post(`/api/v1/push-news/${encodeURIComponent(group)}/${days}`, undefined, {
    ...(callback !== undefined && { 'callback-url': callback }),
  });

test('the callback receives exactly the payload of the specification, once, and its answer is returned', async () => {
  const reply = await push(`${address}/hook?secret=1`);
  expect([reply.status, reply.json()]).toEqual([200, { response: 'thänks' }]);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method: 'POST', url: '/hook?secret=1' });
  expect(received[0]!.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(received[0]!.text)).toStrictEqual({
    group: GROUP,
    postedDate: '2026-03-10',
    news: [item('n1', '2026-03-10', ['c1']), item('n2', '2026-03-09', ['c2', 'c1'])],
  });
});

test.each([
  [1, 'n1'],
  [2, 'n1 n2'],
  [5, 'n1 n2 n3'],
])('%i days of news, today included, of companies in the group', async (days, ids) => {
  await push(address, days);
  const { news } = JSON.parse(received[0]!.text) as { news: { id: string }[] };
  expect(news.map(({ id }) => id).join(' ')).toBe(ids);
});

test.each([0, 6, 10, '1.5', '-1', 'two', '%20', '01x'])('DAYS %s is refused', async (days) => {
  const reply = await push(address, days);
  expect([reply.status, reply.json()]).toMatchObject([
    400,
    { code: 'BAD_INPUT', message: 'DAYS must be a whole number from 1 to 5' },
  ]);
  expect(received).toHaveLength(0);
});

test('an unknown group is refused, and nothing is posted', async () => {
  const reply = await push(address, 1, 'nobody');
  expect([reply.status, reply.json()]).toMatchObject([404, { code: 'NO_GROUP' }]);
  expect(received).toHaveLength(0);
});

test.each(
  [
    [undefined, '', 'example.com/hook', '/hook', 'ftp://example.com/', 'file:///etc/passwd'],
    ['https://user:pass@example.com/', 'javascript:alert(1)', 'https://'],
    [`https://example.com/${'x'.repeat(3_000)}`],
  ].flat(),
)('callback-url %s is refused', async (callback) => {
  const reply = await push(callback);
  expect([reply.status, reply.json()]).toMatchObject([
    400,
    { code: 'BAD_INPUT', message: expect.stringMatching(/^callback-url /) },
  ]);
});

test.each([
  ['/silent', 'callback-url does not answer within 0.5 seconds'],
  ['/huge', 'callback-url answers with more than 65536 bytes'],
  ['/cut', 'callback-url cannot be reached (ECONNRESET)'],
])("the message names the callback's failure: %s", async (path, message) => {
  const reply = await push(address + path);
  expect([reply.status, reply.json()]).toEqual([400, { status: '400', code: 'BAD_INPUT', message }]);
});

test('a callback without a server is named', async () => {
  const reply = await push('http://127.0.0.1:1/');
  expect(reply.json()).toMatchObject({ message: 'callback-url cannot be reached (ECONNREFUSED)' });
});

test('each delivery is in the log of deliveries', async () => {
  await push(`${address}/hook?secret=1`);
  await push(`${address}/cut`);
  const rows = await engine.store.deliveries(2);
  expect(rows).toMatchObject([
    { group: GROUP, days: 2, status: null, error: 'cannot be reached (ECONNRESET)' },
    { group: GROUP, days: 2, news: 2, status: 200, error: null },
  ]);
  // the path may be a secret
  expect(rows[1]!.callback).toBe(address);
});

test('the log keeps its last 100,000 entries', async () => {
  const columns = 'group_name, callback, days, news, duration_ms';
  await engine.sql(
    `insert into push_delivery (${columns}) select 'g', 'c', 1, 0, n from generate_series(1, 100005) n`,
  );
  await engine.store.cleanUp();
  const rows = await engine.sql(
    'select count(*)::int as kept, max(duration_ms)::int as last from push_delivery',
  );
  expect(rows).toEqual([{ kept: 100_000, last: 100_005 }]);
});

function item(id: string, publishDate: string, companies: readonly string[]): object {
  return {
    id,
    publisher: 'Wire',
    title: `News ${id}`,
    url: `https://news.example/${id}`,
    desc: `<p>About ${id} &amp; others</p>`,
    publishDate,
    companies: companies.map((company) => ({ id: company })),
    triggers: ['Business Expansion'],
  };
}
