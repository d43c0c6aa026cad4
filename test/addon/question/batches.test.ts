/** Questions that need several requests: domains together with names, many companies, groups. */

import { createApp } from '../../../src/addon/app.js';
import type { WireBody } from '../../../src/core/wire.js';
import { ask, respondWithGroups, TRACKED } from '../ask.js';
import { createFakePlatform, FEW_CREDITS } from '../fake-platform.js';

const NOTHING = undefined;
const domains = (count: number) => Array.from({ length: count }, (_, index) => [`c${index}.example`]);
const limits = (bodies: readonly unknown[]) => bodies.map((body) => (body as WireBody)['limit']);

test('domains and names together are two requests at once', () => {
  const { bodies, requests } = ask('EXPANSIONS', ['acme.example|Acme|b.example', 'type', 'HQ']);
  expect(bodies).toEqual([
    { expansionType: ['HQ'], limit: 67, companyDomain: ['acme.example', 'b.example'] },
    { expansionType: ['HQ'], limit: 33, companyName: ['Acme'] },
  ]);
  expect(requests).toHaveLength(2);
});

test('more than 100 companies go in one fetchAll, in their order', () => {
  const platform = createFakePlatform({ respond: () => ({ body: [expansion('a', '2026-11-02')] }) });
  createApp(platform).dataset('business-expansion', [domains(250), 'limit', 500]);
  expect(platform.calls.get('http.fetchAll')).toBe(1);
  expect(platform.calls.get('http.fetch')).toBeUndefined();
  const sent = platform.bodies().map((body) => (body as WireBody)['companyDomain'] as string[]);
  expect(sent.map((list) => list.length)).toEqual([100, 100, 50]);
  expect(sent.flat()).toEqual(domains(250).flat());
});

test('paid requests share the limit: what is left out of the table is never paid for', () => {
  expect(limits(ask('EXPANSIONS', [domains(250), 'limit', 500]).bodies)).toEqual([200, 200, 100]);
  // every share is at least one record
  expect(limits(ask('EXPANSIONS', [domains(201), 'limit', 3]).bodies)).toEqual([1, 1, 1]);
});

test('if one of several requests is refused, only that one is sent again, under a name of its own', () => {
  const platform = createFakePlatform({
    respond: (_request, index) => (index === 1 ? FEW_CREDITS : { body: [expansion('a', '2026-11-02')] }),
  });
  const askAgain = () => createApp(platform).dataset('business-expansion', ['acme.example|Acme']);
  // the other part may have more records of the same days
  expect(askAgain).toThrow(/^#FEW_CREDITS/);
  platform.advance(61_000);
  expect(askAgain()).toHaveLength(2);
  const [, refused, again, ...others] = platform.bodies() as WireBody[];
  expect(again).toEqual({ ...refused, limit: 100 });
  expect(others).toEqual([]);
  expect(new Set(platform.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
});

test('a limit below the number of requests is refused', () => {
  const { error, requests } = ask('EXPANSIONS', [domains(201), 'limit', 2]);
  expect(error).toBe('#BAD_INPUT: limit 2 is too low for so many companies; set it to 3 or more');
  expect(requests).toEqual([]);
});

test('it is refused before a wider question is updated, so that nothing is paid', () => {
  const platform = createFakePlatform({ respond: () => ({ body: [expansion('a', '2026-11-02')] }) });
  const show = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
  show('limit', 1);
  platform.advance(48 * 3_600_000);
  expect(() => show('acme.example|Acme', 'startDate', '-5d', 'limit', 1)).toThrow('limit 1 is too low');
  expect(platform.requests).toHaveLength(1);
});

test('free requests each have the whole limit', () => {
  const ids = Array.from({ length: 101 }, (_, index) => [`c_${1000 + index}`]);
  expect(limits(ask('HIRINGS', [ids, 'limit', 7]).bodies)).toEqual([7, 7]);
});

test.each(['companyDomain', 'companyName'])('%s is divided too where it came as an option', (name) => {
  const { bodies } = ask('EXPANSIONS', [NOTHING, name, domains(150)]);
  expect(bodies.map((body) => ((body as WireBody)[name] as string[]).length)).toEqual([100, 50]);
});

test('group asks expansions for the domains of a group, and for the names of those without', () => {
  const { bodies } = ask('EXPANSIONS', [NOTHING, 'group', 'Key accounts']);
  expect(bodies).toEqual([
    { limit: 75, companyDomain: ['acme.example', 'meta.example', 'metalworks.example'] },
    { limit: 25, companyName: ['Nameless Domain Works'] },
  ]);
});

test.each([
  ['an id that no company of the group has', ['c_000999', 'group', 'Key accounts'], /not found: "c_000999"/],
  ['an empty group', [NOTHING, 'group', 'Empty'], /the group "Empty" has no companies/],
])('%s does not become a question for all companies', (_title, args, message) => {
  const { bodies, error } = ask('EXPANSIONS', args);
  expect(error).toMatch(message);
  expect(bodies).toEqual([]);
});

test('a group whose companies have neither domain nor name is refused', () => {
  const respond = () => ({ body: { status: '200', companies: [{ id: 'c_000105' }] } });
  const { bodies, error } = ask('EXPANSIONS', [NOTHING, 'group', 'Key accounts'], { respond });
  expect(error).toMatch(/^#BAD_INPUT: the group "Key accounts" has no companies/);
  expect(bodies).toEqual([]);
});

const expansion = (id: string, announcedDate: string, domain = 'acme.example') => ({
  id,
  announcedDate,
  company: { name: id, domain },
});

test('a group finds its companies exactly, where the service finds parts of domains', () => {
  const found = [
    expansion('mine', '2026-11-02', 'meta.example'),
    expansion('below', '2026-11-02', 'jobs.meta.example'),
    expansion('other', '2026-11-02', 'x-meta.example'),
  ];
  const { table } = ask('EXPANSIONS', ['meta.example', 'group', 'Key accounts', 'columns', 'id'], {
    respond: (request) => (request.method === 'get' ? respondWithGroups(request) : { body: found }),
  });
  expect(table?.flat().sort()).toEqual(['Id', 'below', 'mine']);
});

test('several groups are one list, each company once', () => {
  const others = [TRACKED[1], { id: 'c_000200', name: 'Other', domain: 'other.example' }];
  const args = ['Key accounts|Others', 'columns', 'id', 'headers', false];
  const { table, requests } = ask('TRACKED_COMPANIES', args, {
    respond: (request) =>
      request.url.endsWith('Others') ? { body: { companies: others } } : respondWithGroups(request),
  });
  expect(requests).toHaveLength(2);
  expect(table).toEqual([...TRACKED.map(({ id }) => [id]), ['c_000200']]);
});
