/** The free look-ups: groups, companies and the account, each sent again only if it has changed. */
import {
  ACCOUNT_PATH,
  COMPANIES_PATH,
  type FoundCompanies,
  GROUPS_PATH,
  MAX_SEARCH_LENGTH,
} from '../../../src/contract/lookups.js';
import { storedAs } from '../support/account.js';
import { letDaysPass } from '../support/letting-time-pass.js';
import { GROUP } from '../support/sample.js';
import { CHANGES, EXPANSIONS, useSample } from '../support/sample-service.js';
import { refusalIn, useServices } from '../support/test-service.js';

const { engine, service } = useSample();
const start = useServices();
const get = (path: string) => service.as(service.key).get(path);
const search = async (text: string) => {
  const reply = await get(`${COMPANIES_PATH}?query=${encodeURIComponent(text)}`);
  return (reply.json() as FoundCompanies).companies;
};

test('groups are returned with their sizes', async () => {
  await engine.store.addToGroup('Empty', []);
  const { groups, ...rest } = (await get(GROUPS_PATH)).json() as { groups: unknown };
  expect(rest).toEqual({ status: '200', message: 'Success' });
  expect(groups).toEqual(expect.arrayContaining([{ name: 'Empty', companies: 0 }]));
  expect(groups).toEqual(expect.arrayContaining([{ name: GROUP, companies: 2 }]));
});

// search-companies.test.ts compares parts and their order with a model
test('a company is found by a part, by its whole name or its whole domain, in any case', async () => {
  expect(await search('UNTRACKED')).toEqual([
    { id: 'c4', name: 'Untracked AG', domain: 'untracked.example', location: 'Germany', tracked: false },
  ]);
  const ids = async (parameters: string) =>
    ((await get(`${COMPANIES_PATH}?${parameters}`)).json() as FoundCompanies).companies.map(({ id }) => id);
  expect(await ids('name=ACME%20motors%20inc.')).toEqual(['c1']);
  expect(await ids('domain=Acme-Motors.example')).toEqual(['c1']);
  expect([await ids('name=acme'), await ids('domain=acme-motors')]).toEqual([[], []]);
  expect(await ids('query=acme&domain=acme-motors.example')).toEqual(['c1']);
  expect(await ids('query=acme&domain=untracked.example')).toEqual([]);
  // the greatest length
  expect(await search('é'.repeat(MAX_SEARCH_LENGTH))).toEqual([]);
});

const NO_TEXT = 'must be a text of 1 to 100 characters';

test.each([
  ['', 'one of query, name, domain is needed'],
  ['?query=acme&limit=5', 'limit is not known; send one of query, name, domain'],
  ['?query=', `query ${NO_TEXT}`],
  ['?query=%20', `query ${NO_TEXT}`],
  ['?query=%00', `query ${NO_TEXT}`],
  ['?query=a&query=b', `query ${NO_TEXT}`],
  [`?query=${'a'.repeat(101)}`, `query ${NO_TEXT}`],
  ['?name=', `name ${NO_TEXT}`],
  ['?query=acme&name=', `name ${NO_TEXT}`],
  ['?domain=a&domain=b', `domain ${NO_TEXT}`],
])('the search "%s" is refused: %s', async (search, message) => {
  expect(refusalIn(await get(COMPANIES_PATH + search))).toMatch(`400 BAD_INPUT: ${message}`);
});

test('the account has the balance and the credits spent by day in UTC, without refunds and credits of the operator', async () => {
  const own = await service.makeKey(20);
  const { id: keyId } = await service.account(own);
  const spend = async (amount: number) => {
    const answer = storedAs(`spend ${amount}`);
    const charged = await engine.store.charge({ keyId, amount, dataset: 'business-expansion', answer });
    return (charged as { chargeId: number }).chargeId;
  };
  await engine.store.markDelivered([await spend(5)]);
  const lost = [await spend(1)];
  await letDaysPass(engine, 28);
  await engine.store.markDelivered([await spend(2)]);
  lost.push(await spend(7));
  await letDaysPass(engine, 3);
  // on the day of its charge a refund counts, also where that day is not told any more
  for (const chargeId of lost) await engine.sql('select forget_answer($1)', [chargeId]);
  const today = new Date().toISOString().slice(0, 10);
  await service.as(own).post(EXPANSIONS, { limit: 3 });
  await service.as(own).post(CHANGES, {});
  await engine.store.addCredits(keyId, 10);
  await engine.store.addCredits(keyId, -4);
  const before = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  expect((await service.as(own).get(ACCOUNT_PATH)).json()).toEqual({
    name: 'test',
    balance: 16,
    spentToday: 3,
    spentByDay: [
      { day: today, credits: 3 },
      { day: before, credits: 2 },
    ],
    caps: { recordsPerAnswer: 10_000 },
    billing: 'per-answer',
    mayEditGroups: false,
  });
});

test('billing, rights and caps of the key and of the service are returned; a new key has spent nothing', async () => {
  const limited = await start(engine.store, { rateLimit: 77, maxLimit: 500 });
  const own = await limited.makeKey(5, { billing: 'per-version', dailyCap: 4, mayEditGroups: true });
  const reply = await limited.as(own).get(ACCOUNT_PATH);
  expect(reply.json()).toMatchObject({
    balance: 5,
    spentToday: 0,
    spentByDay: [],
    caps: { recordsPerAnswer: 500, creditsPerDay: 4 },
    billing: 'per-version',
    mayEditGroups: true,
    rateLimit: 77,
  });
});

test('look-ups cost nothing', async () => {
  const own = await service.makeKey(5);
  for (const path of [GROUPS_PATH, `${COMPANIES_PATH}?query=acme`, ACCOUNT_PATH]) {
    const reply = await service.as(own).get(path);
    expect([reply.status, reply.headers['x-credits-charged']]).toEqual([200, undefined]);
  }
  expect((await service.as(own).get(ACCOUNT_PATH)).json()).toMatchObject({ balance: 5, spentByDay: [] });
});
