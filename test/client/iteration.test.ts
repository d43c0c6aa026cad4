/** Iterating over all records of a window and watching a question: each record once, each credit once. */
import { createMemoryStore } from '../../src/client/memory-store.js';
import { dayOf, NOW, RECORD_COUNT, recordingTransport, useClientService } from './client-service.js';

const ALL = Array.from(
  { length: RECORD_COUNT },
  (_, index) => `e${String(RECORD_COUNT - 1 - index).padStart(3, '0')}`,
);

async function idsOf(records: AsyncIterable<{ readonly id?: string }>): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for await (const { id } of records) ids.push(id);
  return ids;
}

describe.each([
  ['with estimates', undefined],
  ['with the specification alone', [] as const],
])('%s', (_, extras) => {
  const service = useClientService(extras ? { extras: [...extras] } : {});
  const days = { from: dayOf(100), to: dayOf(159) };

  test('all records of the days are returned once, newest first, and are paid once', async () => {
    const key = await service.makeKey(1_000);
    const store = createMemoryStore();
    const client = service.client(key, { store });
    const ids = await idsOf(client.expansions.each({ ...days, maxCredits: 61 }));
    expect(ids).toEqual(ALL.slice(RECORD_COUNT - 160, RECORD_COUNT - 100));
    expect(await service.balance(key)).toBe(940);
    // the next program has them
    const again = await idsOf(service.client(key, { store }).expansions.each({ ...days, maxCredits: 61 }));
    expect(again).toEqual(ids);
    expect(await service.balance(key)).toBe(940);
  });

  test('a ceiling ends it: paid records are returned, and nothing is paid above it', async () => {
    const key = await service.makeKey(1_000);
    const ids: unknown[] = [];
    const reading = (async () => {
      for await (const { id } of service.client(key).expansions.each({ ...days, maxCredits: 25 }))
        ids.push(id);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'BUDGET' });
    expect(ids).toEqual(ALL.slice(RECORD_COUNT - 160, RECORD_COUNT - 160 + ids.length));
    expect(await service.balance(key)).toBe(1_000 - ids.length);
    expect(ids.length).toBeLessThanOrEqual(25);
    expect(ids.length).toBeGreaterThan(10);
  });

  test('a run that continues after its ceiling was reached pays nothing twice', async () => {
    const key = await service.makeKey(1_000);
    const store = createMemoryStore();
    const run = (maxCredits: number) =>
      idsOf(service.client(key, { store }).expansions.each({ ...days, maxCredits }));
    await expect(run(25)).rejects.toMatchObject({ code: 'BUDGET' });
    expect(await run(60)).toHaveLength(60);
    // without estimates, the day in which the first run's ceiling truncated an answer is bought again
    expect(await service.balance(key)).toBe(extras ? 939 : 940);
  });

  test('limit is the maximum in total', async () => {
    const key = await service.makeKey(1_000);
    const client = service.client(key);
    expect(await idsOf(client.expansions.each({ ...days, limit: 7, maxCredits: 100 }))).toEqual(
      ALL.slice(RECORD_COUNT - 160, RECORD_COUNT - 153),
    );
    // only the wanted records are requested
    expect(await service.balance(key)).toBe(993);
    expect(await idsOf(client.hirings.each({ limit: 40 }))).toHaveLength(30);
  });
});

describe('a service with small answers', () => {
  const service = useClientService({ maxLimit: 25 });

  test('is asked for as many days as it can answer', async () => {
    const key = await service.makeKey(1_000);
    const transport = recordingTransport();
    const ids = await idsOf(service.client(key, { transport }).expansions.each({ maxCredits: 300 }));
    expect(ids).toEqual(ALL);
    expect(await service.balance(key)).toBe(700);
  });
});

describe('a watch', () => {
  const service = useClientService();

  test('returns new records once, pays for them once, and continues in the next program', async () => {
    const key = await service.makeKey(100);
    const store = createMemoryStore();
    const fresh = (id: string, announcedDate: string) => ({
      ...{ id, company: { id: 'c1' }, announcedDate, lastModified: announcedDate, expansionType: 'Mine' },
    });
    const ended = new AbortController();
    const looks: unknown[] = [];
    let sleeps = 0;
    const client = service.client(key, {
      store,
      sleep: async () => {
        sleeps += 1;
        if (sleeps === 1) await service.put([fresh('n1', '2026-03-09')]);
        if (sleeps === 3) ended.abort();
      },
    });
    const question = { type: 'Mine', maxCredits: 5 };
    for await (const { records, removed, charged } of client.watch('business-expansion', question, {
      signal: ended.signal,
    }))
      looks.push([records.map(({ id }) => id), removed, charged]);
    expect(looks).toEqual([[['n1'], [], 1]]);
    await service.put([fresh('n2', '2026-03-10'), { ...fresh('n1', '2026-03-10'), expansionType: 'HQ' }]);
    for await (const { records, removed, charged } of service
      .client(key, { store })
      .watch('business-expansion', question)) {
      expect([records.map(({ id }) => id), removed, charged]).toEqual([['n2'], ['n1'], 1]);
      break;
    }
    expect(await service.balance(key)).toBe(98);
  });

  test('catches up by days if the service has deleted its cursor, and then uses a new one', async () => {
    const key = await service.makeKey(100);
    const store = createMemoryStore();
    const at = { now: NOW };
    const fresh = (id: string, lastModified: string) => ({
      ...{
        id,
        company: { id: 'c1' },
        announcedDate: lastModified,
        lastModified,
        expansionType: 'Branch/Office',
      },
    });
    const play = async (steps: readonly (() => unknown)[], maxCredits: number) => {
      const ended = new AbortController();
      const looks: unknown[] = [];
      let sleeps = 0;
      const client = service.client(key, {
        store,
        now: () => at.now,
        sleep: async () => {
          const step = steps[sleeps++];
          if (step) await step();
          else ended.abort();
        },
      });
      const watch = client.watch(
        'business-expansion',
        { type: 'Branch/Office', maxCredits },
        { signal: ended.signal },
      );
      for await (const { records, charged, missedSince } of watch)
        looks.push([records.map(({ id }) => id).sort(), charged, missedSince]);
      return looks;
    };
    expect(await play([() => service.put([fresh('p1', '2026-03-09')])], 5)).toEqual([[['p1'], 1, undefined]]);

    at.now += 40 * 86_400_000;
    await service.put([fresh('p2', '2026-03-20'), fresh('p3', '2026-04-19')]);
    await service.forgetCursors();
    // the ceiling ends the first try in the middle: the next one returns the rest
    await expect(play([], 1)).rejects.toThrow('#BUDGET');
    const then = () =>
      service.put([fresh('p4', '2026-04-19'), { ...fresh('p2', '2026-04-19'), title: 'New' }]);
    const looks = await play([then], 5);
    expect(looks).toEqual([
      [['p2'], 1, '2026-03-09'],
      [['p2', 'p4'], 2, undefined],
    ]);
    expect(await service.balance(key)).toBe(100 - 1 - 4);
  });
});

describe('a watch without the changes endpoint', () => {
  const service = useClientService({ extras: [] });

  test('requests settled days of last changes, each once', async () => {
    const key = await service.makeKey(100);
    const at = { now: NOW };
    const ended = new AbortController();
    const looks: unknown[] = [];
    let sleeps = 0;
    const client = service.client(key, {
      now: () => at.now,
      sleep: async () => {
        sleeps += 1;
        at.now += 86_400_000;
        const day = new Date(at.now - 86_400_000).toISOString().slice(0, 10);
        if (sleeps === 1)
          await service.put([{ id: 'late', company: { id: 'c1' }, announcedDate: day, lastModified: day }]);
        if (sleeps === 4) ended.abort();
      },
    });
    for await (const { records, charged } of client.watch(
      'business-expansion',
      { maxCredits: 5 },
      { signal: ended.signal },
    ))
      looks.push([records.map(({ id }) => id), charged]);
    expect(looks).toEqual([[['late'], 1]]);
    expect(await service.balance(key)).toBe(99);
  });
});
