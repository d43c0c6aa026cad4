/** A filter that is removed: what is known with it is bought again only where the service cannot say that it is complete. */
import { createApp } from '../../../src/addon/app.js';
import type { HttpRequest } from '../../../src/addon/platform.js';
import { EXPANSION_TYPES } from '../../../src/contract/enumerations.js';
import { type CannedAnswer, createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { createWorld, daysFrom, type World } from './world.js';

const WIDE = ['startDate', '-30d'];
const NARROW = [...WIDE, 'expansionType', 'HQ'];
const OTHER_TYPES = EXPANSION_TYPES.length - 1;

let world: World;
let platform: FakePlatform;
/** What the service answers to a request for an estimate. */
let estimate: (request: HttpRequest) => CannedAnswer;

beforeEach(() => {
  world = createWorld();
  for (const day of daysFrom('2026-09-10', '2026-10-01')) {
    world.add(day, 1, { expansionType: 'HQ' });
    world.add(day, 1, { expansionType: 'Mine' });
  }
  // the same world, asked with a limit that it cannot reach, says how many there are
  estimate = ({ body, headers }) => {
    const limitless = { ...(JSON.parse(body ?? '{}') as object), limit: 1_000_000 };
    const counted = createCounter(world).respond({ ...REQUEST, headers, body: JSON.stringify(limitless) });
    return { body: { matching: (counted.body as unknown[]).length, isExact: true, returned: 0, credits: 0 } };
  };
  platform = createFakePlatform({
    now: '2026-10-01T10:00:00Z',
    respond: (request) =>
      request.url.includes('/tracked-companies/')
        ? { body: { status: '200', message: 'Success', companies: [TRACKED] } }
        : isEstimate(request)
          ? estimate(request)
          : world.respond(request),
  });
});

const TRACKED = { id: 'c_000001', name: 'Acme', domain: 'acme.example' };
const REQUEST: HttpRequest = { method: 'post', url: '', headers: {} };
const isEstimate = ({ url }: HttpRequest) => url.endsWith('/business-expansion/estimate');
const show = (args: readonly unknown[]) => createApp(platform).dataset('business-expansion', [...args]);
const estimates = () => platform.requests.filter(isEstimate);
const typesAsked = () =>
  platform.requests
    .filter((request) => !isEstimate(request))
    .map(({ body }) => JSON.parse(body ?? '{}').expansionType?.length);

/** A world with the same records, whose answers cost nothing. */
function createCounter(original: World): World {
  const counter = createWorld();
  for (const { announcedDate = '', ...record } of original.records()) counter.add(announcedDate, 1, record);
  return counter;
}

test('only the other values are bought, and the whole is known from then on', () => {
  show(NARROW);
  expect(show(WIDE)).toHaveLength(45);
  // HQ first, then all types but HQ
  expect(typesAsked()).toEqual([1, OTHER_TYPES]);
  expect(world.credits()).toBe(44);
  platform.emptyCache();
  expect(show(WIDE)).toHaveLength(45);
  show(NARROW);
  expect(platform.requests).toHaveLength(4);
  expect(estimates()).toHaveLength(2);
});

test('both estimates travel in one call, without a name for a purchase', () => {
  show(NARROW);
  const before = platform.calls.get('http.fetchAll') ?? 0;
  show(WIDE);
  expect((platform.calls.get('http.fetchAll') ?? 0) - before).toBe(1);
  expect(estimates().every(({ headers }) => headers['idempotency-key'] === undefined)).toBe(true);
});

test('a record without a value: all is asked for as a whole', () => {
  world.add('2026-09-20', 1, { expansionType: '' });
  show(NARROW);
  expect(show(WIDE)).toHaveLength(46);
  expect(typesAsked()).toEqual([1, undefined]);
});

test.each<[string, CannedAnswer]>([
  ['knows no estimates', { status: 404, body: { status: '404', message: 'no such address' } }],
  ['answers with a page', { status: 200, text: '<html>' }],
  ['answers with a list', { status: 200, body: [] }],
  ['answers with something else', { status: 200, body: { matching: '44', isExact: true } }],
  ['cannot count so far', { status: 200, body: { matching: 10_000, isExact: false } }],
  ['cannot be reached', { fails: 'Address unavailable' }],
])('a service that %s: all is asked for as a whole', (_, answer) => {
  estimate = () => answer;
  show(NARROW);
  expect(show(WIDE)).toHaveLength(45);
  expect(typesAsked()).toEqual([1, undefined]);
});

test('a service without estimates is not asked for one again for hours', () => {
  estimate = () => ({ status: 404, text: 'no such address' });
  show(NARROW);
  show(WIDE);
  show([...WIDE, 'expansionType', 'Mine', 'companyDomain', 'acme.example']);
  show([...WIDE, 'companyDomain', 'acme.example']);
  expect(estimates()).toHaveLength(2);
});

test('where nothing is known of any value, no estimate is asked for', () => {
  show(WIDE);
  expect(estimates()).toEqual([]);
});

test('the day after, the whole is brought forward by its changes', () => {
  show(NARROW);
  show(WIDE);
  platform.advance(24 * 3_600_000);
  world.add('2026-10-02', 1, { expansionType: 'Mine' });
  platform.advance(24 * 3_600_000);
  expect(show(WIDE)).toHaveLength(46);
  expect(typesAsked()).toEqual([1, OTHER_TYPES, undefined]);
  expect(estimates()).toHaveLength(2);
});

test('with a group, the companies whose domains only look like those of the group are known, too', () => {
  const OTHER = { name: 'Not Acme', domain: 'not-acme.example' };
  for (const [type, company] of [
    ['HQ', TRACKED],
    ['Mine', TRACKED],
    ['Mine', OTHER],
  ] as const)
    world.add('2026-09-20', 1, { expansionType: type, company });
  show([...NARROW, 'group', 'Key accounts']);
  expect(show([...WIDE, 'group', 'Key accounts'])).toHaveLength(3);
  const spent = world.credits();
  expect(show(['acme.example', ...WIDE])).toHaveLength(4);
  expect(world.credits()).toBe(spent);
});
