/** Access: which endpoints need a key, and the rate limit of an address. */
import type { Grant } from '../../../src/service/database/oauth.js';
import { asGrant } from '../../../src/service/http/authentication.js';
import { useEngine } from '../support/engines.js';
import { fillWithSample, GROUP } from '../support/sample.js';
import { useServices } from '../support/test-service.js';

const HIRINGS = '/api/v1/dataset/major-hiring';

const engine = useEngine();
const start = useServices();
beforeAll(() => fillWithSample(engine.store));

test('D31 pushes and changes need a key even if version 1 does not', async () => {
  const service = await start(engine.store, { version1Auth: false });
  const pushed = await service.send(`/api/v1/push-news/${encodeURIComponent(GROUP)}/1`, {
    headers: { 'callback-url': 'https://news.example/' },
  });
  const followed = await service.send(`${HIRINGS}/changes`, { body: { limit: 0 } });
  for (const reply of [pushed, followed])
    expect(reply.json()).toMatchObject({ status: '400', code: 'BAD_KEY' });
  expect((await service.send(HIRINGS, { body: {} })).status).toBe(200);
});

test('with V1_AUTH=off, a valid key has a limit of its own, and an unknown one that of its address', async () => {
  const service = await start(engine.store, { version1Auth: false, rateLimit: 3 });
  const [one, other] = [await service.makeKey(1), await service.makeKey(1)];
  const statuses = async (key: string) => {
    const found = [];
    for (let turn = 0; turn < 4; turn++) found.push((await service.as(key).post(HIRINGS)).status);
    return found;
  };
  expect(await statuses(one)).toEqual([200, 200, 200, 429]);
  expect(await statuses(other)).toEqual([200, 200, 200, 429]);
  // the address has also the first request of each valid key
  expect(await statuses('bs_wrong')).toEqual([200, 429, 429, 429]);
});

test("with V1_AUTH=off, an assistant's requests have the limit of its key", async () => {
  const findGrant = async (token: string) => ({ keyId: Number(token) }) as Grant;
  const service = await start({ ...engine.store, findGrant }, { version1Auth: false, rateLimit: 2 });
  const ask = (token: string) =>
    asGrant(token, async () => (await service.app.inject({ method: 'POST', url: HIRINGS })).statusCode);
  for (const token of ['1', '2'])
    expect([await ask(token), await ask(token), await ask(token)]).toEqual([200, 200, 429]);
});

test("D46 the OpenAPI document has the address's rate limit", async () => {
  const service = await start(engine.store, { rateLimit: 3 });
  const statuses = [];
  for (let turn = 0; turn < 5; turn++)
    statuses.push((await service.send('/openapi.json', { method: 'GET' })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});
