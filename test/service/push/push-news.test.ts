/** Pushes of news to a callback. See also hostile-callbacks.test.ts and webhook.test.ts. */
import type http from 'node:http';
import { text } from 'node:stream/consumers';
import { createAddressGuard } from '../../../src/service/push/address-guard.js';
import { useHttpServer } from '../../support/http-server.js';
import { useEngine } from '../support/engines.js';
import { GROUP, NEWS } from '../support/sample.js';
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
const received: Received[] = [];
const receiver = useHttpServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  received.push({ method, url, headers, text: await text(request) });
  if (url === '/huge') response.end('x'.repeat(1_000_000));
  else if (url === '/cut') response.destroy();
  else if (url !== '/silent') response.end('thänks');
});
beforeEach(() => {
  received.length = 0;
});

const push = (callback: string | undefined, days: number | string = 2, group = GROUP): Promise<Reply> =>
  service.as(service.key).post(`/api/v1/push-news/${encodeURIComponent(group)}/${days}`, undefined, {
    ...(callback !== undefined && { 'callback-url': callback }),
  });

test('the callback receives exactly the payload of the specification, once, and its answer is returned', async () => {
  const reply = await push(`${receiver.url}/hook?secret=1`);
  expect([reply.status, reply.json()]).toEqual([200, { response: 'thänks' }]);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method: 'POST', url: '/hook?secret=1' });
  expect(received[0]!.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(received[0]!.text)).toStrictEqual({
    group: GROUP,
    postedDate: '2026-03-10',
    news: NEWS.slice(0, 2),
  });
});

test.each([
  [1, 'n1'],
  [2, 'n1 n2'],
  [5, 'n1 n2 n3'],
])('%i days of news, today included, of companies in the group', async (days, ids) => {
  await push(receiver.url, days);
  const { news } = JSON.parse(received[0]!.text) as { news: { id: string }[] };
  expect(news.map(({ id }) => id).join(' ')).toBe(ids);
});

test.each([0, 6, 10, '1.5', '-1', 'two', '%20', '01x'])('DAYS %s is refused', async (days) => {
  const reply = await push(receiver.url, days);
  expect([reply.status, reply.json()]).toMatchObject([
    400,
    { code: 'BAD_INPUT', message: 'DAYS must be a whole number from 1 to 5' },
  ]);
  expect(received).toHaveLength(0);
});

test('an unknown group is refused, and nothing is posted', async () => {
  const reply = await push(receiver.url, 1, 'nobody');
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
  ['http://127.0.0.1:1/', 'callback-url cannot be reached (ECONNREFUSED)'],
])("the message names the callback's failure: %s", async (path, message) => {
  const reply = await push(new URL(path, receiver.url).href);
  expect([reply.status, reply.json()]).toEqual([400, { status: '400', code: 'BAD_INPUT', message }]);
});

test('each delivery is in the log of deliveries', async () => {
  await push(`${receiver.url}/hook?secret=1`);
  await push(`${receiver.url}/cut`);
  const rows = await engine.store.deliveries(2);
  expect(rows).toMatchObject([
    { group: GROUP, days: 2, status: null, error: 'cannot be reached (ECONNRESET)' },
    { group: GROUP, days: 2, news: 2, status: 200, error: null },
  ]);
  // the path may be a secret
  expect(rows[1]!.callback).toBe(receiver.url);
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
