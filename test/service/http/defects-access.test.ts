/** Access: which endpoints need a key, and how often an address may ask. */
import { readConfig } from '../../../src/service/config.js';
import { useEngine } from '../support/engines.js';
import { fillWithSample, GROUP } from '../support/sample.js';
import { startService } from '../support/test-service.js';

const HIRINGS = '/api/v1/dataset/major-hiring';

const engine = useEngine();
beforeAll(() => fillWithSample(engine.store));

test('D31 where version 1 needs no key, a push and changes still do', async () => {
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

test('D46 the document of the interface has the limit of its address', async () => {
  const service = await startService(engine.store, { rateLimit: 3 });
  const statuses = [];
  for (let turn = 0; turn < 5; turn++)
    statuses.push((await service.send('/openapi.json', { method: 'GET' })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  await service.close();
});

test('D46 no limit allows an answer that is too long for a text', () => {
  expect(readConfig({ MAX_LIMIT: '100000' }).maxLimit).toBe(100_000);
  expect(() => readConfig({ MAX_LIMIT: '100001' })).toThrow(
    /^MAX_LIMIT must be a whole number from 1 to 100000/,
  );
});
