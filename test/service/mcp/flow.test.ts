/** The SDK's own OAuth client connects to /mcp, and queries within the ceiling that the person has set. */

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { answerOf, chargeOf, errorOf, textOf } from '../../client/assistant/support/tool-result.js';
import { askDays, RECORDS, useClientService } from '../../client/client-service.js';
import { eventually } from '../../support/eventually.js';
import { byHand, connect, fillIn, Memory, type Typed } from '../support/oauth.js';

const service = useClientService({ mcp: { creditPrice: 0.05 } });

const days = (from: number, count: number, ceiling = 10) => askDays(from, count, ceiling);

async function begin(credits: number, typed: Omit<Typed, 'key'> = {}, memory = new Memory()) {
  const key = await service.makeKey(credits);
  const { client } = await connect(service.url, { key, ...typed }, memory);
  const call = (name: string, args: object) =>
    client.callTool({ name, arguments: { ...args } }) as Promise<CallToolResult>;
  return { key, client, call, memory, balance: () => service.balance(key) };
}

test.each(['none', 'client_secret_post'])('a client of the method %s completes the flow', async (method) => {
  const memory = new Memory({ token_endpoint_auth_method: method });
  const { client, call, balance } = await begin(100, { credits: 10 }, memory);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('ask');
  const result = await call('ask', days(0, 5));
  expect(answerOf(result)).toMatchObject({ charged: 5, total: 5, balance: 95 });
  expect(chargeOf(result)).toMatchObject({ charged: 5 });
  expect(result._meta?.['cost']).toEqual({ credits: 5, usd: 0.25, provider: 'signals-for-sheets' });
  expect(await balance()).toBe(95);
});

test('an assistant whose connection breaks repeats the call, free', async () => {
  const { call, memory, balance } = await begin(100);
  const cut = new AbortController();
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'ask', arguments: days(0, 5) },
  };
  const lost = byHand(service.url)
    .message(memory.saved!.access_token, message, { signal: cut.signal })
    .catch((error: unknown) => error);
  await eventually(async () => (await balance()) < 100, { everyMs: 2 });
  cut.abort();
  await lost;
  const again = await call('ask', days(0, 5));
  expect(answerOf(again)).toMatchObject({ charged: 0, paid_before: 5, total: 5 });
  expect(again._meta?.['cost']).toBeUndefined();
  expect(await balance()).toBe(95);
});

test('an expired access token is refreshed without the person', async () => {
  const { memory } = await begin(100);
  const before = memory.saved!;
  memory.saved = { ...before, access_token: 'expired' };
  memory.address = undefined;
  const { client } = await connect(service.url, { key: '' }, memory);
  expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  expect(memory.address).toBeUndefined();
  expect(memory.saved!.refresh_token).not.toBe(before.refresh_token);
});

test('with a ceiling of 0, only free calls work', async () => {
  const { call, balance } = await begin(100, { credits: 0 });
  const group = answerOf(await call('ask', { dataset: 'major-hiring', max_credits: 0 }));
  expect(group.total).toBeGreaterThan(0);
  expect((await call('account', {})).structuredContent).toMatchObject({ balance: 100 });
  expect(errorOf(await call('ask', days(0, 5, 0)))).toMatchObject({ code: 'BUDGET' });
  expect(textOf(await call('ask', days(0, 5, 1)))).toContain('"max_credits" may be 0 at most here');
  expect(await balance()).toBe(100);
});

test("two people have no access to each other's answers", async () => {
  const [one, other] = [await begin(100), await begin(50)];
  const { next_cursor: cursor } = answerOf(await one.call('ask', { ...days(0, 5), page_size: 2 }));
  const foreign = await other.call('ask', { ...days(0, 5), page_size: 2, cursor });
  expect(textOf(foreign)).toContain('"cursor" is of another question');
  expect(await other.balance()).toBe(50);
  // with concurrent calls, each pays for an own answer
  const results = await Promise.all([one.call('ask', days(10, 3)), other.call('ask', days(10, 3))]);
  expect(results.map((result) => answerOf(result))).toMatchObject([
    { charged: 3, balance: 92 },
    { charged: 3, balance: 47 },
  ]);
  expect((await one.call('account', {})).structuredContent).toMatchObject({ balance: 92 });
  expect((await other.call('account', {})).structuredContent).toMatchObject({ balance: 47 });
});

test('a record keeps a text that is like the name of a connection', async () => {
  const { call } = await begin(100);
  const title = Array.from({ length: 20 }, (_, index) => `assistant-${index + 1}`).join(' ');
  await service.put([{ ...RECORDS[0], title }]);
  expect(answerOf(await call('ask', days(0, 1))).records).toMatchObject([{ title }]);
});

test('a person who cancels is sent back with an error and the state', async () => {
  const memory = new Memory();
  await expect(connect(service.url, { key: '', decision: 'cancel' }, memory)).rejects.toThrow();
  const { status, headers } = await fillIn(memory.address!, { key: '', decision: 'cancel' });
  const target = new URL(headers.get('location')!);
  expect([status, target.origin + target.pathname]).toEqual([302, memory.redirectUrl]);
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    error: 'access_denied',
    state: memory.state(),
  });
});
