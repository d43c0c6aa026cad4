/** What a later version of the add-on has stored is left alone. */
import { changeDocumentProperties } from '../../../src/addon/account/context.js';
import { createApp } from '../../../src/addon/app.js';
import { createWorld, daysFrom } from '../answers/world.js';
import { createFakePlatform } from '../fake-platform.js';

const KNOWN = ['from', '-7d'];

test('a later version: nothing is asked, paid or written', () => {
  const world = createWorld();
  for (const day of daysFrom('2026-09-20', '2026-10-01')) world.add(day, 1);
  const platform = createFakePlatform({
    now: '2026-10-01T10:00:00Z',
    respond: (request) => world.respond(request),
  });
  const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
  expect(table(...KNOWN)).toHaveLength(9);
  platform.documentProperties!.set('data-version', '4');
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
