/** The specification, sentence by sentence: authentication and errors. */
import { GROUP } from '../support/sample.js';
import { CHANGES, EXPANSIONS, HIRINGS, useSample } from '../support/sample-service.js';
import { startService } from '../support/test-service.js';

const { ask, engine, service } = useSample();
describe('Authentication', () => {
  test.each([
    ['POST', EXPANSIONS],
    ['POST', HIRINGS],
    ['POST', CHANGES],
    ['GET', `/api/v1/tracked-companies/${encodeURIComponent(GROUP)}`],
    ['POST', `/api/v1/push-news/${encodeURIComponent(GROUP)}/1`],
  ])('A missing or invalid key gives status 400: %s %s', async (method, path) => {
    for (const given of [
      undefined,
      '',
      'bs_wrong',
      `${service.key}x`,
      service.key.toUpperCase(),
      'x'.repeat(5_000),
      'a\tb',
    ]) {
      const headers = given === undefined ? {} : { 'x-api-key': given };
      const reply = await service.send(path, { method, headers });
      expect(reply.status).toBe(400);
      expect(reply.json()).toMatchObject({ status: '400', code: 'BAD_KEY' });
    }
  });

  test('the key is checked before the body', async () => {
    const reply = await service.send(EXPANSIONS, { body: '{broken' });
    expect(reply.json()).toMatchObject({ code: 'BAD_KEY' });
  });
});

describe('Errors', () => {
  test('400: data is invalid: the body is no JSON, no object, too large, of another type', async () => {
    for (const body of [
      '{broken',
      '[]',
      'null',
      '"text"',
      '5',
      '{"__proto__":{}}',
      `{"limit":"${' '.repeat(300_000)}"}`,
    ]) {
      const reply = await ask(EXPANSIONS, body);
      expect([reply.status, reply.json()]).toMatchObject([
        400,
        { status: '400', code: 'BAD_INPUT', message: expect.stringMatching(/^body /) },
      ]);
    }
    const reply = await service.as(service.key).post(EXPANSIONS, 'limit=5', { 'content-type': 'text/plain' });
    expect(reply.json()).toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^body must be sent/),
    });
  });

  test('404: available credits are 0', async () => {
    const poor = await service.makeKey(0);
    const reply = await service.as(poor).post(EXPANSIONS, {});
    expect(reply.status).toBe(404);
    expect(reply.json()).toMatchObject({ status: '404', code: 'NO_CREDITS' });
  });

  test('405: insufficient credits, and nothing is charged', async () => {
    const short = await service.makeKey(3);
    const send = (limit: number) => service.as(short).post(EXPANSIONS, { limit });
    const reply = await send(4);
    expect(reply.status).toBe(405);
    expect(reply.json()).toMatchObject({ status: '405', code: 'FEW_CREDITS' });
    expect((await send(3)).status).toBe(200);
    expect((await send(1)).status).toBe(404);
  });

  test('407: the currency code is missing: currency must be sent together with investment', async () => {
    for (const currency of ['', ' ', ',', []]) {
      const reply = await ask(EXPANSIONS, { investment: '>1', currency });
      expect(reply.status).toBe(407);
      expect(reply.json()).toMatchObject({
        status: '407',
        code: 'NO_CURRENCY',
        message: expect.stringMatching(/^currency is empty/),
      });
    }
  });

  test('500: internal server error, without a word about the inside', async () => {
    const broken = await startService({
      ...engine.store,
      queryRecords: () => Promise.reject(new Error('secret detail')),
    });
    const reply = await broken.as(service.key).post(EXPANSIONS);
    await broken.close();
    expect(reply.status).toBe(500);
    expect(reply.json()).toEqual({
      status: '500',
      code: 'INTERNAL',
      message: 'The service failed: try again later',
    });
  });

  test('the body is checked before the credits, the credits before the query', async () => {
    const poor = await service.makeKey(0);
    const send = (body: unknown) => service.as(poor).post(EXPANSIONS, body);
    expect((await send({ limit: 0 })).status).toBe(400);
    expect((await send({ currency: '' })).status).toBe(407);
    expect((await send({ companyName: 'nobody has this name' })).status).toBe(404);
  });

  test.each([
    ['GET', EXPANSIONS],
    ['PUT', HIRINGS],
    ['POST', '/'],
    ['POST', '/api/v2/dataset/major-hiring'],
    ['DELETE', '/api/v1/tracked-companies/x'],
  ])('an unknown address or method has a code of its own: %s %s', async (method, path) => {
    const reply = await service.send(path, { method, headers: { 'x-api-key': service.key } });
    expect(reply.status).toBe(404);
    expect(reply.json()).toMatchObject({ status: '404', code: 'NO_ROUTE' });
  });

  test('an address that encodes nothing is refused', async () => {
    const reply = await service.send('/api/v1/tracked-companies/%zz', { method: 'GET' });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'BAD_INPUT' });
  });
});
