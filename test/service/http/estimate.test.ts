/** Estimates of a query's records and cost. Nothing is charged. */
import { changesPath } from '../../../src/contract/changes.js';
import { estimatePath } from '../../../src/contract/endpoints.js';
import { CHANGES, EXPANSIONS, HIRINGS, useSample } from '../support/sample-service.js';
import { useServices } from '../support/test-service.js';

const { engine, service, ask, refusal } = useSample();
const start = useServices();
const suggestions = async (path: string, body: unknown) =>
  ((await ask(estimatePath(path), body)).json() as { suggestions?: unknown }).suggestions;

test('counts, dates and the balance before and after', async () => {
  const own = await service.makeKey(10);
  const send = (body: unknown, path = estimatePath(EXPANSIONS)) => service.as(own).post(path, body);
  const all = (await ask(EXPANSIONS, {})).json() as { announcedDate: string }[];
  const days = all.map(({ announcedDate }) => announcedDate);
  expect((await send({ limit: 2 })).json()).toEqual({
    matching: all.length,
    isExact: true,
    returned: 2,
    owned: 0,
    credits: 2,
    firstDate: days.at(-1),
    lastDate: days[0],
    openingBalance: 10,
    closingBalance: 8,
  });
  expect((await send({ limit: 1 }, EXPANSIONS)).headers['x-credits-remaining']).toBe('9');
});

test('records that the key has paid for are free, within the limit', async () => {
  const caller = service.as(await service.makeKey(10, { billing: 'per-version' }));
  await caller.post(EXPANSIONS, { limit: 2 });
  const estimate = async (limit: number) => (await caller.post(estimatePath(EXPANSIONS), { limit })).json();
  expect(await estimate(3)).toMatchObject({ returned: 3, owned: 2, credits: 1, closingBalance: 7 });
  expect(await estimate(1)).toMatchObject({ returned: 1, owned: 1, credits: 0, closingBalance: 8 });
});

test('a balance that does not suffice gives no closing balance, and no error', async () => {
  const poor = await service.makeKey(1);
  const reply = await service.as(poor).post(estimatePath(EXPANSIONS), { limit: 3 });
  expect(reply.status).toBe(200);
  expect(reply.json()).toMatchObject({ credits: 3, openingBalance: 1 });
  expect(reply.json()).not.toHaveProperty('closingBalance');
});

test('version 1 costs nothing, and writes dates with the day first', async () => {
  for (const path of [HIRINGS, CHANGES]) {
    expect((await ask(estimatePath(path), {})).json()).toMatchObject({
      credits: 0,
      lastDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    });
  }
});

test('dates are those of the last change if the query compares them', async () => {
  const byChange = (await ask(EXPANSIONS, { dateType: 'LAST-MODIFIED' })).json() as {
    lastModified: string;
  }[];
  expect((await ask(estimatePath(EXPANSIONS), { dateType: 'LAST-MODIFIED' })).json()).toMatchObject({
    firstDate: byChange.at(-1)!.lastModified,
    lastDate: byChange[0]!.lastModified,
  });
});

test('it is exact up to the highest limit', async () => {
  const { store } = engine;
  // written last, so that they are not counted
  await store.putRecords(
    'business-expansion',
    ['2025-12-01', '2026-03-01'].map((day) => ({
      id: `e ${day}`,
      company: { id: 'c1' },
      announcedDate: day,
      lastModified: day,
    })),
  );
  const small = await start(store, { defaultLimit: 2, maxLimit: 3 });
  const key = await small.makeKey(100);
  const send = async (body: unknown) => (await small.as(key).post(estimatePath(EXPANSIONS), body)).json();
  const all = (await ask(EXPANSIONS, {})).json() as { announcedDate: string }[];
  expect(await send({})).toMatchObject({
    matching: 3,
    isExact: false,
    returned: 2,
    credits: 2,
    // of all matching records, not only of the counted ones
    firstDate: all.at(-1)!.announcedDate,
    lastDate: all[0]!.announcedDate,
  });
});

test('unknown companies return the nearest known ones, and known ones do not', async () => {
  expect(
    await suggestions(EXPANSIONS, { companyName: ['acme', 'Acme Moters', 'Betta Food', 'qqqq'] }),
  ).toEqual([
    { field: 'companyName', value: 'Acme Moters', nearest: ['Acme Motors Inc.'] },
    { field: 'companyName', value: 'Betta Food', nearest: ['Beta Foods'] },
    { field: 'companyName', value: 'qqqq', nearest: [] },
  ]);
  expect(await suggestions(EXPANSIONS, { companyDomain: 'beta-foods.example' })).toEqual([
    { field: 'companyDomain', value: 'beta-foods.example', nearest: ['betafoods.example'] },
  ]);
  expect(await suggestions(HIRINGS, { companyIds: ['c1', 'Acme Motors', 'acme-motors.example'] })).toEqual([
    { field: 'companyIds', value: 'Acme Motors', nearest: ['c1'] },
    { field: 'companyIds', value: 'acme-motors.example', nearest: ['c1'] },
  ]);
  // known, although no record matches
  expect(await suggestions(EXPANSIONS, { companyName: 'acme', date: '2025-12-24' })).toBeUndefined();
  expect(await suggestions(EXPANSIONS, { companyName: 'ac,beta' })).toBeUndefined();
  expect(await suggestions(EXPANSIONS, {})).toBeUndefined();
  const none = (await ask(estimatePath(EXPANSIONS), { companyName: 'nobody has this name' })).json();
  expect(none).toMatchObject({ matching: 0, isExact: true, returned: 0, owned: 0, credits: 0 });
  expect(none).not.toHaveProperty('firstDate');
});

test('unknown places return the nearest known ones', async () => {
  expect(await suggestions(EXPANSIONS, { expansionLocation: 'Autsin' })).toEqual([
    { field: 'expansionLocation', value: 'Autsin', nearest: ['Austin'] },
  ]);
  expect(await suggestions(EXPANSIONS, { companyLocation: ['Germny', 'Bavaria', '%'] })).toEqual([
    { field: 'companyLocation', value: 'Germny', nearest: ['Germany'] },
    { field: 'companyLocation', value: '%', nearest: [] },
  ]);
  // a country only matches as a whole
  expect(await suggestions(HIRINGS, { countries: ['Germany', 'German', 'Bavaria'] })).toEqual([
    { field: 'countries', value: 'German', nearest: ['Germany'] },
    { field: 'countries', value: 'Bavaria', nearest: [] },
  ]);
  // known, although no record matches
  expect(await suggestions(EXPANSIONS, { expansionLocation: 'texas', date: '2025-12-24' })).toBeUndefined();
  // letters that an engine without a locale does not write in lower case
  await engine.store.putCompanies([{ id: 'c-oe', location: 'Łódź, Österreich' }]);
  expect(await suggestions(EXPANSIONS, { expansionLocation: 'Łódz' })).toEqual([
    { field: 'expansionLocation', value: 'Łódz', nearest: ['Łódź'] },
  ]);
  expect(await suggestions(HIRINGS, { countries: ['österreic'] })).toEqual([
    { field: 'countries', value: 'österreic', nearest: ['Österreich'] },
  ]);
});

test('of many unknown values, twenty are returned, and five with suggestions', async () => {
  const companyName = Array.from({ length: 400 }, (_, index) => `Acme Moters${index}`);
  const found = (await suggestions(EXPANSIONS, { companyName })) as { nearest: string[] }[];
  expect(found).toHaveLength(20);
  expect(found.filter(({ nearest }) => nearest.length > 0)).toHaveLength(5);
});

test.each<[string, (path: string) => string, readonly unknown[]]>([
  ['an estimate', estimatePath, [{ limit: 'x' }]],
  ['a call of changes', changesPath, [{ limit: 10_001 }, null, 'text']],
])('%s refuses the same bodies as the query, and requires the key', async (_, pathOf, own) => {
  for (const body of [...own, { currency: '' }, { colour: 'red' }, []])
    expect(await refusal(pathOf(EXPANSIONS), body)).toEqual(await refusal(EXPANSIONS, body));
  for (const path of [HIRINGS, CHANGES])
    expect((await service.send(pathOf(path), { body: {} })).status).toBe(400);
});
