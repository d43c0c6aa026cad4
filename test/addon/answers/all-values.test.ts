/** A question without a filter is bought as one with all values of it, and stays what it was when the service cannot count. */
import { createApp } from '../../../src/addon/app.js';
import { type CannedAnswer, createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { createWorld, type World } from './world.js';

const QUESTION = ['from', '2026-11-01', 'to', '2026-11-30', 'columns', 'id'];
const HQ = ['type', 'HQ', ...QUESTION];

let world: World;
let platform: FakePlatform;
/** Replaces the service's count, or each of its answers. */
let estimate: CannedAnswer | undefined;
let trouble: CannedAnswer | undefined;

const count = (): CannedAnswer => ({ body: { matching: world.records().length, isExact: true } });
const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);

function expectTableOfBefore(): void {
  const [[header] = [], ...rows] = table(...QUESTION);
  expect(header).toMatch(/^Id \(as of /);
  expect(rows).toHaveLength(5);
}

beforeEach(() => {
  world = createWorld();
  [estimate, trouble] = [undefined, undefined];
  platform = createFakePlatform({
    now: '2026-11-20T12:00:00Z',
    respond: (request) =>
      trouble ?? (request.url.endsWith('/estimate') ? (estimate ?? count()) : world.respond(request)),
  });
  world.add('2026-11-10', 3);
  world.add('2026-11-11', 2, { expansionType: 'Store' });
  expect(table(...HQ)).toHaveLength(4);
  expect(table(...QUESTION)).toHaveLength(6);
  // the records of the first question are not paid again
  expect(world.credits()).toBe(5);
  platform.setNow('2026-11-23T12:00:00Z');
  platform.emptyCache();
});

test.each([429, 503])(
  'the service has no time to count (%i): nothing is paid again, and the table stays',
  (status) => {
    estimate = { status, text: '' };
    world.add('2026-11-22', 1);
    expectTableOfBefore();
    expect(world.credits()).toBe(5);
    // the other cells do not ask for a minute
    const asked = platform.requests.length;
    table(...QUESTION);
    expect(platform.requests).toHaveLength(asked);
    estimate = undefined;
    platform.advance(61_000);
    expect(table(...QUESTION)).toHaveLength(7);
    expect(world.credits()).toBe(6);
  },
);

test('if the service is down, the earlier table is shown', () => {
  trouble = { fails: 'Address unavailable' };
  expectTableOfBefore();
});

test('in manual mode, the earlier table is shown for free', () => {
  platform.saveSettings({ freshness: { mode: 'manual' } });
  expectTableOfBefore();
  expect(world.credits()).toBe(5);
});
