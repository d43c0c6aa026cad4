/**
 * The SDK's own client asks for records over both transports: pages, ceilings, refusals, exact credits, also where the
 * service lacks all extensions.
 */
import { dayOf, askDays as days, useClientService } from '../client-service.js';
import { MOST_USED, TRANSPORTS, type TransportName, useAssistants } from './support/assistant.js';
import { answerOf, chargeOf, errorOf, textOf } from './support/tool-result.js';

const assistants = useAssistants();

describe('a service with all extensions', () => {
  const service = useClientService({ mcp: {} });

  async function start(transport: TransportName, credits: number, env: Record<string, string> = {}) {
    const key = await service.makeKey(credits);
    const { call } = await assistants.connect(transport, { ...service.environment(key), ...env });
    return {
      ask: (args: object) => call('ask', args),
      spent: async () => credits - (await service.balance(key)),
    };
  }

  describe.each(MOST_USED)('over %s', (transport) => {
    test('records are returned with their cost, up to the ceiling', async () => {
      const { ask, spent } = await start(transport, 100);
      const result = await ask(days(0, 5, 10));
      const answer = answerOf(result);
      expect(answer.records.map(({ id }) => id)).toEqual(['e004', 'e003', 'e002', 'e001', 'e000']);
      const cost = { charged: 5, owned: 0, balance: 95, source: 'service' };
      expect(answer).toMatchObject({ ...cost, first: 1, total: 5 });
      expect(chargeOf(result)).toMatchObject({ charged: 5, unclear: false, balance: 95 });
      expect(result._meta?.['cost']).toEqual({ credits: 5, provider: 'signals-for-sheets' });
      expect(textOf(result)).toContain('Cost: 5 credits of at most 10. 95 credits left.');
      const cut = await ask(days(80, 9, 4));
      expect(answerOf(cut)).toMatchObject({ charged: 4, total: 4, cut: 'max_credits' });
      expect(textOf(cut)).toContain('More records match than max_credits pays for');
      expect(await spent()).toBe(9);
    });

    test('further pages are free, and all pages together are the answer', async () => {
      const { ask, spent } = await start(transport, 100);
      const askPage = (more: object) => ask({ ...days(20, 23, 30), page_size: 9, ...more });
      const pages = [answerOf(await askPage({}))];
      const [{ next_cursor: second = '' }] = pages as [(typeof pages)[0]];
      for (let cursor: string | undefined = second; cursor; cursor = pages.at(-1)!.next_cursor)
        pages.push(answerOf(await askPage({ cursor })));
      expect(pages.map(({ first, records, charged }) => [first, records.length, charged])).toEqual([
        [1, 9, 23],
        [10, 9, 0],
        [19, 5, 0],
      ]);
      expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(23);
      expect(await spent()).toBe(23);
      const other = days(50, 12, 30);
      await ask(other);
      // a cursor of another answer, of a question that was not asked, one behind the end, and none
      const refused = [
        await ask({ ...other, cursor: second }),
        await ask({ ...days(70, 5), cursor: second }),
        await askPage({ cursor: second.replace(/\d+$/, '99') }),
        await askPage({ cursor: 'x' }),
      ];
      const codes = ['BAD_INPUT', 'BAD_INPUT', 'BAD_INPUT', undefined];
      expect(refused.map((one) => errorOf(one)?.code)).toEqual(codes);
      expect(refused.map(({ isError }) => isError)).toEqual([true, true, true, true]);
      expect(await spent()).toBe(35);
    });

    test('the user allows fewer credits than the model requests', async () => {
      const { ask, spent } = await start(transport, 100, { SIGNALS_MCP_MAX_CREDITS: '5' });
      const refused = await ask(days(100, 9, 6));
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain('"max_credits" may be 5 at most here');
      expect(answerOf(await ask(days(100, 9, 5))).charged).toBe(5);
      expect(await spent()).toBe(5);
    });

    test('mistakes cost nothing, and give results that say what to change', async () => {
      const { ask, spent } = await start(transport, 100);
      const question = days(0, 1, 5);
      for (const ceiling of [undefined, null, '5', -1, 1.5, Number.MAX_VALUE, true, [5]]) {
        const result = await ask({ ...question, max_credits: ceiling });
        expect(result.isError).toBe(true);
        expect(textOf(result)).toContain('"max_credits" is needed');
      }
      const hidden = await ask({ ...question, options: { from: dayOf(0), maxCredits: 50 }, max_credits: 0 });
      expect(errorOf(hidden)?.code).toBe('BUDGET');

      const refused: readonly (readonly [object, string])[] = [
        [{ type: 'Factroy' }, 'read signals://options/ and the name of the dataset'],
        [{ type: '' }, 'option type has no value'],
        [{ country: [' ', ''] }, 'option country has no value'],
      ];
      for (const [options, words] of refused) {
        const result = await ask({ ...question, options });
        expect(textOf(result)).toContain(words);
        expect(textOf(result)).toMatch(/^#BAD_INPUT: .*\nCost: nothing was charged\.\nWhat to do: /s);
        expect(result.isError).toBe(true);
      }
      const twice = { companies: ['Beta Foods'], options: { from: dayOf(0), companies: 'Acme Motors' } };
      expect(textOf(await ask({ ...question, ...twice }))).toContain(
        'companies are chosen twice, the second time by options; keep one of the two',
      );
      for (const companies of ['', [], [' ']])
        expect(textOf(await ask({ ...question, companies }))).toContain('option companies has no value');
      // what the listed schema does not allow is refused with its path
      const others: readonly (readonly [object, string])[] = [
        [{ dataset: 'expansions' }, 'expected one of "business-expansion"'],
        [{ options: 'from -30d' }, 'received string at options'],
        [{ options: { jobs: { min: 1 } } }, 'a text, a number, true, false, or a list'],
        [{ from: '-30d' }, 'there is no argument "from"; use dataset, companies, options'],
        [{ page_size: 51 }, '<=50 at page_size'],
        [{ companies: { name: 'x' } }, 'use a text or a list of texts at companies'],
      ];
      for (const [wrong, words] of others) {
        const result = await ask({ ...question, ...wrong });
        expect(textOf(result)).toContain(words);
        expect(result.isError).toBe(true);
      }
      expect(await spent()).toBe(0);
    });
  });

  test.each(TRANSPORTS)(
    'over %s, if one of two requests is refused, the other is reported and not paid again',
    async (transport) => {
      const { ask, spent } = await start(transport, 6);
      // a domain and a name are two requests: 5 records for the domain, 10 for the name
      const args = { ...days(0, 15), companies: ['acme-motors.example', 'Beta Foods'] };
      const refused = await ask(args);
      expect(errorOf(refused)).toEqual({ code: 'FEW_CREDITS', charged: 5, unclear: false });
      expect(textOf(refused)).toContain('Cost: 5 credits charged.');
      expect(await spent()).toBe(5);
      expect(errorOf(await ask(args))).toEqual({ code: 'FEW_CREDITS', charged: 0, unclear: false });
      expect(await spent()).toBe(5);
    },
  );
});

describe('a service that has the specification only', () => {
  const service = useClientService({ extras: [], mcp: {} });

  test.each(TRANSPORTS)('over %s, records are counted as credits', async (transport) => {
    const key = await service.makeKey(100);
    const { call } = await assistants.connect(transport, service.environment(key));
    expect(answerOf(await call('ask', days(20, 6)))).toMatchObject({ charged: 6, total: 6 });
    expect(answerOf(await call('ask', days(20, 6)))).toMatchObject({ charged: 0, paid_before: 6 });
    expect(await service.balance(key)).toBe(94);
    const { max_credits: _, ...estimated } = days(20, 6);
    for (const [name, args] of [
      ['account', {}],
      ['list_groups', {}],
      ['estimate', estimated],
    ] as const) {
      const { structuredContent, isError } = await call(name, args);
      expect([isError ?? false, structuredContent?.['available']]).toEqual([false, false]);
    }
  });
});
