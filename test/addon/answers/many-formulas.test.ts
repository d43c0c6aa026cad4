/** More formulas than the bounds of what is remembered were once: none pays in turn for what others have pushed out. */
import { createApp } from '../../../src/addon/app.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';

/** A service that keeps no order, and has more records than any limit. */
const DAYS = ['2026-11-10', '2026-11-12', '2026-11-11'];

let platform: FakePlatform;

beforeEach(() => {
  platform = createFakePlatform({
    respond({ url, body = '{}' }) {
      if (url.endsWith('/estimate')) return { status: 404 };
      const { companyName = [''], limit } = JSON.parse(body) as { companyName?: string[]; limit: number };
      const [name] = companyName;
      const records = DAYS.slice(0, limit).map((day, index) => ({
        id: `${name} ${index}`,
        announcedDate: day,
        lastModified: day,
        company: { name },
      }));
      return { body: records };
    },
  });
});

const paid = () => platform.requests.filter(({ url }) => !url.endsWith('/estimate')).length;

/** Asks all questions, and again after the cache has forgotten everything. */
function askAll(count: number, ...options: unknown[]) {
  return [0, 1].map(() => {
    platform.emptyCache();
    const before = paid();
    for (let number = 0; number < count; number++)
      createApp(platform).dataset('business-expansion', [`Maker ${number + 1_000}`, ...options]);
    return paid() - before;
  });
}

test('220 formulas with a value of refresh', () => {
  expect(askAll(220, 'from', '2026-11-01', 'to', '2026-11-15', 'limit', 4, 'refresh', 'once')).toEqual([
    220, 0,
  ]);
});

test('50 tables that a limit has truncated, of a service without an order', () => {
  expect(askAll(50, 'from', '2026-11-01', 'to', '2026-11-15', 'limit', 3)).toEqual([50, 0]);
});
