/** What an earlier version of the add-on has stored is used; what a later one has stored is left alone. */
import { changeDocumentProperties } from '../../../src/addon/account/context.js';
import { createApp } from '../../../src/addon/app.js';
import { createWorld, daysFrom, type World } from '../answers/world.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import first from './data-version-1.json';

/** Dies in the middle of its second purchase, of two days, a minute after the first one, of eight. */
const BEGUN = '2026-10-01T10:00:00Z';
const KNOWN = ['from', '-7d'];
const INTERRUPTED = ['from', '2026-09-21', 'to', '2026-09-22'];

let world: World;
let platform: FakePlatform;

beforeEach(() => {
  world = createWorld();
  for (const day of daysFrom('2026-09-20', '2026-10-01')) world.add(day, 1);
  platform = createFakePlatform({ now: BEGUN, respond: (request) => world.respond(request) });
  platform.documentProperties!.setAll(first.properties);
  platform.advance(3_600_000);
});

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const version = () => platform.documentProperties!.get('data-version');

test('version 1: its records are known, and its ledger is continued', () => {
  expect(table(...KNOWN)).toHaveLength(9);
  expect(platform.requests).toHaveLength(0);
  expect(ledgerOf(platform)).toMatchObject({ today: 8, logged: 1, open: [{ amount: 100 }] });
});

test.each([0, 21])(
  'version 1: a purchase that it began is repeated under its name, %d hours later',
  (hours) => {
    platform.advance(hours * 3_600_000);
    expect(table(...INTERRUPTED)).toHaveLength(3);
    const [request] = platform.requests;
    expect(request).toMatchObject({ body: first.request.body });
    expect(request?.headers['idempotency-key']).toBe(first.request.headers['idempotency-key']);
    expect(ledgerOf(platform)).toMatchObject({ open: [] });
    expect(version()).toBe('2');
  },
);

test('a later version: nothing is asked, paid or written, and what is known stays', () => {
  platform.documentProperties!.set('data-version', '3');
  const before = platform.allDocumentProperties();
  expect(table(...KNOWN)).toHaveLength(9);
  expect(() => table(...INTERRUPTED)).toThrow(/^#BUSY: a newer version of Signals/);
  expect(() => changeDocumentProperties(platform, (store) => store.set('settings', '{}'))).toThrow(
    /^#BUSY: a newer/,
  );
  expect(platform.requests).toHaveLength(0);
  expect(platform.allDocumentProperties()).toEqual(before);
});
