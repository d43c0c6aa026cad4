/** Entity tags of paid answers: equal for repetitions, and never a substitute for a payment. */
import { useEngine } from '../support/engines.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { useServices, useTestService } from '../support/test-service.js';

const engine = useEngine();
const service = useTestService(engine, { credits: 0 });
const start = useServices();

const ask = (key: string, headers: Record<string, string>, { send } = { send: service.send }) =>
  send(EXPANSIONS, { headers: { 'x-api-key': key, ...headers }, body: { limit: 2 } });

test('a paid answer has the same tag as its repetition, and no other answer has it', async () => {
  const key = await service.makeKey(10);
  const first = await ask(key, { 'idempotency-key': 'a' });
  const again = await ask(key, { 'idempotency-key': 'a' });
  expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/);
  expect([again.headers.etag, again.text]).toEqual([first.headers.etag, first.text]);
  expect((await ask(key, { 'idempotency-key': 'b' })).headers.etag).not.toBe(first.headers.etag);
  const unnamed = await ask(key, {});
  const repeated = await ask(key, { 'idempotency-key': String(unnamed.headers['x-request-id']) });
  expect(repeated.headers.etag).toBe(unnamed.headers.etag);
});

test('a tag in a query is ignored: the query is answered and charged as without it', async () => {
  const key = await service.makeKey(5);
  const first = await ask(key, { 'idempotency-key': 'a' });
  for (const [name, tag] of [
    ['b', String(first.headers.etag)],
    ['c', '*'],
  ] as const) {
    const reply = await ask(key, { 'idempotency-key': name, 'if-none-match': tag });
    const expected = name === 'b' ? [200, '2', first.text] : [405, undefined, expect.any(String)];
    expect([reply.status, reply.headers['x-credits-charged'], reply.text]).toEqual(expected);
  }
  const broke = await ask(await service.makeKey(0), { 'if-none-match': '*' });
  expect([broke.status, broke.headers.etag]).toEqual([404, undefined]);
});

test('a refusal and an answer without records have no tag', async () => {
  const reply = await ask(await service.makeKey(0), { 'idempotency-key': 'a' });
  expect([reply.status, reply.headers.etag]).toEqual([404, undefined]);
  const empty = await service
    .as(await service.makeKey(1))
    .post(EXPANSIONS, { companyName: 'no company has this name' }, { 'idempotency-key': 'a' });
  expect([empty.status, empty.text, empty.headers.etag]).toEqual([200, '[]', undefined]);
});

test('the answer may be an object with the balance, which changes: its tag is weak', async () => {
  const objects = await start(engine.store, { answerShape: 'object' });
  const key = await objects.makeKey(10);
  const first = await ask(key, { 'idempotency-key': 'a' }, objects);
  await ask(key, {}, objects);
  const again = await ask(key, { 'idempotency-key': 'a' }, objects);
  expect(first.headers.etag).toMatch(/^W\/"/);
  expect(again.headers.etag).toBe(first.headers.etag);
  expect(again.json()).toMatchObject({ dataset: [{ id: 'e4' }, {}], creditsConsumed: 2, closingBalance: 6 });
});

test('the OpenAPI document has a tag, too', async () => {
  const get = (headers = {}) => service.send('/openapi.json', { method: 'GET', headers });
  const { etag } = (await get()).headers;
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
});
