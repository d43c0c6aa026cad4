/** Fact 12 of the first day: a table that Sheets would refuse is refused in words: before it is paid where that can be told, and with what fits. */
import { createApp } from '../../../src/addon/app.js';
import { createFakePlatform } from '../../addon/fake-platform.js';

const NOW = '2026-11-20';

/** @param length characters of each headline */
function appWith(count: number, length: number) {
  const records = Array.from({ length: count }, (_, index) => ({
    id: `r${1_000 + index}`,
    announcedDate: '2026-11-01',
    lastModified: '2026-11-01',
    company: { name: 'Acme', domain: 'acme.example' },
    title: 'x'.repeat(length),
  }));
  const platform = createFakePlatform({ now: `${NOW}T10:00:00Z`, respond: () => ({ body: records }) });
  const app = createApp(platform);
  const ask = (...args: readonly unknown[]) => app.dataset('business-expansion', args);
  return { platform, ask };
}

test('fact 12: rows by columns and widths refuse it before anything is asked, and the limit that is named passes', () => {
  const { platform, ask } = appWith(2, 10);
  const args = ['acme.example', 'columns', 'all', 'limit'];
  expect(() => ask(...args, 10_000)).toThrow(
    /^#BAD_INPUT: 10000 rows of 18 columns are too many for Sheets; set "limit" to 9\d\d\d or use fewer columns$/,
  );
  expect(platform.requests).toEqual([]);
  const most = 9_119;
  expect(() => ask(...args, most + 1)).toThrow(`set "limit" to ${most}`);
  expect(() => ask(...args, most)).not.toThrow();
  expect(() => ask('acme.example', 'columns', 'company|headline', 'limit', 10_000)).not.toThrow(/too many/);
});

test('fact 12: what turns out too large is refused with what fits; what was bought is stored', () => {
  const { platform, ask } = appWith(100, 45_000);
  expect(() => ask('acme.example', 'from', '2026-10-01', 'columns', 'company|headline')).toThrow(
    '100 rows of 2 columns are too many for Sheets; set "limit" to 88 or use fewer columns',
  );
  const asked = platform.requests.length;
  expect(asked).toBeGreaterThan(0);
  expect(ask('acme.example', 'from', '2026-10-01', 'columns', 'company')).toHaveLength(101);
  expect(platform.requests).toHaveLength(asked);
});
