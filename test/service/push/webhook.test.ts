/**
 * Pushes of news: what is sent, signed as Standard Webhooks, and retried with pauses.
 * See also hostile-callbacks.test.ts.
 */
import type http from 'node:http';
import { text } from 'node:stream/consumers';
import { readConfig } from '../../../src/service/config.js';
import { createAddressGuard } from '../../../src/service/push/address-guard.js';
import { webhookHeaders } from '../../../src/service/push/webhook.js';
import { useHttpServer } from '../../support/http-server.js';
import { signatureOf } from '../../support/signature.js';
import { useEngine } from '../support/engines.js';
import { GROUP, NEWS } from '../support/sample.js';
import { refusalIn, type TestService, useServices, useTestService } from '../support/test-service.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The time of arrival, in milliseconds. */
  readonly at: number;
}

/** Checks a delivery like a receiver that knows only the secret and the rules of Standard Webhooks. */
function isGenuine({ headers, text }: Pick<Received, 'headers' | 'text'>): boolean {
  const isNow = Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000) < 300;
  const signatures = String(headers['webhook-signature']).split(' ');
  return isNow && signatures.includes(signatureOf(SECRET, headers, text));
}

test("the signature equals that of Standard Webhooks' example", () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', json: '{"test": 2432232314}' };
  expect(webhookHeaders(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 1_614_265_330_999)).toMatchObject({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('any other secret is the key itself; without a secret there are only id and time', () => {
  const message = { id: 'msg_1', json: '{}' };
  const signature = (secret: string) => webhookHeaders(message, secret, 1_000)['webhook-signature'];
  expect(signature('plain')).toBe(signature(`whsec_${btoa('plain')}`));
  expect(signature('plain')).toBeDefined();
  const unsigned = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1' };
  expect(webhookHeaders(message, undefined, 1_000)).toEqual(unsigned);
});

test.each(['whsec_', 'whsec_short', `whsec_${'?'.repeat(40)}`, `whsec_${btoa('x'.repeat(65))}`])(
  'a secret with whsec_ but without a valid key is refused: %.20s',
  (secret) => {
    expect(() => readConfig({ PUSH_SECRET: secret })).toThrow(/^PUSH_SECRET must have 24 to 64 bytes/);
    for (const good of [undefined, 'any text', SECRET])
      expect(readConfig({ PUSH_SECRET: good }).pushSecret).toBe(good);
  },
);

describe('deliveries', () => {
  const engine = useEngine();
  const guard = createAddressGuard(['127.0.0.0/8']);
  // pushes need no credits
  const service = useTestService(engine, { credits: 0, guard, pushSecret: SECRET, pushPausesMs: [20, 40] });
  const start = useServices();
  const received: Received[] = [];
  /** The receiver's behaviour for the next requests; then it answers 200. */
  let script: (number | 'cut')[] = [];
  const receiver = useHttpServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, text: await text(request), at: performance.now() });
    const next = script.shift() ?? 200;
    if (next === 'cut') response.destroy();
    else response.writeHead(next, { location: '/elsewhere' }).end(`stätus ${next}`);
  });
  beforeEach(() => {
    received.length = 0;
  });

  interface Push {
    readonly callback?: string | undefined;
    readonly days?: number | string;
    readonly group?: string;
  }
  const push = (
    statuses: readonly (number | 'cut')[],
    asked: Push = {},
    { as }: Pick<TestService, 'as'> = service,
  ) => {
    const { callback, days = 2, group = GROUP } = { callback: `${receiver.url}/hook`, ...asked };
    script = [...statuses];
    const headers = callback === undefined ? {} : { 'callback-url': callback };
    return as(service.key).post(`/api/v1/push-news/${encodeURIComponent(group)}/${days}`, undefined, headers);
  };
  const last = async () => (await engine.store.deliveries(1))[0]!;

  test('the callback receives exactly the payload of the specification, once, and its answer is returned', async () => {
    const reply = await push([], { callback: `${receiver.url}/hook?secret=1` });
    expect([reply.status, reply.json()]).toEqual([200, { response: 'stätus 200' }]);
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
    await push([], { days });
    const { news } = JSON.parse(received[0]!.text) as { news: { id: string }[] };
    expect(news.map(({ id }) => id).join(' ')).toBe(ids);
  });

  test.each([0, 6, 10, '1.5', '-1', 'two', '%20', '01x'])('DAYS %s is refused', async (days) => {
    const refused = '400 BAD_INPUT: DAYS must be a whole number from 1 to 5';
    expect(refusalIn(await push([], { days }))).toBe(refused);
    expect(received).toHaveLength(0);
  });

  test('an unknown group is refused, and nothing is posted', async () => {
    expect(refusalIn(await push([], { group: 'nobody' }))).toMatch(/^404 NO_GROUP: /);
    expect(received).toHaveLength(0);
  });

  test.each([
    ...[undefined, '', 'example.com/hook', '/hook', 'ftp://example.com/', 'file:///etc/passwd'],
    ...['https://user:pass@example.com/', 'javascript:alert(1)', 'https://'],
    'https://example.com/1, https://example.com/2',
    `https://example.com/${'x'.repeat(3_000)}`,
  ])('callback-url %s is refused', async (callback) => {
    expect(refusalIn(await push([], { callback }))).toMatch(/^400 BAD_INPUT: callback-url /);
  });

  test('a delivery is genuine for a receiver', async () => {
    await push([]);
    expect(isGenuine(received[0]!)).toBe(true);
    expect(isGenuine({ ...received[0]!, text: `${received[0]!.text} ` })).toBe(false);
    await push([]);
    expect(received[1]!.headers['webhook-id']).not.toBe(received[0]!.headers['webhook-id']);
  });

  test.each<[string, (number | 'cut')[]]>([
    ['overload', [503, 429]],
    ['broken connections', ['cut', 'cut']],
    ['both', ['cut', 500]],
  ])('%s passes: the message is sent again, after a longer pause and newly signed', async (_, statuses) => {
    const reply = await push(statuses);
    expect([reply.status, reply.json()]).toEqual([200, { response: 'stätus 200' }]);
    expect(received).toHaveLength(3);
    expect(received.map(isGenuine)).toEqual([true, true, true]);
    expect(new Set(received.map(({ headers, text }) => `${headers['webhook-id']} ${text}`)).size).toBe(1);
    expect(received[1]!.at - received[0]!.at).toBeGreaterThanOrEqual(19);
    expect(received[2]!.at - received[1]!.at).toBeGreaterThanOrEqual(39);
    expect(await last()).toMatchObject({ attempts: 3, status: 200, news: 2 });
  });

  test.each([
    [[400, 200], 400, 1],
    [[410, 200], 410, 1],
    [[307, 200], 307, 1],
    [[500, 500, 500, 200], 500, 3],
  ])('answers %j: the answer is %i after %i attempts', async (statuses, status, attempts) => {
    const reply = await push(statuses);
    expect([reply.status, reply.json()]).toEqual([200, { response: `stätus ${status}` }]);
    expect(reply.headers['x-callback-status']).toBe(String(status));
    expect(received).toHaveLength(attempts);
    expect(await last()).toMatchObject({ attempts, status });
  });

  test.each([302, 303])('%i: the answer is read where it is, without news or signature', async (status) => {
    const reply = await push([status]);
    expect([reply.json(), reply.headers['x-callback-status']]).toEqual([{ response: 'stätus 200' }, '200']);
    expect(received.map(({ headers, text }) => [text !== '', headers['webhook-id'] !== undefined])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('an answer that cannot be read where it is repeats no post', async () => {
    const reply = await push([302, 503, 200]);
    expect(reply.headers['x-callback-status']).toBe('503');
    expect(received).toHaveLength(2);
    expect(await last()).toMatchObject({ attempts: 1, status: 503 });
  });

  test('an address that is not allowed is not retried', async () => {
    expect((await push([], { callback: 'https://10.0.0.1/' })).status).toBe(400);
    expect(await last()).toMatchObject({ attempts: 1, status: null });
  });

  test('D46 path and query of an address, which may be secrets, are not stored', async () => {
    await push([404], { callback: `${receiver.url}/hook-secret?token=secret` });
    const logged = { callback: receiver.url, group: GROUP, days: 2, news: 2, status: 404 };
    expect(await last()).toMatchObject(logged);
    expect(JSON.stringify(await engine.sql('select * from push_delivery'))).not.toContain('secret');
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

  test('all attempts share one time limit: a pause that does not fit is skipped', async () => {
    const hurried = await start(engine.store, { guard, pushTimeoutMs: 1_000, pushPausesMs: [10, 5_000] });
    const reply = await push([503, 503, 503], {}, hurried);
    expect([reply.status, received.length]).toEqual([200, 2]);
    expect(await last()).toMatchObject({ attempts: 2, status: 503 });
  });
});
