/** Watches that catch up: no record is reported twice, and the cost is counted. */
import { createMemoryStore } from '../../src/client/memory-store.js';
import type {
  AnyQuestion,
  ClientSettings,
  TransportAnswer,
  TransportRequest,
} from '../../src/client/types.js';
import { SERVICE_ERRORS } from '../../src/contract/errors.js';
import { NOW, recordingTransport, useClientService } from './client-service.js';
import { answer } from './fake-service.js';

const DAY_MS = 86_400_000;
const CHANGES = '/api/v2/dataset/business-expansion/changes';

const service = useClientService();
let key: string;
let store: ReturnType<typeof createMemoryStore>;
let now: number;
beforeEach(async () => {
  key = await service.makeKey(100);
  store = createMemoryStore();
  now = NOW;
});

/** A record of a type that no other test has. */
function recordOf(expansionType: string, id: string, day: string): object {
  return { id, company: { id: 'c1' }, announcedDate: day, lastModified: day, expansionType };
}

/** Ids, their cost, and the day after which the watch caught up. */
type Look = readonly unknown[];

/** Runs one check, then each step followed by another check. */
async function watch(
  question: AnyQuestion,
  steps: readonly (() => unknown)[],
  settings: Partial<ClientSettings> = {},
): Promise<Look[]> {
  const ended = new AbortController();
  const looks: Look[] = [];
  let sleeps = 0;
  const client = service.client(key, {
    store,
    now: () => now,
    sleep: async () => {
      const step = steps[sleeps++];
      if (step) await step();
      else ended.abort();
    },
    ...settings,
  });
  const changes = client.watch('business-expansion', question, { signal: ended.signal });
  for await (const { records, charged, missedSince } of changes)
    looks.push([records.map(({ id }) => id).sort(), charged, ...(missedSince ? [missedSince] : [])]);
  return looks;
}

test('a rolling window moves from day to day: each record is reported and paid once', async () => {
  const question = { type: 'Mine', from: '-30d', to: 'today', maxCredits: 9 };
  const put = (id: string, day: string) => () => service.put([recordOf('Mine', id, day)]);
  const nextDay = (step: () => unknown) => () => {
    now += DAY_MS;
    return step();
  };
  const transport = recordingTransport();
  const looks = await watch(
    question,
    [
      put('r1', '2026-03-10'),
      nextDay(put('r2', '2026-03-11')),
      nextDay(put('r3', '2026-03-12')),
      // announced before that day's window: it matches the subscription, but not the question
      nextDay(put('r4', '2026-02-09')),
    ],
    { transport },
  );
  expect(looks).toEqual([
    [['r1'], 1],
    [['r2'], 1],
    [['r3'], 1],
    [[], 1],
  ]);
  expect(transport.sent.every(({ url }) => url.endsWith(CHANGES))).toBe(true);
  expect(transport.sent).toHaveLength(6);
  expect(await service.balance(key)).toBe(96);
});

test("records of the last check's day are not reported again, and later ones of that day are", async () => {
  const question = { type: 'Store', maxCredits: 9 };
  const put = (id: string) => service.put([recordOf('Store', id, '2026-03-10')]);
  expect(await watch(question, [() => put('t1')])).toEqual([[['t1'], 1]]);
  await put('t2');
  await service.put([{ ...recordOf('Store', 't1', '2026-03-10'), title: 'Corrected' }]);
  await service.forgetCursors();
  expect(await watch(question, [])).toEqual([[['t1', 't2'], 2, '2026-03-09']]);
  await service.forgetCursors();
  // everything was reported: one line says that the watch caught up, and its cost
  expect(await watch(question, [() => put('t3')])).toEqual([
    [[], 0, '2026-03-09'],
    [['t3'], 1],
  ]);
  expect(await service.balance(key)).toBe(96);
});

test('the new cursor is stored before a payment: a program that ends there loses and repeats nothing', async () => {
  const question = { type: 'HQ', maxCredits: 9 };
  await watch(question, []);
  now += 40 * DAY_MS;
  await service.put([recordOf('HQ', 'k1', '2026-03-20'), recordOf('HQ', 'k2', '2026-04-01')]);
  await service.forgetCursors();
  const transport = recordingTransport();
  const broken = {
    ...transport,
    send: async (request: Parameters<typeof transport.send>[0]) => {
      if (!request.url.endsWith(CHANGES)) throw Object.assign(new Error('cut'), { code: 'ECONNREFUSED' });
      return transport.send(request);
    },
  };
  await expect(watch(question, [], { transport: broken })).rejects.toThrow('#SERVICE');
  const again = recordingTransport();
  expect(await watch(question, [], { transport: again })).toEqual([[['k1', 'k2'], 2, '2026-03-09']]);
  expect(again.sent.filter(({ body = '' }) => body.includes('"limit":0'))).toEqual([]);
  expect(await watch(question, [])).toEqual([]);
  expect(await service.balance(key)).toBe(98);
});

test('a busy service does not count as one without changes', async () => {
  const transport = recordingTransport();
  const busy = {
    ...transport,
    send: async () => ({ status: 503, text: '', header: () => '99' }),
  };
  await expect(watch({ type: 'Mine', maxCredits: 1 }, [], { transport: busy })).rejects.toMatchObject({
    code: 'SERVICE',
  });
  expect(await watch({ type: 'Mine', maxCredits: 1 }, [], { transport })).toEqual([]);
  expect(transport.sent.map(({ url }) => url.endsWith(CHANGES))).toEqual([true, true]);
});

test('a check whose answer was lost is paid once, even by a program with another ceiling', async () => {
  const put = (id: string) => service.put([recordOf('Store', id, '2026-03-10')]);
  const transport = recordingTransport();
  const losing = {
    ...transport,
    send: async (request: Parameters<typeof transport.send>[0]) => {
      const answer = await transport.send(request);
      if (Number(answer.header('x-credits-charged')) > 0) throw new Error('lost');
      return answer;
    },
  };
  const question = { type: 'Store', maxCredits: 9 };
  const put2 = async () => {
    await put('w1');
    await put('w2');
  };
  await watch(question, []);
  await put2();
  await expect(watch(question, [], { transport: losing })).rejects.toThrow('#SERVICE');
  expect(await service.balance(key)).toBe(98);
  expect(await watch({ ...question, maxCredits: 5 }, [])).toEqual([[['w1', 'w2'], 0]]);
  expect(await service.balance(key)).toBe(98);

  // a request that never arrived is not bought above the ceiling of the program that repeats it
  await put('w3');
  await put('w4');
  const cut = {
    ...transport,
    send: async () => {
      throw new Error('cut');
    },
  };
  await expect(watch(question, [], { transport: cut })).rejects.toThrow('#SERVICE');
  await expect(watch({ ...question, maxCredits: 1 }, [])).rejects.toThrow('#BUDGET');
  expect(await service.balance(key)).toBe(97);
});

describe('a service that makes no progress', () => {
  const unending = (answerTo: (url: string, text: string) => TransportAnswer | undefined) => {
    const transport = recordingTransport();
    return {
      ...transport,
      send: async (request: TransportRequest) => {
        if (transport.sent.length > 20) throw new Error('asked without end');
        const told = answerTo(request.url, request.body ?? '');
        const sent = await transport.send(request);
        return told ?? sent;
      },
    };
  };
  const isLook = (url: string, text: string) => url.endsWith(CHANGES) && !text.includes('"limit":0');

  test('more changes but none sent: the next check asks for them', async () => {
    let looks = 0;
    const transport = unending((url, text) => {
      if (!isLook(url, text)) return undefined;
      looks++;
      return answer(200, { records: [], removed: [], cursor: `c${looks}`, more: true });
    });
    expect(await watch({ type: 'Mine', maxCredits: 1 }, [], { transport })).toEqual([]);
    expect(looks).toBe(1);
  });

  test.each([
    [
      'more changes, and the same cursor',
      (text: string) => answer(200, { records: [], removed: ['x'], cursor: cursorIn(text), more: true }),
      'ask its operator',
    ],
    [
      'a price above a ceiling that the limit keeps',
      () => answer(SERVICE_ERRORS.OVER_CEILING, { code: 'OVER_CEILING', message: 'too much' }),
      '#BUDGET',
    ],
  ])('%s: it ends in words', async (_, answerTo, words) => {
    const transport = unending((url, text) => (isLook(url, text) ? answerTo(text) : undefined));
    await expect(watch({ type: 'Mine', maxCredits: 3 }, [], { transport })).rejects.toThrow(words);
  });

  test('a deleted cursor in an answer to a request without one: the watch ends with a message', async () => {
    const gone = answer(SERVICE_ERRORS.NO_CURSOR, { code: 'NO_CURSOR', message: 'gone' });
    const transport = unending((url) => (url.endsWith('/estimate') ? answer(404, '') : gone));
    const settled = watch({ type: 'Mine', maxCredits: 3 }, [() => (now += 2 * DAY_MS)], { transport });
    await expect(settled).rejects.toThrow('begin again');
  });

  function cursorIn(text: string): string {
    return (JSON.parse(text) as { cursor: string }).cursor;
  }
});
