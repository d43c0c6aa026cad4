/** Iterating over all records of a window: each record once, each credit once. */
import { createMemoryStore } from '../../src/client/memory-store.js';
import { dayOf, RECORD_COUNT, useClientService } from './client-service.js';

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
