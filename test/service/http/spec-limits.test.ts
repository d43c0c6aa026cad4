/** The specification, sentence by sentence: limits; and what it leaves open, which is configurable. */
import { CHANGES, EXPANSIONS, HIRINGS, useSample } from '../support/sample-service.js';
import { startService } from '../support/test-service.js';

type Body = Readonly<Record<string, unknown>>;

const { engine, service } = useSample();
describe('Limits', () => {
  test('one credit is deducted for each record returned', async () => {
    const own = await service.makeKey(10);
    const send = (body: Body) => service.as(own).post(EXPANSIONS, body);
    const reply = await send({ limit: 3 });
    expect([reply.headers['x-credits-charged'], reply.headers['x-credits-remaining']]).toEqual(['3', '7']);
    const none = await send({ companyName: 'nobody has this name' });
    expect([none.status, none.text, none.headers['x-credits-remaining']]).toEqual([200, '[]', '7']);
    const wrong = await send({ limit: 'x' });
    expect(wrong.status).toBe(400);
    expect((await send({ limit: 1 })).headers['x-credits-remaining']).toBe('6');
  });

  test('version 1 costs nothing', async () => {
    const poor = await service.makeKey(0);
    for (const path of [HIRINGS, CHANGES]) {
      expect((await service.as(poor).post(path, {})).status).toBe(200);
    }
  });
});

describe('Versioning', () => {
  test('Date formats differ by version: version 2 uses YYYY-MM-DD; version 1 uses DD/MM/YYYY', async () => {
    const send = async (path: string, body: Body) => (await service.as(service.key).post(path, body)).json();
    expect(await send(EXPANSIONS, { date: '2026-01-05' })).toMatchObject([
      { announcedDate: '2026-01-05', lastModified: '2026-02-20' },
    ]);
    for (const path of [HIRINGS, CHANGES]) {
      expect(await send(path, { companyIds: ['c1'], endDate: '06/01/2026' })).toMatchObject([
        { announcedDate: '05/01/2026', lastModified: '06/01/2026' },
      ]);
    }
  });

  test('/api/v2/ for the business expansion query and /api/v1/ for everything else', async () => {
    const swapped = [
      '/api/v1/dataset/business-expansion',
      '/api/v2/dataset/major-hiring',
      '/api/v2/dataset/executive-change',
    ];
    for (const path of swapped) {
      expect((await service.as(service.key).post(path)).json()).toMatchObject({ code: 'NO_ROUTE' });
    }
  });
});

describe('what the specification leaves open is configurable', () => {
  test('the top level of version 2 may be an object with the balance', async () => {
    const shaped = await startService(engine.store, { answerShape: 'object' });
    const own = await shaped.makeKey(10);
    const reply = await shaped.as(own).post(EXPANSIONS, { limit: 1 });
    await shaped.close();
    expect(reply.json()).toMatchObject({ dataset: [{ id: 'e4' }], creditsConsumed: 1, closingBalance: 9 });
  });

  test('version 1 may be open, version 2 never', async () => {
    const open = await startService(engine.store, { version1Auth: false });
    const hirings = await open.send(HIRINGS);
    const expansions = await open.send(EXPANSIONS);
    await open.close();
    expect([hirings.status, expansions.status]).toEqual([200, 400]);
  });

  test('the default and the greatest limit', async () => {
    const small = await startService(engine.store, { defaultLimit: 2, maxLimit: 3 });
    const send = (body: Body) => small.as(service.key).post(HIRINGS, body);
    const [usual, greatest, above] = [await send({}), await send({ limit: 3 }), await send({ limit: 4 })];
    await small.close();
    expect(usual.json()).toHaveLength(2);
    expect(greatest.json()).toHaveLength(3);
    expect(above.json()).toMatchObject({ code: 'BAD_INPUT', message: 'limit must not be above 3' });
  });
});
