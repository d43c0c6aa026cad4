/** Look-ups of the page beside queries: free, and empty if the service lacks them. */
import { ACCOUNT_PATH, COMPANIES_PATH, GROUPS_PATH } from '../../../src/contract/lookups.js';
import { useHost } from '../../support/host.js';
import { useRecorder } from '../../support/recorder.js';
import { scaledSample } from '../../support/scale.js';
import { useService } from '../../support/service.js';
import { createPeople } from './people.js';

const FORMULA = '=EXPANSIONS(, "startDate", "-30d", "limit", 7)';
const DAY_MS = 86_400_000;
/** Each look-up with its text and its request. */
const LOOK_UPS = [
  ['groups', '', `GET ${GROUPS_PATH}`],
  ['account', '', `GET ${ACCOUNT_PATH}`],
  ['companies', 'a b&c=1', `GET ${COMPANIES_PATH}?query=a%20b%26c%3D1`],
  ['estimate', FORMULA, 'POST /api/v2/dataset/business-expansion/estimate'],
] as const;

const service = useService({ credits: 500 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
const people = createPeople(host);

const lookUp = (kind: unknown, text: unknown, as: 'owner' | 'editor' = 'owner') =>
  host.run('lookUp', [kind, text], { as, mode: 'sidebar' }) as Promise<string>;
/** Returns the first object that the page gets. */
const answerTo = async (kind: string, text: string) =>
  (JSON.parse(await lookUp(kind, text)) as readonly unknown[])[0];
const asked = () => recorder.requests.map(({ method, path }) => `${method} ${path}`);
/** Makes the service one without look-ups, which the specification does not require. */
const lack = (status: number, body: string): void => {
  const isLookUp = (path: string) => LOOK_UPS.some(([, , to]) => to.endsWith(path));
  recorder.fault = ({ path }) => (isLookUp(path) ? { kind: 'status', status, body } : undefined);
};

test.each(LOOK_UPS)('%s: one free request returns the service’s answer', async (kind, text, request) => {
  const fields = { groups: 'groups', account: 'balance', companies: 'companies', estimate: 'matching' };
  expect(await answerTo(kind, text)).toHaveProperty(fields[kind]);
  expect(asked()).toEqual([request]);
  expect(await answerTo('account', '')).toMatchObject({ spentToday: 0 });
});

/** Answers of services without look-ups. */
const LACKS: readonly [what: string, status: number, body: string][] = [
  ['404', 404, '{"code":"NO_ROUTE"}'],
  ['405', 405, ''],
  ['501', 501, ''],
  ['a page', 200, '<html>'],
  ['a list', 200, '[]'],
  ['far too much', 200, JSON.stringify({ groups: 'x'.repeat(300_000) })],
];

test.each(scaledSample(LACKS, 2))(
  'a look-up that the service lacks (%s) has no answer',
  async (_what, status, body) => {
    lack(status, body);
    for (const [kind, text] of LOOK_UPS) expect(await lookUp(kind, text)).toBe('');
    expect(asked()).toEqual(LOOK_UPS.map(([, , request]) => request));
    recorder.fault = () => undefined;
    for (const [kind, text] of LOOK_UPS) expect(await lookUp(kind, text)).not.toBe('');
    expect(asked()).toHaveLength(8);
  },
);

test('a failure is no missing look-up', async () => {
  for (const status of [400, 401, 403, 429, 500, 503]) {
    lack(status, '{}');
    await expect(lookUp('account', '')).rejects.toThrow(`#SERVICE: the service failed with status ${status}`);
    recorder.fault = () => undefined;
    expect(await lookUp('account', '')).not.toBe('');
  }
});

test('an estimate is for the formula’s query: its days and cells', async () => {
  await host.enter('B1', 'Store');
  await lookUp('estimate', '=EXPANSIONS("acme.example", "date", "2026-01-31", "type", B1, "limit", 9)');
  expect(recorder.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { date: '2026-01-31', expansionType: ['Store'], limit: 9, companyDomain: ['acme.example'] },
  ]);
});

test('a stored answer is its own estimate: no request, nothing due', async () => {
  await host.enter('A1', FORMULA);
  recorder.clear();
  const known = { matching: 7, isExact: false, returned: 7, owned: 7, credits: 0 };
  expect(await answerTo('estimate', FORMULA)).toEqual(known);
  expect(asked()).toEqual([]);
  // a new value of refresh has the price of a new query, and of the changes since the stored answer
  expect(await answerTo('estimate', FORMULA.replace(')', ', "refresh", 1)'))).toMatchObject({ credits: 7 });
  expect(asked()).toHaveLength(2);
  recorder.clear();
  host.clock.advance(2 * DAY_MS);
  expect(await answerTo('estimate', FORMULA)).toHaveProperty('matching');
  expect(asked()).toHaveLength(2);
});

test('an estimate for a group is for its companies, in as many requests as needed', async () => {
  const companyOf = (index: number) => ({ id: `c_${index}`, name: `Company ${index}` });
  const domained = Array.from({ length: 149 }, (_, at) => ({ ...companyOf(at), domain: `c${at}.example` }));
  const companies = [...domained, companyOf(149)];
  recorder.fault = ({ path }) =>
    path.startsWith(`${GROUPS_PATH}/`)
      ? { kind: 'status', status: 200, body: JSON.stringify({ status: '200', message: '', companies }) }
      : undefined;
  const formula = '=EXPANSIONS("group", "Any", "limit", 9)';
  expect(JSON.parse(await lookUp('estimate', formula))).toHaveLength(3);
  const [list, ...estimates] = recorder.requests;
  expect(list?.path).toBe(`${GROUPS_PATH}/Any`);
  const bodies = estimates.map(({ body }) => JSON.parse(body) as Record<string, readonly string[]>);
  expect(bodies.map(({ companyDomain }) => companyDomain?.length)).toEqual([100, 49, undefined]);
  expect(bodies.map(({ companyName }) => companyName)).toEqual([undefined, undefined, ['Company 149']]);
  // the list is stored, as for formulas
  await lookUp('estimate', formula);
  expect(asked()).toHaveLength(7);
});

test('a query with too many requests, or none, has no estimate', async () => {
  const companies = Array.from({ length: 501 }, (_, index) => `c${index}.example`).join('|');
  expect(await lookUp('estimate', `=EXPANSIONS("${companies}")`)).toBe('[]');
  expect(await lookUp('estimate', '=TRACKED_COMPANIES("A")')).toBe('[]');
  expect(asked()).toEqual([]);
});

test('an invalid look-up is refused, and no request is sent', async () => {
  for (const [kind, text, message] of [
    ['estimate', '=EXPANSIONS("from", "nonsense")', /^#BAD_INPUT/],
    ['estimate', '=SUM(1)', /^#BAD_INPUT: this formula has no Signals function/],
    ['estimate', 7, /^#BAD_INPUT/],
    ['constructor', 'x', /^#BAD_INPUT/],
    [undefined, undefined, /^#BAD_INPUT/],
  ] as const)
    await expect(lookUp(kind, text)).rejects.toThrow(message);
  expect(asked()).toEqual([]);
});

test('the account is that of the person’s own key; the estimate that of the formulas’ key', async () => {
  const shared = await service.createKey(9);
  await people.call('editor', 'saveConnection', { baseUrl: recorder.baseUrl, apiKey: shared });
  await people.call('editor', 'shareConnection', { owner: 'Ed', dailyCap: 5 });
  expect(await answerTo('account', '')).not.toMatchObject({ balance: 9 });
  expect(await answerTo('estimate', FORMULA)).toMatchObject({ openingBalance: 9 });
});

test('without a key no request is sent', async () => {
  await people.call('owner', 'forgetConnection');
  await expect(lookUp('groups', '')).rejects.toThrow(/^#NO_KEY/);
});

test('a key that the service repeats does not reach the page', async () => {
  const body = JSON.stringify({ name: service.apiKey, balance: 1, spentToday: 0 });
  recorder.fault = () => ({ kind: 'status', status: 200, body });
  expect(await answerTo('account', '')).toMatchObject({ name: '***' });
});
