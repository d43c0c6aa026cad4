/** Sources disagree what Google does with a cache's lifetime out of range, so the add-on never sends one: all of them are counted. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useHosts } from '../support/host.js';
import { useSmallService } from './small-service.js';

const SCRIPT = readFileSync(path.join(__dirname, '../../dist/Code.js'), 'utf8');
const MAX_SECONDS = 21_600;
/** Logs each lifetime that is sent to a cache of the document. */
const WATCHED = `
const cacheService = CacheService;
CacheService = { getDocumentCache() {
  const cache = cacheService.getDocumentCache();
  return {
    getAll: (keys) => cache.getAll(keys),
    removeAll: (keys) => cache.removeAll(keys),
    putAll: (values, seconds) => { console.log('lifetime ' + seconds); return cache.putAll(values, seconds); },
  };
} };`;

const service = useSmallService();
const startHost = useHosts();

test('every lifetime that is sent is a whole number of seconds, up to six hours', async () => {
  service.add(3, '2026-01-05', 'acme.example');
  const sent: number[] = [];
  const host = await startHost({
    code: SCRIPT + WATCHED,
    connection: service.connection,
    onLog({ message }) {
      const [, seconds] = /^lifetime (.*)$/.exec(message) ?? [];
      if (seconds !== undefined) sent.push(Number(seconds));
    },
  });
  const ask = (...args: unknown[]) =>
    host.run('EXPANSIONS', ['', ...args], { mode: 'custom-function' }).catch((error: unknown) => error);
  await ask('from', '2026-01-01');
  await ask('from', '2026-01-01', 'type', 'HQ');
  await host.run('HIRINGS', ['', 'from', '-2d'], { mode: 'custom-function' });
  host.clock.advance(86_400_000);
  await ask('from', '2026-01-01');
  await ask('from', '2026-01-01', 'refresh', 'now');
  host.faults.network = () => ({ kind: 'timeout', reached: true });
  await ask('from', '2025-12-01');
  host.faults.network = () => ({ kind: 'status', status: 402 });
  await ask('from', '2025-11-01');
  await host
    .run('TRACKED_COMPANIES', ['Key accounts'], { mode: 'custom-function' })
    .catch((error: unknown) => error);
  expect(sent.length).toBeGreaterThan(9);
  // answers, failures and leases: they differ
  expect(new Set(sent).size).toBeGreaterThanOrEqual(3);
  expect(
    sent.filter((seconds) => !(Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_SECONDS)),
  ).toEqual([]);
});
