/** How a watch reacts to the refusals and limits of a service, and to windows that move. */
import type { ClientCharge } from '../../src/client/types.js';
import { recordingTransport, useClientService } from './client-service.js';
import { answer } from './fake-service.js';
import { answering, DAY_MS, recordOf, useWatching } from './watching.js';

const CHANGES = /\/changes$/;

/** A transport of a service that has no changes, so that a watch asks by days. */
const withoutChanges = () => answering(CHANGES, answer(404, ''));

describe('a service', () => {
  const service = useClientService();
  const watching = useWatching(service);
  const { watch, put, nextDay } = watching;
  /** Ends in the middle of catching up with 40 days. */
  const catchUpInPart = async (type: string, oldest: string, newest: string) => {
    const question = { type, maxCredits: 9 };
    expect(await watch(question, [])).toEqual([]);
    watching.now += 40 * DAY_MS;
    await put(type, oldest, '2026-03-20')();
    await put(type, newest, '2026-04-10')();
    await service.forgetCursors();
    await expect(watch({ ...question, maxCredits: 1 }, [])).rejects.toThrow('#BUDGET');
    return question;
  };

  test.each([
    ['a refused key', 400, '{"code":"BAD_KEY","message":"unknown key"}', '#BAD_KEY'],
    ['a failure', 500, '{"code":"INTERNAL","message":"failed"}', '#SERVICE'],
    ['a busy service', 503, '', '#SERVICE'],
    ['a gateway without a service', 502, '<html>Bad gateway</html>', '#SERVICE'],
    ['a gateway that waits no longer', 504, '', '#SERVICE'],
  ])('at its first check, %s ends the watch, and the next run follows the changes', async (...told) => {
    const [, status, text, code] = told;
    const question = { type: 'Mine', maxCredits: 9 };
    const transport = answering(CHANGES, answer(status, text));
    await expect(watch(question, [], { transport })).rejects.toThrow(code);
    const id = `first${status}`;
    expect(await watch(question, [put('Mine', id, '2026-03-10')])).toEqual([`${id} for 1`]);
  });

  test.each([
    ['status 403', answer(403, '{"message":"Missing Authentication Token"}')],
    ['status 404', answer(404, '')],
    ['status 405', answer(405, '')],
    ['status 501', answer(501, '')],
    ['no cursor', answer(200, '[]')],
  ])('that has no changes (%s) is asked by settled days', async (what, told) => {
    const id = `settled ${what}`;
    const steps = [nextDay(put('Mine', id, '2026-03-11')), nextDay()];
    const transport = answering(CHANGES, told);
    expect(await watch({ type: 'Mine', maxCredits: 90 }, steps, { transport })).toContainEqual(
      expect.stringContaining(id),
    );
  });

  test('that has changes after all is followed from the next run on, and nothing is lost or paid twice', async () => {
    const question = { type: 'Delivery/Pickup', maxCredits: 9 };
    const record = (id: string, day: string) => put('Delivery/Pickup', id, day);
    const steps = [nextDay(record('p1', '2026-03-11')), nextDay(record('p2', '2026-03-12'))];
    expect(await watch(question, steps, { transport: withoutChanges() })).toEqual(['p1 for 1']);
    expect(await watch(question, [record('p3', '2026-03-12')])).toEqual([
      'p2 for 1 since 2026-03-11',
      'p3 for 1',
    ]);
    expect(await service.balance(watching.key)).toBe(97);
  });

  test('follows a window whose first day moves: nothing is paid twice, and removals are told', async () => {
    const question = { type: 'HQ', from: '-30d', maxCredits: 9 };
    const removed = { ...recordOf('Store', 'a', '2026-03-10'), title: 'Is a store' };
    const transport = recordingTransport();
    const looks = await watch(
      question,
      [
        put('HQ', 'a', '2026-03-10'),
        nextDay(put('HQ', 'b', '2026-03-11')),
        nextDay(() => service.put([removed])),
        nextDay(put('HQ', 'c', '2026-03-13')),
        // announced before that day's window: it matches the subscription, but not the question
        nextDay(put('HQ', 'd', '2026-02-09')),
      ],
      { transport },
    );
    expect(looks).toEqual(['a for 1', 'b for 1', '-a for 0', 'c for 1', 'nothing for 1']);
    expect(transport.sent.filter(({ url }) => !CHANGES.test(url))).toEqual([]);
    expect(await service.balance(watching.key)).toBe(96);
    for (const end of [{ from: '-30d', to: 'yesterday' }, { date: 'today' }, { limit: 5 }])
      await expect(watch({ maxCredits: 9, ...end }, [])).rejects.toThrow('a watch has no last day');
  });

  test('a catch-up that fails halfway is continued there', async () => {
    const question = await catchUpInPart('Oil/Gas Well', 'o1', 'o2');
    expect(await watch(question, [])).toEqual(['o2 for 1 since 2026-03-09']);
    expect(await service.balance(watching.key)).toBe(98);
  });

  test.each([
    ['has', 'Restaurant', CHANGES, 'x2 y2 for 2', 96],
    // the day at which the ceiling has cut the answer is paid again
    ['lacks', 'Data Centre', /\/(?:changes|estimate)$/, 'x2 y2 for 2', 95],
  ])(
    'that %s estimates: a check by days that fails in the middle is continued there',
    async (_what, type, lacking, rest, balance) => {
      const transport = answering(lacking, answer(404, ''));
      const two = (number: number, day: string) =>
        service.put(['x', 'y'].map((name) => recordOf(type, name + number, day)));
      const step = async () => {
        watching.now += 2 * DAY_MS;
        await two(1, '2026-03-10');
        await two(2, '2026-03-11');
      };
      await expect(watch({ type, maxCredits: 3 }, [step], { transport })).rejects.toThrow('#BUDGET');
      watching.now += DAY_MS;
      expect(await watch({ type, maxCredits: 9 }, [], { transport })).toEqual([rest]);
      expect(await service.balance(watching.key)).toBe(balance);
    },
  );

  test('that deletes the new cursors before all is caught up loses no change', async () => {
    const type = 'Country Expansion';
    const question = await catchUpInPart(type, 'l1', 'l2');
    watching.now += 40 * DAY_MS;
    await put(type, 'l3', '2026-04-25')();
    await service.forgetCursors();
    expect(await watch(question, [() => undefined])).toEqual([
      'l2 for 1 since 2026-03-09',
      'l3 for 1 since 2026-03-09',
      'nothing for 0 since 2026-05-28',
    ]);
  });

  test.each([
    ['by changes', 'Fleet', {}],
    ['by days', 'Education', { transport: withoutChanges() }],
  ])('ends %s with the ceiling of the whole watch', async (way, type, settings) => {
    const day = (number: number) => `2026-03-1${number}`;
    const two = (number: number) => async () => {
      for (const name of ['x', 'y'])
        await service.put([recordOf(type, `${way} ${name}${number}`, day(number))]);
    };
    const steps = [nextDay(two(1)), nextDay(two(2)), nextDay()];
    await expect(watch({ type, maxCredits: 3 }, steps, settings)).rejects.toThrow(
      'the 3 credits of "maxCredits" are used up',
    );
  });

  test.each([
    ['changes', 'New Business', {}],
    ['days', 'Renewables', { transport: withoutChanges() }],
  ])('reports each charge of a check by %s to the meter', async (way, type, settings) => {
    const charges: ClientCharge[] = [];
    const steps = [nextDay(put(type, `lab ${way}`, '2026-03-11')), nextDay()];
    const onCharge = (charge: ClientCharge) => charges.push(charge);
    await watch({ type, maxCredits: 9 }, steps, { ...settings, onCharge });
    expect(charges.filter(({ charged }) => charged > 0)).toEqual([
      { dataset: 'business-expansion', charged: 1, owned: 0, source: 'service' },
    ]);
  });
});

describe('a service with a low limit', () => {
  const service = useClientService({ maxLimit: 500 });
  const watching = useWatching(service);
  const { watch, put } = watching;
  const question = { type: 'Mine', maxCredits: 9_000 };

  test('follows its changes, and catches up within its limit', async () => {
    expect(await watch(question, [put('Mine', 'm1', '2026-03-10')])).toEqual(['m1 for 1']);
    watching.now += 40 * DAY_MS;
    await put('Mine', 'm2', '2026-03-20')();
    await service.forgetCursors();
    const transport = recordingTransport();
    expect(await watch(question, [put('Mine', 'm3', '2026-04-19')], { transport })).toEqual([
      // the running day of the last check is read again
      'm1 for 1 since 2026-03-09',
      'm2 for 1 since 2026-03-09',
      'm3 for 1',
    ]);
    // once for all days
    expect(transport.sent.filter(({ url }) => url.endsWith('/account'))).toHaveLength(1);
  });

  test.each([
    ['changes', 'Route', /\/account$/],
    ['days', 'Fleet', /\/(?:changes|account)$/],
  ])('is asked by %s within its limit, although no account names it', async (_, type, lacking) => {
    const transport = answering(lacking, answer(404, ''));
    const step = () => {
      watching.now += 2 * DAY_MS;
      return service.put([recordOf(type, type, '2026-03-11')]);
    };
    expect(await watch({ ...question, type }, [step], { transport })).toEqual([`${type} for 1`]);
  });
});
