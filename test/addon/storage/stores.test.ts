/** Long texts in the cache, the lease of the cells, and what a later version of the add-on has stored. */
import { changeDocumentProperties } from '../../../src/addon/account/context.js';
import { cacheKey, putText, takeText } from '../../../src/addon/storage/cache-tier.js';
import { withCellsLease } from '../../../src/addon/storage/lease.js';
import { createSteadyPlatform } from '../../../src/addon/storage/platforms.js';
import { openWorld } from '../answers/world.js';
import { createFakePlatform } from '../fake-platform.js';

// values of the cache may have 100 KB: 102,400 bytes were seen, 100,000 are promised at least
test.each([1, 98_999, 99_000, 99_001, 250_000, 599_999, 700_000])(
  'a text of %d characters comes back from pieces that fit',
  (characters) => {
    const platform = createFakePlatform();
    const cache = platform.documentCache!;
    const letters = Array.from({ length: characters }, (_, index) => String.fromCharCode(33 + (index % 89)));
    putText(platform, cache, 'key', letters.join(''));
    const first = cache.getAll([cacheKey('key')])[cacheKey('key')];
    expect(takeText(platform, cache, 'key', first)).toBe(letters.join(''));
  },
);

test('while one execution has the lease on the cells, another one is refused with a message', () => {
  const platform = createSteadyPlatform(createFakePlatform());
  withCellsLease(platform, () => {
    expect(() => withCellsLease(platform, () => undefined, 0)).toThrow(
      /^#BUSY: formulas are being run again or frozen, or charts of a job drawn; try again/,
    );
  });
});

test('a later version of the add-on: nothing is requested, paid or written', () => {
  const { platform, table } = openWorld('2026-09-20', '2026-10-01', 1);
  expect(table('from', '-7d')).toHaveLength(9);
  platform.documentProperties!.set('data-version', '5');
  platform.emptyCache();
  const before = platform.allDocumentProperties();
  const asked = platform.requests.length;
  expect(() => table('from', '2026-09-21', 'to', '2026-09-22')).toThrow(/^#BUSY: a newer version of Signals/);
  expect(() => changeDocumentProperties(platform, (store) => store.set('settings', '{}'))).toThrow(
    /^#BUSY: a newer/,
  );
  expect(platform.requests).toHaveLength(asked);
  expect(platform.allDocumentProperties()).toEqual(before);
});
