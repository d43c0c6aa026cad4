/** CacheService with Google's limits, through a script. conformance/ has further rules. */
import { useOneHost } from '../../support/host.js';

const CODE = `
const cache = CacheService.getDocumentCache();
function put(key, value, seconds) { cache.putAll({ [key]: value }, seconds); }
function fill(from, to) { const all = {}; for (let i = from; i < to; i += 1) all['n' + i] = 'v'; cache.putAll(all, 21600); }
`;

const host = useOneHost({ code: CODE });
beforeEach(() => host.cache.clear());

test('above 1,000 items the 900 farthest from their expiry remain, as Google documents it', async () => {
  await host.run('put', ['long', 'v', 21_600]);
  await host.run('put', ['short', 'v', 60]);
  host.clock.advance(1_000);
  await host.run('fill', [0, 998]);
  expect(host.cache.entries('document').size).toBe(1000);
  await host.run('put', ['lease', 'v', 60]);
  const kept = host.cache.entries('document');
  expect(kept.size).toBe(900);
  const [lease, short, long] = ['lease', 'short', 'long'].map((key) => kept.has(key));
  expect({ lease, short, long }).toEqual({ lease: false, short: false, long: false });
  expect([kept.has('n0'), kept.has('n997')]).toEqual([false, true]);
});
