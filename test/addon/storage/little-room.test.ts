/** A checkpoint with room for a part of what was bought keeps the newest days of what is used, and pays for no more than the rest. */
import { createApp } from '../../../src/addon/app.js';
import { hash } from '../../../src/addon/storage/text.js';
import { clearOthers, fillStore } from '../answers/crowded-store.js';
import { createWorld, daysFrom, type World } from '../answers/world.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';

const DAYS = daysFrom('2026-08-02', '2026-09-30');
const WINDOW = ['from', DAYS[0], 'limit', 1_000];
const SMALL = ['type', 'Mine', 'from', DAYS[0], 'limit', 1_000];

let world: World;
let platform: FakePlatform;

beforeEach(() => {
  world = createWorld();
  // two records a day, with titles that no compression makes much smaller
  for (const day of DAYS)
    for (const one of ['a', 'b'])
      world.add(day, 1, {
        title: Array.from({ length: 40 }, (_, part) => hash(`${day} ${one} ${part}`)).join(''),
      });
  platform = createFakePlatform({ now: '2026-10-01T10:00:00Z', respond: world.respond });
  platform.saveSettings({ dailyBudget: 1_000_000 });
});

function table(question: readonly unknown[]) {
  platform.emptyCache();
  return createApp(platform).dataset('business-expansion', [...question, 'columns', 'id,title']);
}

/** Leaves so much room, asks a question that needs a checkpoint, and gives all room back. */
function checkpointWithin(free: number): void {
  fillStore(platform, free);
  table(['from', '2026-07-01', 'to', '2026-07-02']);
  clearOthers(platform);
}

test('of one question the oldest days are evicted', () => {
  const before = table(WINDOW);
  expect(world.credits()).toBe(120);
  checkpointWithin(50_000);
  expect(table(WINDOW)).toEqual(before);
  const paid = world.credits() - 120;
  expect(paid).toBeGreaterThan(0);
  expect(paid).toBeLessThan(80);
  expect(table(['from', '2026-09-10', 'limit', 1_000])).toEqual(before.slice(0, 43));
  expect(world.credits()).toBe(120 + paid);
});

test('a small question that was used less lately stays beside a large one', () => {
  for (const day of ['2026-09-20', '2026-09-25']) world.add(day, 1, { expansionType: 'Mine' });
  const small = table(SMALL);
  platform.advance(3_600_000);
  table(WINDOW);
  checkpointWithin(50_000);
  const before = world.credits();
  expect(table(SMALL)).toEqual(small);
  expect(world.credits()).toBe(before);
});
