/** Bounds that no question, and no clock, may pass. */
import { createApp } from '../../src/addon/app.js';
import { MAX_LIMIT } from '../../src/contract/datasets.js';
import { dayOf } from '../../src/core/days.js';
import { isOpen, type Purchase } from '../../src/core/purchase.js';
import type { WireBody } from '../../src/core/wire.js';
import { createFakePlatform } from '../addon/fake-platform.js';

const DAY = '2026-11-17';

test.each([
  ['2026-13-45', undefined],
  ['2026-00-10', undefined],
  ['1969-12-31', 0],
  ['1970-01-02', 1],
  ['2026-1-2', undefined],
])('the day of %s', (iso, day) => expect(dayOf(iso)).toBe(day));

test.each([
  [21, true],
  [23, false],
])('a purchase that was sent %d hours ago may be repeated: %s', (hours, may) => {
  const now = Date.UTC(2026, 9, 2);
  const at = now - hours * 3_600_000;
  expect(isOpen({ state: 'unclear', amount: 10, at, sentAt: at } as Purchase, now)).toBe(may);
});

test('companies that nobody wants never make a request ask for more than a service gives', () => {
  const platform = createFakePlatform({
    respond({ url, body = '{}' }) {
      if (url.includes('/tracked-companies/')) return { body: { companies: [{ id: 'c1', name: 'Acme' }] } };
      const { limit } = JSON.parse(body) as { limit: number };
      const record = { announcedDate: DAY, lastModified: DAY, company: { name: 'Acmeville' } };
      return { body: Array.from({ length: limit }, (_, index) => ({ ...record, id: `${index}` })) };
    },
  });
  platform.saveSettings({ dailyBudget: 1_000_000 });
  createApp(platform).dataset('business-expansion', ['', 'group', 'Key', 'date', DAY, 'limit', 6_000]);
  const asked = platform.bodies().flatMap((body) => (body ? [(body as WireBody)['limit']] : []));
  expect(asked).toEqual([6_000, MAX_LIMIT]);
});
