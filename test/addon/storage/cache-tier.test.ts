/** Long texts in the cache, whose values may have 100 KB: 102,400 bytes were seen, 100,000 are promised at least. */
import { cacheKey, putText, takeText } from '../../../src/addon/storage/cache-tier.js';
import { createFakePlatform } from '../fake-platform.js';

test.each([1, 98_999, 99_000, 99_001, 250_000, 599_999, 700_000])(
  'a text of %d characters comes back from pieces that fit',
  (characters) => {
    const platform = createFakePlatform();
    const cache = platform.documentCache!;
    const text = Array.from({ length: characters }, (_, index) =>
      String.fromCharCode(33 + (index % 89)),
    ).join('');
    putText(platform, cache, 'key', text);
    const first = cache.getAll([cacheKey('key')])[cacheKey('key')];
    expect(takeText(platform, cache, 'key', first)).toBe(text);
  },
);
