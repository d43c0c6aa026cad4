/** Over stdio, nothing is paid twice: by a retry, or after a broken connection or a crash. */
import { eventually } from '../../support/eventually.js';
import { askDays as days, losing, useClientService, useProxy } from '../client-service.js';
import { type ConnectedAssistant, useAssistants } from './support/assistant.js';
import { answerOf, errorOf, textOf } from './support/tool-result.js';

const service = useClientService();
const proxy = useProxy(service);
const EACH_TIME = Number.POSITIVE_INFINITY;
const assistants = useAssistants();

/** A key, its spent credits, and assistants with it that share a home directory. */
async function begin() {
  const credits = 100;
  const key = await service.makeKey(credits);
  const home = await assistants.newHome();
  return {
    spent: async () => credits - (await service.balance(key)),
    connect: (url = service.url): Promise<ConnectedAssistant> =>
      assistants.connect('stdio', { SIGNALS_URL: url, SIGNALS_API_KEY: key, HOME: home }),
  };
}

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
