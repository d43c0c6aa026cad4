/** Attacks by an OAuth client, a web page or a thief, step by step. See flow.test.ts for the normal flow. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { readConfig } from '../../../src/service/config.js';
import { CLIENT_TIMEOUTS } from '../../../src/service/http/limits.js';
import { createGate } from '../../support/gate.js';
import { useEngine } from '../support/engines.js';
import { inTurn } from '../support/in-turn.js';
import { byHand, fillIn, METADATA, REDIRECT } from '../support/oauth.js';
import { connectTo, useServices, useTestService } from '../support/test-service.js';

const engine = useEngine();
const service = useTestService(engine, { credits: 100, mcp: { trustProxy: ['127.0.0.1'] } });
const start = useServices();
/** Each test has an address of its own. */
let tests = 0;
const hand = () => byHand(service.url, `192.0.2.${tests}`);
beforeEach(() => {
  tests += 1;
});
const CHALLENGE = createHash('sha256').update('verifier').digest('base64url');

const INVALID_GRANT = [400, 'invalid_grant'];

const problem = async (answer: Response) => {
  const { error } = (await answer.json()) as { error?: string };
  return [answer.status, error];
};

describe('registration', () => {
  test.each(
    [
      ['javascript:alert(1)//x', 'data:text/html,x', 'http://app.example/callback'],
      ['https://app.example/callback#fragment', 'https://user:password@app.example/'],
      ['https://a;script-src.example/', 'file:///etc/passwd', 'myapp:callback', 'not an address'],
    ].flat(),
  )('%s is no valid address for a code', async (address) => {
    const answer = await hand().register({ ...METADATA, redirect_uris: [address] });
    expect(await problem(answer)).toEqual([400, 'invalid_client_metadata']);
  });

  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1:9/x',
    'cursor://anysphere.mcp/oauth',
  ])('%s is valid', async (address) => {
    const answer = await hand().register({ ...METADATA, redirect_uris: [address] });
    expect(answer.status).toBe(201);
  });

  test.each([undefined, 'client_secret_basic'])('the method %s becomes one of /token', async (asked) => {
    const answer = await hand().register({ ...METADATA, token_endpoint_auth_method: asked });
    const registered = (await answer.json()) as { client_id: string; client_secret: string };
    expect(registered).toMatchObject({ token_endpoint_auth_method: 'client_secret_post' });
    const { client_id, client_secret } = registered;
    const fields = { grant_type: 'refresh_token', refresh_token: 'unknown', client_id };
    expect(await problem(await hand().post('/token', { ...fields, client_secret }))).toEqual(INVALID_GRANT);
    expect(await problem(await hand().post('/token', fields))).toEqual([401, 'invalid_client']);
  });

  test('too many addresses and too long metadata are refused', async () => {
    const many = Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`);
    for (const metadata of [
      { redirect_uris: many },
      { redirect_uris: [] },
      { client_name: 'x'.repeat(4_000) },
    ])
      expect(await problem(await hand().register({ ...METADATA, ...metadata }))).toEqual([
        400,
        'invalid_client_metadata',
      ]);
  });

  test('a body that is too large or no JSON is refused without details of the service', async () => {
    for (const [body, status] of [
      [JSON.stringify({ ...METADATA, client_name: 'x'.repeat(1_000_000) }), 413],
      ['{', 400],
    ] as const) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/register`, { method: 'POST', headers, body });
      expect(answer.status).toBe(status);
      expect(await answer.text()).toBe('{"error":"invalid_request"}');
    }
  });
});

describe('consent', () => {
  const register = (metadata?: object) => hand().clientId(metadata);
  /** The address of the page for a new client, or for the given one. */
  const pageFor = async (fields: Record<string, string> = {}) =>
    hand().authorizeAddress({
      client_id: fields['client_id'] ?? (await register()),
      code_challenge: CHALLENGE,
      ...fields,
    });

  test('the page cannot be framed, runs no script, and sends nothing elsewhere', async () => {
    const address = await pageFor();
    const { status, headers } = await fetch(address);
    expect([status, headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
      200,
      'DENY',
      'no-store',
    ]);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; /);
    expect(policy).toContain(
      "form-action 'self' http://localhost:33418; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(policy).not.toContain('script-src');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test.each([
    ['http://[::1]:9/x', 'http:'],
    ['cursor://anysphere.mcp/oauth', 'cursor:'],
  ])('the form may lead to %s, whose host no policy can name', async (redirect_uri, target) => {
    const client_id = await register({ redirect_uris: [redirect_uri] });
    const address = await pageFor({ client_id, redirect_uri });
    const answer = await fetch(address);
    expect(answer.headers.get('content-security-policy')).toContain(`form-action 'self' ${target}; `);
    if (target === 'cursor:') expect(await answer.text()).toContain('an application for cursor: links');
  });

  test("the application's name and state are shown as text", async () => {
    const client_name = '<img src=x onerror=alert(1)>"\u202Eevil\u0000 Claude';
    const state = `"><script>alert(1)</script>'`;
    const address = await pageFor({ client_id: await register({ client_name }), state });
    const text = await (await fetch(address)).text();
    expect(text).not.toMatch(/<img|<script|\u202E|\0/);
    const { headers } = await fillIn(address, { key: service.key, credits: 1 });
    expect(new URL(headers.get('location')!).searchParams.get('state')).toBe(state);
  });

  test('a redirect_uri that is not registered gets no redirect', async () => {
    const client_id = await register();
    for (const redirect_uri of [
      'https://evil.example/',
      `${REDIRECT}/../x`,
      'http://localhost:33418/other',
      'javascript:x',
    ]) {
      const address = await pageFor({ client_id, redirect_uri });
      const answer = await fetch(address, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    for (const client_id of ['nobody', 'no\0body', '']) {
      const unknown = await pageFor({ client_id });
      expect(await problem(await fetch(unknown, { redirect: 'manual' }))).toEqual([400, 'invalid_client']);
    }
  });

  test.each([
    ['no PKCE', {}, 'invalid_request'],
    ['the method plain', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'x' }, 'invalid_request'],
    ['an implicit answer', { code_challenge: CHALLENGE, response_type: 'token' }, 'invalid_request'],
    [
      'another audience',
      { code_challenge: CHALLENGE, resource: 'https://other.example/mcp' },
      'invalid_target',
    ],
  ])('%s is refused', async (_, fields, error) => {
    const address = hand().authorizeAddress({ client_id: await register(), ...fields });
    const { status, headers } = await fetch(address, { redirect: 'manual' });
    expect([status, new URL(headers.get('location')!).searchParams.get('error')]).toEqual([302, error]);
    // anyone can register an address: a link to the service must not lead to it without the person's consent
    const redirect_uri = 'https://evil.example/login?next=1';
    const foreign = await register({ redirect_uris: [redirect_uri] });
    const link = hand().authorizeAddress({ client_id: foreign, redirect_uri, ...fields });
    const answer = await fetch(link, { redirect: 'manual' });
    expect([...(await problem(answer)), answer.headers.get('location')]).toEqual([400, error, null]);
  });

  test('a person who cancels gets to the address of a stranger by a link only', async () => {
    const redirect_uri = 'https://evil.example/login?next=1';
    const client_id = await register({ redirect_uris: [redirect_uri] });
    const address = await pageFor({ client_id, redirect_uri, state: '"s' });
    const answer = await fillIn(address, { key: '', decision: 'cancel' });
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
    const text = await answer.text();
    expect(text).toContain('Nothing is connected');
    expect(text).toContain('href="https://evil.example/login?next=1&#38;error=access_denied&#38;state=%22s"');
  });

  test('a form of another page is refused', async () => {
    const address = await pageFor();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await fillIn(address, { key: service.key }, { 'sec-fetch-site': site });
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    }
    // from browsers without Sec-Fetch-Site
    for (const origin of ['https://other.example', 'null'])
      expect((await fillIn(address, { key: service.key }, { origin })).status).toBe(403);
    expect((await fillIn(address, { key: service.key }, { 'sec-fetch-site': 'same-origin' })).status).toBe(
      302,
    );
  });

  test.each([
    ['an unknown key', { key: 'bs_no-such-key' }, 'There is no such key'],
    ['no key', { key: ' ' }, 'There is no such key'],
    ['a very long key', { key: 'x'.repeat(10_000) }, 'There is no such key'],
    ['a debt', { credits: '-1' }, 'a whole number'],
    ['a power', { credits: '1e3' }, 'a whole number'],
    ['too many credits', { credits: '99999999999' }, 'a whole number'],
    ['no credits', { credits: '' }, 'a whole number'],
  ])('%s is reported on the page, which does not repeat the key', async (_, typed, words) => {
    const address = await pageFor();
    const answer = await fillIn(address, { key: service.key, ...typed });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(text).toContain(words);
    expect(text).not.toContain(service.key);
    expect(text).not.toContain('no-such-key');
  });

  test('guessing keys is slowed down, even with the right one', async () => {
    const other = await start(engine.store, { mcp: {} });
    const steps = byHand(other.url);
    const client_id = await steps.clientId();
    const fields = {
      ...{ client_id, redirect_uri: REDIRECT, response_type: 'code', code_challenge: CHALLENGE },
      ...{ code_challenge_method: 'S256', credits: '1' },
    };
    const statusOf = async (key: string) => (await steps.post('/authorize', { ...fields, key })).status;
    const guesses = await inTurn(105, (turn) => statusOf(`bs_guess-${turn}`));
    expect(guesses).toEqual([...Array(100).fill(400), ...Array(5).fill(429)]);
    expect(await statusOf(service.key)).toBe(429);
  });
});

describe('tokens', () => {
  const typed = async () => ({ key: await service.makeKey(100), credits: 10 });

  test('a code without its verifier, or from another client, is refused', async () => {
    const fields = await hand().code(await typed());
    const stranger = await hand().clientId();
    for (const wrong of [
      { code_verifier: 'another-verifier-another-verifier-another-1' },
      { client_id: stranger },
      { redirect_uri: 'http://localhost:1/other' },
      { redirect_uri: 'http://localhost:1/\0' },
      { code: 'guessed' },
    ])
      expect(await problem(await hand().post('/token', { ...fields, ...wrong }))).toEqual(INVALID_GRANT);
    const other = { ...fields, resource: 'https://other.example/mcp' };
    expect(await problem(await hand().post('/token', other))).toEqual([400, 'invalid_target']);
    expect((await hand().post('/token', fields)).status).toBe(200);
  });

  test('a second use of a code ends its tokens', async () => {
    const { access_token, client_id, refresh_token, ...fields } = await hand().tokens(await typed());
    expect((await hand().list(access_token)).status).toBe(200);
    expect(await problem(await hand().post('/token', { ...fields, client_id }))).toEqual(INVALID_GRANT);
    expect((await hand().list(access_token)).status).toBe(401);
    expect(await problem(await hand().refresh(refresh_token, client_id))).toEqual(INVALID_GRANT);
  });

  test('of concurrent uses of a code, at most one gets tokens, which then end', async () => {
    const fields = await hand().code(await typed());
    const answers = await Promise.all([1, 2, 3].map(() => hand().post('/token', fields)));
    const tokens = await Promise.all(
      answers.map(async (one) => (await one.json()) as { access_token?: string }),
    );
    const given = tokens.flatMap(({ access_token }) => (access_token === undefined ? [] : [access_token]));
    expect(given.length).toBeLessThanOrEqual(1);
    for (const token of given) expect((await hand().list(token)).status).toBe(401);
  });

  test('a refresh token is new each time, and an old one ends all of them', async () => {
    const first = await hand().tokens(await typed());
    const second = (await (
      await hand().refresh(first.refresh_token, first.client_id)
    ).json()) as typeof first;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await hand().list(second.access_token)).status).toBe(200);
    expect(await problem(await hand().refresh(first.refresh_token, first.client_id))).toEqual(INVALID_GRANT);
    expect((await hand().list(second.access_token)).status).toBe(401);
    expect(await problem(await hand().refresh(second.refresh_token, first.client_id))).toEqual(INVALID_GRANT);
  });

  test('a refresh token of another client is refused, and stays valid', async () => {
    const first = await hand().tokens(await typed());
    const stranger = await hand().clientId();
    expect(await problem(await hand().refresh(first.refresh_token, stranger))).toEqual(INVALID_GRANT);
    expect((await hand().refresh(first.refresh_token, first.client_id)).status).toBe(200);
  });

  test('access tokens, codes, refresh tokens and keys are not interchangeable', async () => {
    const { code, ...fields } = await hand().code(await typed());
    expect((await hand().list(code)).status).toBe(401);
    const tokens = (await (await hand().post('/token', { ...fields, code })).json()) as {
      access_token: string;
      refresh_token: string;
    };
    expect((await hand().list(tokens.refresh_token)).status).toBe(401);
    expect(await problem(await hand().refresh(tokens.access_token, fields.client_id))).toEqual(INVALID_GRANT);
    for (const secret of [tokens.access_token, tokens.refresh_token])
      expect((await service.as(secret).get('/api/v1/account')).json()).toMatchObject({ code: 'BAD_KEY' });
  });

  test.each([
    ['the key is revoked', 'update api_key set revoked = now() where id = $1'],
    ['the key gets another text', "update api_key set digest = 'other' where id = $1"],
    [
      'time passes',
      'update oauth_token set expires = now() where grant_id in (select id from oauth_grant where key_id = $1)',
    ],
  ])('they end when %s', async (_, statement) => {
    const person = await typed();
    const { access_token, refresh_token, client_id } = await hand().tokens(person);
    const { id } = await service.account(person.key);
    await engine.sql(statement, [id]);
    const answer = await hand().list(access_token);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining(`resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`),
    ]);
    expect(await problem(await hand().refresh(refresh_token, client_id))).toEqual(INVALID_GRANT);
  });

  test('an application can revoke its own tokens, and no others', async () => {
    const [one, other] = [await hand().tokens(await typed()), await hand().tokens(await typed())];
    await hand().post('/revoke', { token: one.access_token, client_id: other.client_id });
    expect((await hand().list(one.access_token)).status).toBe(200);
    await hand().post('/revoke', { token: one.refresh_token, client_id: one.client_id });
    expect((await hand().list(one.access_token)).status).toBe(401);
    expect((await hand().list(other.access_token)).status).toBe(200);
  });

  test('an application stays registered after its connection has ended, as long as its tokens last', async () => {
    const { client_id, refresh_token } = await hand().tokens(await typed());
    await hand().post('/revoke', { token: refresh_token, client_id });
    const later = async (statement: string) => {
      await engine.sql(statement, [client_id]);
      await engine.store.cleanUp();
      const page = hand().authorizeAddress({ client_id, code_challenge: CHALLENGE });
      return [(await fetch(page)).status, ...(await problem(await hand().refresh(refresh_token, client_id)))];
    };
    const registration = "update oauth_client set created = now() - interval '8 days' where id = $1";
    expect(await later(registration)).toEqual([200, ...INVALID_GRANT]);
    const tokens = `update oauth_token set expires = now()
      where grant_id in (select id from oauth_grant where client_id = $1)`;
    // the status tells the hosts of assistants to register again
    expect(await later(tokens)).toEqual([400, 401, 'invalid_client']);
  });

  test('they stay valid although the clock of the service is hours ahead of the database', async () => {
    const { access_token } = await hand().tokens(await typed());
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    try {
      expect((await hand().list(access_token)).status).toBe(200);
    } finally {
      now.mockRestore();
    }
  });

  test('of applications that nobody has connected, the newest 10,000 stay', async () => {
    const { client_id } = await hand().tokens(await typed());
    await engine.sql("update oauth_client set created = now() - interval '2 days' where id = $1", [
      client_id,
    ]);
    await engine.sql(`insert into oauth_client (id, metadata, created)
      select 'flood-' || n, '{}', now() - interval '1 day' + n * interval '1 second' from generate_series(1, 10001) n`);
    await engine.store.cleanUp();
    const ids = async (condition: string) =>
      (await engine.sql(`select id from oauth_client where ${condition}`)).map(({ id }) => id);
    // this suite has registered some after the flood
    expect(await ids("id in ('flood-1', 'flood-10001')")).toEqual(['flood-10001']);
    expect(await ids(`id = '${client_id}'`)).toEqual([client_id]);
    const unconnected = 'not exists (select 1 from oauth_grant g where g.client_id = oauth_client.id)';
    expect((await ids(unconnected)).length).toBe(10_000);
    await engine.sql("delete from oauth_client where id like 'flood-%'");
  });

  test('tokens for another address are refused', async () => {
    const elsewhere = await start(engine.store, { mcp: {} });
    const { access_token } = await byHand(elsewhere.url).tokens(await typed());
    expect((await byHand(elsewhere.url).list(access_token)).status).toBe(200);
    expect((await hand().list(access_token)).status).toBe(401);
  });

  test('the database has only digests, and deletes what has expired', async () => {
    const { access_token, refresh_token, code, code_verifier } = await hand().tokens(await typed());
    const tables = ['oauth_client', 'oauth_grant', 'oauth_token'];
    const rows = await Promise.all(tables.map((table) => engine.sql(`select * from ${table}`)));
    const text = JSON.stringify(rows);
    for (const secret of [access_token, refresh_token, code, code_verifier])
      expect(text).not.toContain(secret);
    await engine.sql("update oauth_token set expires = now() - interval '1 second'");
    await engine.sql("update oauth_client set created = now() - interval '8 days'");
    await engine.store.cleanUp();
    for (const table of tables) expect(await engine.sql(`select * from ${table}`)).toEqual([]);
  });
});

describe('the endpoint', () => {
  const token = async () => (await hand().tokens({ key: await service.makeKey(1) })).access_token;

  test.each([
    ['no token', { authorization: '' }, 401],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['a key instead', { authorization: '', 'x-api-key': 'KEY' }, 401],
    ['another web page', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
  ])('%s is refused', async (_, headers: Record<string, string>, status) => {
    const key = headers['x-api-key'] === undefined ? {} : { 'x-api-key': service.key };
    const answer = await hand().list(await token(), { ...headers, ...key });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(await answer.text()).not.toContain('find_companies');
  });

  test('a host name that was pointed at the service is refused', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json' };
      const request = http.request(`${service.url}/mcp`, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.on('error', reject);
      request.end('{}');
    });
    expect(status).toBe(403);
  });

  test('there are no streams and no sessions', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS'])
      expect((await fetch(`${service.url}/mcp`, { method })).status).toBe(405);
  });

  test.each(['application/json', 'application/json; charset=', 'text/plain'])(
    'several messages in one request of the type %s are refused',
    async (type) => {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
      const headers = { 'content-type': type };
      const answer = await hand().message(await token(), [list, { ...list, id: 2 }], { headers });
      expect(answer.status).toBe(400);
      const said = 'Send one message at a time, as application/json';
      expect(await answer.json()).toMatchObject({ error: { message: said } });
    },
  );

  test('a key has a tenth of the limit, 60 at least, for all of its connections, and another key its own', async () => {
    const limited = await start(engine.store, { mcp: { rateLimit: 200 } });
    const key = await limited.makeKey(1);
    const connect = async (one: string) => (await byHand(limited.url).tokens({ key: one })).access_token;
    const [first, second, other] = [await connect(key), await connect(key), await connect(service.key)];
    const listed = async (one: string) => (await byHand(limited.url).list(one)).status;
    for (let turn = 0; turn < 30; turn++)
      expect([await listed(first), await listed(second)]).toEqual([200, 200]);
    expect([await listed(first), await listed(second), await listed(other)]).toEqual([429, 429, 200]);
  });

  test('a call that takes longer than other connections may be silent is answered', async () => {
    const [asked, answered] = [createGate(), createGate()];
    const readAccountSummary = async (keyId: number) => {
      asked.open();
      await answered.opened;
      return engine.store.readAccountSummary(keyId);
    };
    const timeouts = { ...CLIENT_TIMEOUTS, idle: 3_000 };
    const slow = await start({ ...engine.store, readAccountSummary }, { mcp: {}, timeouts });
    const { access_token } = await byHand(slow.url).tokens({ key: await slow.makeKey(0) });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'account', arguments: {} } };
    const answer = byHand(slow.url).message(access_token, call);
    await asked.opened;
    // another connection, which is cut because it is silent
    await once(connectTo(slow).resume(), 'close');
    answered.open();
    expect((await answer).status).toBe(200);
  });

  test('a body that is too large is refused', async () => {
    const large = { jsonrpc: '2.0', id: 1, method: 'x', params: { text: 'x'.repeat(1_000_000) } };
    expect((await hand().message(await token(), large)).status).toBe(413);
  });
});

test('without the setting, none of its endpoints exist', async () => {
  const plain = await start(engine.store);
  for (const path of ['/mcp', '/authorize', '/register', '/.well-known/oauth-authorization-server'])
    expect((await plain.send(path, { method: 'GET' })).status).toBe(404);
});

test('the setting is a public address, or one of this machine', () => {
  expect(readConfig({ MCP_URL: 'https://signals.example/', CREDIT_USD: '0.05' })).toMatchObject({
    mcpUrl: 'https://signals.example',
    creditPrice: 0.05,
  });
  expect(readConfig({ MCP_URL: 'http://localhost:8787' }).mcpUrl).toBe('http://localhost:8787');
  expect(readConfig({})).toMatchObject({ mcpUrl: undefined, creditPrice: undefined });
  for (const wrong of [
    'signals.example',
    'http://signals.example',
    'https://signals.example/mcp',
    'ftp://localhost',
  ])
    expect(() => readConfig({ MCP_URL: wrong })).toThrow(/^MCP_URL must be the public address/);
  expect(() => readConfig({ CREDIT_USD: '5 cents' })).toThrow(/^CREDIT_USD must be a number/);
});
