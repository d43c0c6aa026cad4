/** The cost of a call is reported even if a part of it fails, or if the service cannot repeat an answer. */
import { askDays, losing, useClientService, useProxy } from '../client-service.js';
import { TRANSPORTS, useAssistants } from './support/assistant.js';
import { answerOf, errorOf, textOf } from './support/tool-result.js';

const assistants = useAssistants();
const days = (from: number, count: number) => askDays(from, count, 50);

describe('if one of two requests is refused', () => {
  const service = useClientService({ mcp: {} });

  test.each(TRANSPORTS)('over %s, the other is reported and not paid again', async (transport) => {
    const key = await service.makeKey(6);
    const { call } = await assistants.connect(transport, {
      SIGNALS_URL: service.url,
      SIGNALS_API_KEY: key,
    });
    // a domain and a name are two requests: 5 records for the domain, 10 for the name
    const args = { ...days(0, 15), companies: ['acme-motors.example', 'Beta Foods'] };
    const refused = await call('ask', args);
    expect(errorOf(refused)).toEqual({ code: 'FEW_CREDITS', charged: 5, unclear: false });
    expect(textOf(refused)).toContain('Cost: 5 credits charged.');
    expect(await service.balance(key)).toBe(1);
    expect(errorOf(await call('ask', args))).toEqual({ code: 'FEW_CREDITS', charged: 0, unclear: false });
    expect(await service.balance(key)).toBe(1);
  });
});

describe('if the service has the specification only', () => {
  const service = useClientService({ extras: [], mcp: {} });
  const proxy = useProxy(service);

  test.each(TRANSPORTS)('over %s, records are counted as credits', async (transport) => {
    const key = await service.makeKey(100);
    const { call } = await assistants.connect(transport, { SIGNALS_URL: service.url, SIGNALS_API_KEY: key });
    expect(answerOf(await call('ask', days(20, 6)))).toMatchObject({ charged: 6, total: 6 });
    expect(answerOf(await call('ask', days(20, 6)))).toMatchObject({ charged: 0, paid_before: 6 });
    expect(await service.balance(key)).toBe(94);
    for (const name of ['account', 'list_groups']) {
      const { structuredContent, isError } = await call(name, {});
      expect([isError ?? false, structuredContent?.['available']]).toEqual([false, false]);
    }
    expect((await call('estimate', { ...days(20, 6), max_credits: undefined })).structuredContent).toEqual({
      available: false,
    });
  });

  test('a lost answer is paid again only if a person agrees', async () => {
    const key = await service.makeKey(100);
    proxy.fault = losing(1);
    const { call } = await assistants.connect('stdio', { SIGNALS_URL: proxy.baseUrl, SIGNALS_API_KEY: key });
    const lost = await call('ask', days(40, 6));
    expect(errorOf(lost)).toMatchObject({ unclear: true });
    expect(await service.balance(key)).toBe(94);
    // after a minute it would be TIMEOUT; until then the server waits for another program's answer
    const { options, ...rest } = days(40, 6);
    const wanted = await call('ask', { ...rest, options: { ...options, refresh: 'again' } });
    expect(answerOf(wanted)).toMatchObject({ charged: 6, total: 6 });
    expect(await service.balance(key)).toBe(88);
  });
});
