/** The SDK's own client asks for records over both transports: pages, ceilings, refusals, exact credits. */
import { dayOf, useClientService } from '../client-service.js';
import { MOST_USED, useAssistants } from './support/assistant.js';
import { answerOf, chargeOf, errorOf, textOf } from './support/tool-result.js';

const DATASET = 'business-expansion';
/** That many records from a day on. */
const days = (from: number, count: number) => ({
  dataset: DATASET,
  options: { from: dayOf(from), to: dayOf(from + count - 1) },
});

const service = useClientService({ mcp: {} });
const assistants = useAssistants();

describe.each(MOST_USED)('over %s', (transport) => {
  const start = async (credits: number, env: Record<string, string> = {}) => {
    const key = await service.makeKey(credits);
    const assistant = await assistants.connect(transport, {
      SIGNALS_URL: service.url,
      SIGNALS_API_KEY: key,
      ...env,
    });
    const spent = async () => credits - (await service.balance(key));
    return { ...assistant, key, spent };
  };

  test('records are returned with their cost', async () => {
    const { call, spent } = await start(100);
    const result = await call('ask', { ...days(0, 5), max_credits: 10 });
    const answer = answerOf(result);
    expect(answer.records.map(({ id }) => id)).toEqual(['e004', 'e003', 'e002', 'e001', 'e000']);
    expect(answer).toMatchObject({
      charged: 5,
      owned: 0,
      balance: 95,
      source: 'service',
      first: 1,
      total: 5,
    });
    expect(chargeOf(result)).toMatchObject({ charged: 5, unclear: false, balance: 95 });
    expect(result._meta?.['cost']).toEqual({ credits: 5, provider: 'signals-for-sheets' });
    expect(textOf(result)).toContain('Cost: 5 credits of at most 10. 95 credits left.');
    expect(await spent()).toBe(5);
  });

  test('further pages are free, and all pages together are the answer', async () => {
    const { call, spent } = await start(100);
    const ask = (more: object) => call('ask', { ...days(20, 23), max_credits: 30, page_size: 9, ...more });
    const pages = [answerOf(await ask({}))];
    for (let cursor = pages[0]!.next_cursor; cursor; cursor = pages.at(-1)!.next_cursor)
      pages.push(answerOf(await ask({ cursor })));
    expect(pages.map(({ first, records, charged }) => [first, records.length, charged])).toEqual([
      [1, 9, 23],
      [10, 9, 0],
      [19, 5, 0],
    ]);
    expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(23);
    expect(await spent()).toBe(23);
  });

  test('a cursor of another question, or of a deleted answer, costs nothing', async () => {
    const { call, spent } = await start(100);
    const { next_cursor: cursor } = answerOf(
      await call('ask', { ...days(50, 5), max_credits: 9, page_size: 2 }),
    );
    const other = await call('ask', { ...days(60, 5), max_credits: 9, cursor });
    const gone = await call('ask', { ...days(50, 5), max_credits: 9, cursor: cursor!.replace(/\d+$/, '99') });
    const none = await call('ask', { ...days(50, 5), max_credits: 9, cursor: 'x' });
    expect([other, gone, none].map((one) => errorOf(one)?.code)).toEqual([
      'BAD_INPUT',
      'BAD_INPUT',
      'BAD_INPUT',
    ]);
    expect(await spent()).toBe(5);
  });

  test('records beyond a ceiling are left out, and the result says so', async () => {
    const { call, spent } = await start(100);
    const result = await call('ask', { ...days(80, 9), max_credits: 4 });
    expect(answerOf(result)).toMatchObject({ charged: 4, total: 4, cut: 'max_credits' });
    expect(textOf(result)).toContain('More records match than max_credits pays for');
    expect(await spent()).toBe(4);
  });

  test('without a ceiling, or if it is no number, nothing is requested', async () => {
    const { call, spent } = await start(100);
    for (const ceiling of [undefined, null, '5', -1, 1.5, Number.MAX_VALUE, true, [5]]) {
      const result = await call('ask', { ...days(0, 5), max_credits: ceiling });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain('"max_credits" is needed');
    }
    const hidden = await call('ask', {
      ...days(0, 5),
      options: { from: dayOf(0), maxCredits: 50 },
      max_credits: 0,
    });
    expect(errorOf(hidden)?.code).toBe('BUDGET');
    expect(await spent()).toBe(0);
  });

  test('the user allows fewer credits than the model requests', async () => {
    const { call, spent } = await start(100, { SIGNALS_MCP_MAX_CREDITS: '5' });
    const refused = await call('ask', { ...days(100, 9), max_credits: 6 });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('"max_credits" may be 5 at most here');
    expect(answerOf(await call('ask', { ...days(100, 9), max_credits: 5 })).charged).toBe(5);
    expect(await spent()).toBe(5);
  });

  test('mistakes give results that say what to change', async () => {
    const { call, spent } = await start(100);
    const mistakes: readonly (readonly [object, string])[] = [
      [{ ...days(0, 1), options: { form: '-30d' } }, 'has no option "form"'],
      [{ ...days(0, 1), options: { from: 'soonish' } }, 'cannot read "soonish"'],
      [
        { ...days(0, 1), options: { type: 'Factroy' } },
        'read signals://options/ and the name of the dataset',
      ],
      [{ ...days(0, 1), options: { columns: ['nothing'] } }, 'there is no column "nothing"'],
      [{ ...days(0, 1), options: { group: 'No such group' } }, 'has no group "No such group"'],
    ];
    for (const [args, words] of mistakes) {
      const result = await call('ask', { ...args, max_credits: 5 });
      expect(textOf(result)).toContain(words);
      expect(textOf(result)).toMatch(/^#[A-Z_]+: [\s\S]*\nCost: nothing was charged\.\nWhat to do: /);
      expect(result.isError).toBe(true);
    }
    expect(await spent()).toBe(0);
  });

  test('arguments that the listed schema does not allow are refused with their path', async () => {
    const { call, spent } = await start(100);
    const mistakes: readonly (readonly [object, string])[] = [
      [{ dataset: 'expansions' }, 'expected one of "business-expansion"'],
      [{ ...days(0, 1), options: 'from -30d' }, 'received string at options'],
      [{ ...days(0, 1), options: { jobs: { min: 1 } } }, 'a text, a number, true, false, or a list'],
      [{ ...days(0, 1), from: '-30d' }, 'there is no argument "from"; use dataset, companies, options'],
      [{ ...days(0, 1), page_size: 51 }, '<=50 at page_size'],
      [{ ...days(0, 1), companies: { name: 'x' } }, 'use a text or a list of texts at companies'],
    ];
    for (const [args, words] of mistakes) {
      const result = await call('ask', { ...args, max_credits: 5 });
      expect(textOf(result)).toContain(words);
      expect(result.isError).toBe(true);
    }
    expect(await spent()).toBe(0);
  });
});
