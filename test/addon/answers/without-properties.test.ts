/** Where formulas get no document properties, only the cache tells what others have bought. */
import { createApp } from '../../../src/addon/app.js';
import type { Platform } from '../../../src/addon/platform.js';
import { createFakePlatform } from '../fake-platform.js';
import { createWorld, daysFrom } from './world.js';

const FIRST_DAY = '2026-10-01';

/** A cell. `then` follows each of its calls to the cache and the lock that others could follow. */
function start(then: (requests: number) => void) {
  const world = createWorld();
  for (const day of daysFrom('2026-09-01', FIRST_DAY)) world.add(day, 2);
  const fake = createFakePlatform({
    now: `${FIRST_DAY}T10:00:00Z`,
    respond: (request) => world.respond(request),
  });
  const hooked = <T>(value: T): T => {
    if (!isLocked) then(fake.requests.length);
    return value;
  };
  const { documentCache: cache, documentLock: lock } = fake;
  let isLocked = false;
  const platform: Platform = {
    ...fake,
    documentProperties: null,
    allDocumentProperties: () => ({}),
    documentCache: {
      getAll: (keys) => hooked(cache!.getAll(keys)),
      putAll: (values, seconds) => hooked(cache!.putAll(values, seconds)),
      removeAll: (keys) => hooked(cache!.removeAll(keys)),
    },
    documentLock: {
      run(waitMs, action) {
        isLocked = true;
        const hasRun = lock!.run(waitMs, action);
        isLocked = false;
        return hooked(hasRun);
      },
    },
  };
  const table = () => createApp(platform).dataset('business-expansion', ['startDate', '-30d']);
  return { table, requests: () => fake.requests.length };
}

test('a cell that runs at any moment after the answer has come asks for nothing', () => {
  let others = 0;
  let isInside = false;
  const cell = start((requests) => {
    if (isInside || requests === 0) return;
    isInside = true;
    expect(cell.table()).toHaveLength(63);
    others += 1;
    isInside = false;
  });
  expect(cell.table()).toHaveLength(63);
  expect(others).toBeGreaterThan(1);
  expect(cell.requests()).toBe(1);
});

test('a cell asks for nothing if another one has got the answer since it looked', () => {
  let hasRun = false;
  const cell = start(() => {
    if (hasRun) return;
    hasRun = true;
    expect(cell.table()).toHaveLength(63);
  });
  expect(cell.table()).toHaveLength(63);
  expect([hasRun, cell.requests()]).toEqual([true, 1]);
});
