/** Watches that catch up: no record is reported twice, and the cost is counted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createContext } from '../../src/client/context.js';
import type { Transport, TransportAnswer, TransportRequest } from '../../src/client/types.js';
import { SERVICE_ERRORS } from '../../src/contract/errors.js';
import { recordingTransport, useClientService } from './client-service.js';
import { answer } from './fake-service.js';
import { DAY_MS, recordOf, useWatching } from './watching.js';

const CHANGES = '/api/v2/dataset/business-expansion/changes';

const service = useClientService();
const watching = useWatching(service);
const { watch } = watching;

test('after the service has forgotten the watch, days since the last check are read once more', async () => {
  const question = { type: 'Store', maxCredits: 9 };
  const put = (id: string) => service.put([recordOf('Store', id, '2026-03-10')]);
  expect(await watch(question, [() => put('t1')])).toEqual(['t1 for 1']);
  await put('t2');
  await service.forgetCursors();
  expect(await watch(question, [])).toEqual(['t1 t2 for 2 since 2026-03-09']);
  await put('t0');
  await service.forgetCursors();
  expect(await watch(question, [])).toEqual(['t0 t1 t2 for 3 since 2026-03-09']);
  watching.now += 2 * DAY_MS;
  await service.forgetCursors();
  expect(await watch(question, [() => put('t3')])).toEqual(['t0 t1 t2 for 3 since 2026-03-09', 't3 for 1']);
  watching.now += DAY_MS;
  await service.forgetCursors();
  // nothing was missed: one line says that the watch caught up
  expect(await watch(question, [])).toEqual(['nothing for 0 since 2026-03-11']);
});

test('a pause of more than 24 days does not end at once, as a timer of Node would', async () => {
  const settings = { key: 'key-of-a-test', url: 'https://signals.example' };
  const context = createContext(settings, recordingTransport());
  const ended = new AbortController();
  const over = context.sleep(30 * DAY_MS, ended.signal).then(() => 'over');
  // such a timer fires after 1 ms, so before this one
  expect(await Promise.race([over, sleep(10, 'pausing')])).toBe('pausing');
  ended.abort();
  expect(await over).toBe('over');
});

test('a watch may have a ceiling that is greater than a request can name', async () => {
  const question = { type: 'Route', maxCredits: Number.MAX_SAFE_INTEGER };
  expect(await watch(question, [watching.put('Route', 'g1', '2026-03-10')])).toEqual(['g1 for 1']);
});

test('the new cursor is stored before a payment: a program that ends there loses and repeats nothing', async () => {
  const question = { type: 'HQ', maxCredits: 9 };
  await watch(question, []);
  watching.now += 40 * DAY_MS;
  await service.put([recordOf('HQ', 'k1', '2026-03-20'), recordOf('HQ', 'k2', '2026-04-01')]);
  await service.forgetCursors();
  const broken = recordingTransport(({ url }) => {
    if (url.endsWith(CHANGES)) return undefined;
    throw Object.assign(new Error('cut'), { code: 'ECONNREFUSED' });
  });
  await expect(watch(question, [], { transport: broken })).rejects.toThrow('#SERVICE');
  const again = recordingTransport();
  expect(await watch(question, [], { transport: again })).toEqual([
    'k1 for 1 since 2026-03-09',
    'k2 for 1 since 2026-03-09',
  ]);
  expect(again.sent.filter(({ body = '' }) => body.includes('"limit":0'))).toEqual([]);
  expect(await watch(question, [])).toEqual([]);
  expect(await service.balance(watching.key)).toBe(98);
});

/** Loses each answer that was charged. */
function losing(): Transport {
  const transport = recordingTransport();
  return {
    ...transport,
    send: async (request) => {
      const answer = await transport.send(request);
      if (Number(answer.header('x-credits-charged')) > 0) throw new Error('lost');
      return answer;
    },
  };
}

test('a repeated answer is as old as its first request: if the cursor is lost later, no change is', async () => {
  const question = { type: 'Fleet', maxCredits: 9 };
  const put = (id: string) => service.put([recordOf('Fleet', id, '2026-03-10')]);
  await watch(question, []);
  await put('f1');
  await expect(watch(question, [], { transport: losing() })).rejects.toThrow('#SERVICE');
  await put('f2');
  watching.now += 2 * DAY_MS;
  expect(await watch(question, [() => service.forgetCursors()])).toEqual([
    'f1 for 0',
    'f1 f2 for 2 since 2026-03-09',
  ]);
});

test('a check whose answer was lost is paid once, even by a program with another ceiling', async () => {
  const put = (id: string) => service.put([recordOf('Store', id, '2026-03-10')]);
  const question = { type: 'Store', maxCredits: 9 };
  await watch(question, []);
  await put('w1');
  await put('w2');
  await expect(watch(question, [], { transport: losing() })).rejects.toThrow('#SERVICE');
  expect(await service.balance(watching.key)).toBe(98);
  expect(await watch({ ...question, maxCredits: 5 }, [])).toEqual(['w1 w2 for 0']);
  expect(await service.balance(watching.key)).toBe(98);

  // a request that never arrived is not bought above the ceiling of the program that repeats it
  await put('w3');
  await put('w4');
  const cut = recordingTransport(() => {
    throw new Error('cut');
  });
  await expect(watch(question, [], { transport: cut })).rejects.toThrow('#SERVICE');
  await expect(watch({ ...question, maxCredits: 1 }, [])).rejects.toThrow('#BUDGET');
  expect(await service.balance(watching.key)).toBe(97);
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
  const cursorIn = (text: string) => (JSON.parse(text) as { cursor: string }).cursor;
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
    const transport = unending((url) => (/(?:estimate|changes|account)$/.test(url) ? answer(404, '') : gone));
    const steps = [() => (watching.now += 2 * DAY_MS)];
    const settled = watch({ type: 'Mine', maxCredits: 3 }, steps, { transport });
    await expect(settled).rejects.toThrow('begin again');
  });
});
