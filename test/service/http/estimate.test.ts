/** What a query would bring and cost, before it is asked. Nothing is charged. */
import { estimatePath } from '../../../src/contract/endpoints.js';
import { CHANGES, describeOnSample, EXPANSIONS, HIRINGS } from '../support/sample-service.js';
import { startService } from '../support/test-service.js';

describeOnSample(({ engine, service, ask, refusal }) => {
  test('counts, dates and the balance before and after', async () => {
    const own = await service().makeKey(10);
    const send = (body: unknown, path = estimatePath(EXPANSIONS)) =>
      service().send(path, { headers: { 'x-api-key': own }, body });
    const all = (await ask(EXPANSIONS, {})).json() as { announcedDate: string }[];
    const days = all.map(({ announcedDate }) => announcedDate);
    expect((await send({ limit: 2 })).json()).toEqual({
      matching: all.length,
      isExact: true,
      returned: 2,
      credits: 2,
      firstDate: days.at(-1),
      lastDate: days[0],
      openingBalance: 10,
      closingBalance: 8,
    });
    expect((await send({ limit: 1 }, EXPANSIONS)).headers['x-credits-remaining']).toBe('9');
  });

  test('nothing matches', async () => {
    expect((await ask(estimatePath(EXPANSIONS), { companyName: 'nobody has this name' })).json()).toEqual({
      matching: 0,
      isExact: true,
      returned: 0,
      credits: 0,
      openingBalance: expect.any(Number),
      closingBalance: expect.any(Number),
    });
  });

  test('a balance that does not suffice has no balance afterwards, and is no error', async () => {
    const poor = await service().makeKey(1);
    const reply = await service().send(estimatePath(EXPANSIONS), {
      headers: { 'x-api-key': poor },
      body: { limit: 3 },
    });
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ credits: 3, openingBalance: 1 });
    expect(reply.json()).not.toHaveProperty('closingBalance');
  });

  test('version 1 costs nothing, and writes its dates the day first', async () => {
    for (const path of [HIRINGS, CHANGES]) {
      expect((await ask(estimatePath(path), {})).json()).toMatchObject({
        credits: 0,
        lastDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
      });
    }
  });

  test('dates are those of the last change where the query compares them', async () => {
    const byChange = (await ask(EXPANSIONS, { dateType: 'LAST-MODIFIED' })).json() as {
      lastModified: string;
    }[];
    expect((await ask(estimatePath(EXPANSIONS), { dateType: 'LAST-MODIFIED' })).json()).toMatchObject({
      firstDate: byChange.at(-1)!.lastModified,
      lastDate: byChange[0]!.lastModified,
    });
  });

  test('it is exact up to the greatest limit', async () => {
    const small = await startService(engine().store, { defaultLimit: 2, maxLimit: 3 });
    const key = await small.makeKey(100);
    const send = async (body: unknown) =>
      (await small.send(estimatePath(EXPANSIONS), { headers: { 'x-api-key': key }, body })).json();
    expect(await send({})).toMatchObject({ matching: 3, isExact: false, returned: 2, credits: 2 });
    await small.close();
  });

  test('it refuses what the query refuses, and asks for the key', async () => {
    for (const body of [{ limit: 'x' }, { currency: '' }, { colour: 'red' }, []]) {
      expect(await refusal(estimatePath(EXPANSIONS), body)).toEqual(await refusal(EXPANSIONS, body));
    }
    expect((await service().send(estimatePath(HIRINGS), { body: {} })).status).toBe(400);
  });
});
