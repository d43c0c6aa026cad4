/** Access: which endpoints need a key, and the rate limit of an address. */
import { readConfig } from '../../../src/service/config.js';
import { useEngine } from '../support/engines.js';
import { fillWithSample, GROUP } from '../support/sample.js';
import { startService } from '../support/test-service.js';

const HIRINGS = '/api/v1/dataset/major-hiring';

const engine = useEngine();
beforeAll(() => fillWithSample(engine.store));

test('D31 pushes and changes need a key even if version 1 does not', async () => {
  const service = await startService(engine.store, { version1Auth: false });
  const pushed = await service.send(`/api/v1/push-news/${encodeURIComponent(GROUP)}/1`, {
    headers: { 'callback-url': 'https://news.example/' },
  });
  const followed = await service.send(`${HIRINGS}/changes`, { body: { limit: 0 } });
  for (const reply of [pushed, followed])
    expect(reply.json()).toMatchObject({ status: '400', code: 'BAD_KEY' });
  expect((await service.send(HIRINGS, { body: {} })).status).toBe(200);
  await service.close();
});

test("D46 the OpenAPI document has the address's rate limit", async () => {
  const service = await startService(engine.store, { rateLimit: 3 });
  const statuses = [];
  for (let turn = 0; turn < 5; turn++)
    statuses.push((await service.send('/openapi.json', { method: 'GET' })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  await service.close();
});

test('D46 no limit allows an answer that exceeds the longest string', () => {
  expect(readConfig({ MAX_LIMIT: '100000' }).maxLimit).toBe(100_000);
  expect(() => readConfig({ MAX_LIMIT: '100001' })).toThrow(
    /^MAX_LIMIT must be a whole number from 1 to 100000/,
  );
});
