/** The list of tracked companies as a cacheable resource. */
import { useEngine } from '../support/engines.js';
import { GROUP } from '../support/sample.js';
import { startService, useTestService } from '../support/test-service.js';

const engine = useEngine();
const service = useTestService(engine, { credits: 0 });

const list = (etag?: string) =>
  service.as(service.key).get(`/api/v1/tracked-companies/${encodeURIComponent(GROUP)}`, {
    ...(etag && { 'if-none-match': etag }),
  });

test('an unchanged list is not sent again', async () => {
  const first = await list();
  const again = await list(first.headers.etag);
  expect([again.status, again.text]).toEqual([304, '']);
  expect(first.headers['cache-control']).toBe('private, no-cache');
});

test('a company that joins changes the list', async () => {
  const before = await list();
  await engine.store.addToGroup(GROUP, ['c3']);
  const after = await list(before.headers.etag);
  expect(after.status).toBe(200);
  expect((after.json() as { companies: unknown[] }).companies).toHaveLength(3);
});

test('a company that is renamed changes the list', async () => {
  const before = await list();
  await engine.store.putCompanies([{ id: 'c1', name: 'Renamed' }]);
  const after = await list(before.headers.etag);
  expect(after.text).toContain('Renamed');
});

test('another instance returns the same list with the same tag', async () => {
  const [first, other] = [await list(), await startService(engine.store)];
  const reply = await other.as(service.key).get(`/api/v1/tracked-companies/${encodeURIComponent(GROUP)}`);
  await other.close();
  expect([reply.text, reply.headers['etag']]).toEqual([first.text, first.headers.etag]);
});
