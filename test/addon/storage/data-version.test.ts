/** What a later version of the add-on has stored is left alone. */
import { changeDocumentProperties } from '../../../src/addon/account/context.js';
import { openWorld } from '../answers/world.js';

test('a later version: nothing is asked, paid or written', () => {
  const { platform, table } = openWorld('2026-09-20', '2026-10-01', 1);
  expect(table('from', '-7d')).toHaveLength(9);
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
