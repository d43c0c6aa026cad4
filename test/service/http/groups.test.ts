/** The list of tracked companies as a cacheable resource. */
import { type OpenedEngine, openPglite } from '../support/engines.js';
import { fillWithSample, GROUP } from '../support/sample.js';
import { startService, type TestService } from '../support/test-service.js';

// the embedded engine takes its time to start on a busy machine
jest.setTimeout(60_000);

let engine: OpenedEngine;
let service: TestService;
let key: string;

beforeAll(async () => {
  engine = await openPglite();
  await fillWithSample(engine.store);
  service = await startService(engine.store);
  key = await service.makeKey(0);
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

const list = (etag?: string) =>
  service.send(`/api/v1/tracked-companies/${encodeURIComponent(GROUP)}`, {
    method: 'GET',
    headers: { 'x-api-key': key, ...(etag && { 'if-none-match': etag }) },
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

test('a list that was kept as text is the same as a fresh one', async () => {
  const [kept, fresh] = [await list(), await startService(engine.store)];
  const reply = await fresh.send(`/api/v1/tracked-companies/${encodeURIComponent(GROUP)}`, {
    method: 'GET',
    headers: { 'x-api-key': key },
  });
  await fresh.close();
  expect(reply.text).toBe(kept.text);
});
