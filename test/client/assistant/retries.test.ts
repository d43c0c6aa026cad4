/** Over stdio, nothing is paid twice: by a retry, after a broken connection or a crash, or by two assistants. */
import { eventually } from '../../support/eventually.js';
import { askDays as days, losing, useClientService, useProxy } from '../client-service.js';
import { type ConnectedAssistant, useAssistants } from './support/assistant.js';
import { answerOf, chargeOf, errorOf, textOf } from './support/tool-result.js';

const PER_VERSION = { billing: 'per-version' } as const;

const service = useClientService();
const proxy = useProxy(service);
const EACH_TIME = Number.POSITIVE_INFINITY;
const assistants = useAssistants();

/** A key, its spent credits, and assistants with it that share a home directory. */
async function begin(credits = 100, rules: Parameters<typeof service.makeKey>[1] = {}) {
  const key = await service.makeKey(credits, rules);
  const home = await assistants.newHome();
  return {
    spent: async () => credits - (await service.balance(key)),
    connect: (url = service.url, env: Record<string, string> = {}): Promise<ConnectedAssistant> =>
      assistants.connect('stdio', { SIGNALS_URL: url, SIGNALS_API_KEY: key, HOME: home, ...env }),
  };
}

test('two assistants at once, with one key billed per version, over overlapping days', async () => {
  const { connect, spent } = await begin(100, PER_VERSION);
  const homes = await Promise.all([assistants.newHome(), assistants.newHome()]);
  const [one, other] = await Promise.all(homes.map((HOME) => connect(service.url, { HOME })));
  const results = await Promise.all([one!.call('ask', days(20, 8)), other!.call('ask', days(24, 8))]);
  expect(results.map((result) => answerOf(result).total)).toEqual([8, 8]);
  const told = results.map(chargeOf);
  expect(told.reduce((sum, { charged }) => sum + charged, 0)).toBe(12);
  expect(told.reduce((sum, { owned }) => sum + owned, 0)).toBe(4);
  expect(await spent()).toBe(12);
});

test('answers that are lost each time: the cost is reported as unclear, and a retry pays nothing more', async () => {
  const { connect, spent } = await begin();
  proxy.fault = losing(EACH_TIME);
  const { call } = await connect(proxy.baseUrl);
  const lost = await call('ask', days(60, 6));
  expect(errorOf(lost)).toMatchObject({ code: 'SERVICE', charged: 0, unclear: true });
  expect(textOf(lost)).toContain('it may be up to 50 credits');
  expect(textOf(lost)).toContain('with the very same arguments');
  proxy.fault = losing(0);
  const again = answerOf(await call('ask', days(60, 6)));
  expect(again).toMatchObject({ charged: 0, paid_before: 6, total: 6, source: 'repeated' });
  expect(await spent()).toBe(6);
});

test('the next page is available after a restart of the server', async () => {
  const { connect, spent } = await begin();
  const ask = { ...days(90, 6), page_size: 4 };
  const first = await connect();
  const { next_cursor: cursor } = answerOf(await first.call('ask', ask));
  await first.kill();
  const second = await connect();
  const page = answerOf(await second.call('ask', { ...ask, cursor }));
  expect(page).toMatchObject({ first: 5, total: 6, charged: 0, paid_before: 6, source: 'store' });
  expect(page.records).toHaveLength(2);
  expect(await spent()).toBe(6);
});

test('a server that is killed after the charge, before it has answered', async () => {
  const { connect, spent } = await begin();
  proxy.fault = losing(EACH_TIME);
  const first = await connect(proxy.baseUrl);
  const call = first.call('ask', days(80, 6)).catch((error: unknown) => error);
  // the charge precedes the loss of the answer, and the spent credits show it
  await eventually(async () => (await spent()) > 0);
  await first.kill();
  expect(await call).toHaveProperty('message');
  proxy.fault = losing(0);
  const second = await connect(proxy.baseUrl);
  expect(answerOf(await second.call('ask', days(80, 6)))).toMatchObject({ charged: 0, total: 6 });
  expect(await spent()).toBe(6);
});

test('an assistant that gives up, and asks again', async () => {
  const { connect, spent } = await begin();
  const { client, call } = await connect();
  const given = new AbortController();
  const lost = client
    .callTool({ name: 'ask', arguments: days(100, 6) }, undefined, { signal: given.signal })
    .catch((error: unknown) => error);
  given.abort();
  expect(await lost).toHaveProperty('message');
  const again = answerOf(await call('ask', days(100, 6)));
  expect(again.total).toBe(6);
  expect(again.charged + (again.paid_before ?? 0)).toBe(6);
  expect(await spent()).toBe(6);
});

test('the reported cost of many questions in a row equals the paid credits', async () => {
  const { connect, spent } = await begin(100, PER_VERSION);
  const { call } = await connect();
  let told = 0;
  for (const [from, count, ceiling] of [
    [120, 5, 50],
    [122, 6, 50],
    [120, 10, 3],
    [130, 10, 4],
    [130, 10, 50],
    [120, 30, 50],
  ] as const) {
    const result = await call('ask', days(from, count, ceiling));
    const { charged } = chargeOf(result);
    expect(charged).toBeLessThanOrEqual(ceiling);
    told += charged;
    expect(await spent()).toBe(told);
  }
});
