/** Reading look-ups of a service that may send anything. */
import {
  readAccount,
  readCompanies,
  readEstimate,
  readGroups,
} from '../../src/sidebar/page/service-answers.js';

const estimateOf = (...answers: readonly unknown[]) => readEstimate(json(...answers), 100);
const READERS: Readonly<Record<string, (json: string) => unknown>> = {
  readGroups,
  readCompanies,
  readAccount,
  readEstimate: (text) => readEstimate(text, 100),
};
/** The JSON list that the add-on passes. */
const json = (...answers: readonly unknown[]) => JSON.stringify(answers);

/** Values that are no valid text, number or list. */
const ODD_TEXTS = ['', ' ', '7', 'x'.repeat(201), 'a\u202eb', 'a\u0000'];
const ODD: readonly unknown[] = [null, true, [], {}, -1, 1.5, 1e300, ...ODD_TEXTS];

test('groups are read with their sizes, each once, without invalid ones', () => {
  const groups = [{ name: 'A', companies: 2 }, { name: 'A', companies: 3 }, { name: '<b>', companies: 0 }, 7];
  const odd = ODD.flatMap((value) => [
    ...(value === '7' ? [] : [{ name: value, companies: 1 }]),
    { name: 'Odd size', companies: value },
  ]);
  expect(readGroups(json({ groups: [...odd, ...groups] }))).toEqual([
    { name: 'A', companies: 3 },
    { name: '<b>', companies: 0 },
  ]);
  const many = (length: number) => Array.from({ length }, (_, i) => ({ name: `G${i}`, companies: i }));
  expect(readGroups(json({ groups: many(1_000) }))).toHaveLength(1_000);
  expect(readGroups(json({ groups: many(1_001) }))).toBeUndefined();
});

test('companies: ten at most, each with an id and a name that a formula can hold', () => {
  const acme = { id: 'c_001', name: 'Acme', domain: 'acme.example', location: 'Detroit', tracked: true };
  expect(
    readCompanies(json({ companies: [acme, { id: '1', name: 'B', domain: null, tracked: 'yes' }] })),
  ).toEqual([acme, { id: '1', name: 'B', tracked: false }]);
  const odd = ODD.filter((value) => value !== '7').flatMap((value) => [
    { ...acme, id: value },
    { ...acme, name: value },
  ]);
  for (const company of [...odd, { ...acme, name: 'A|B' }, 'Acme', null]) {
    expect(readCompanies(json({ companies: [company] }))).toEqual([]);
  }
  for (const domain of [...ODD, 'no domain', 'a|b.example', 'x y.example']) {
    expect(readCompanies(json({ companies: [{ ...acme, domain }] }))?.[0]).not.toHaveProperty('domain');
  }
  expect(readCompanies(json({ companies: Array.from({ length: 50 }, () => acme) }))).toHaveLength(10);
});

test('the account omits invalid values', () => {
  const plain = { name: 'Customer', balance: 958, spentToday: 42 };
  const account = { ...plain, caps: { creditsPerDay: 500 }, billing: 'per-version' };
  expect(readAccount(json(account))).toEqual({ ...plain, cap: 500, billing: 'per-version' });
  for (const value of ODD) {
    if (value !== '7') expect(readAccount(json({ ...account, name: value }))).toBeUndefined();
    expect(readAccount(json({ ...account, balance: value }))).toBeUndefined();
    expect(readAccount(json({ ...account, spentToday: value }))).toBeUndefined();
    if (value !== true)
      expect(readAccount(json({ ...account, mayEditGroups: value }))).not.toHaveProperty('mayEditGroups');
    expect(readAccount(json({ ...account, caps: { creditsPerDay: value } }))).not.toHaveProperty('cap');
    expect(readAccount(json({ ...account, caps: value, billing: value }))).toEqual(plain);
  }
});

test('an estimate is read if its numbers agree', () => {
  const counts = { matching: 42, isExact: true, returned: 40, owned: 30, credits: 10 };
  const estimate = { ...counts, openingBalance: 20 };
  const more = { mayPassLimit: false, changes: 0, most: 40, suggestions: [] };
  expect(estimateOf(estimate)).toEqual({ ...estimate, ...more });
  const { owned: _owned, ...without } = estimate;
  expect(estimateOf(without)).toMatchObject({ owned: 0, credits: 10 });
  for (const wrong of [{ returned: 43 }, { credits: 11 }, { owned: 31 }]) {
    expect(estimateOf({ ...estimate, ...wrong })).toBeUndefined();
  }
  for (const value of ODD) {
    for (const name of ['matching', 'returned', 'credits']) {
      expect(estimateOf({ ...estimate, [name]: value })).toBeUndefined();
    }
    expect(estimateOf({ ...estimate, isExact: value })?.isExact).toBe(value === true);
    expect(estimateOf({ ...estimate, suggestions: value })?.suggestions).toEqual([]);
  }
  const suggestion = { field: 'companyName', value: 'Acmee', nearest: ['Acme', ...ODD, 'B', 'C', 'D'] };
  const { suggestions } = estimateOf({ ...estimate, suggestions: Array(9).fill(suggestion) })!;
  expect(suggestions).toHaveLength(3);
  expect(suggestions?.[0]).toEqual({ ...suggestion, nearest: ['Acme', '7', 'B'] });
});

test('where requests share a limit, records that are paid already make the others no cheaper', () => {
  const paid = { matching: 100, isExact: true, returned: 100, owned: 100, credits: 0 };
  const unpaid = { ...paid, owned: 0, credits: 100 };
  const both = estimateOf(paid, unpaid);
  expect(both).toMatchObject({ returned: 100, owned: 0, credits: 100, mayPassLimit: true });
  const few = { matching: 10, isExact: true, returned: 10, owned: 0, credits: 10 };
  expect(estimateOf(paid, few)).toMatchObject({ returned: 100, owned: 90, credits: 10 });
});

test('the changes of stored records are added to the highest cost, and to no other figure', () => {
  const own = { matching: 3, isExact: true, returned: 3, owned: 1, credits: 2 };
  const update = { matching: 30, isExact: true, returned: 20, owned: 0, credits: 20 };
  expect(estimateOf(own, { update })).toMatchObject({ ...own, changes: 20, most: 22 });
  expect(estimateOf(own)).toMatchObject({ changes: 0, most: 2 });
  // with records below the limit, paid ones can be among them
  expect(estimateOf({ ...own, matching: 9 })).toMatchObject({ most: 3 });
  for (const unreadable of [{}, { returned: -1 }, 'x'])
    expect(estimateOf(own, { update: unreadable })).toMatchObject({ changes: 0, most: 2 });
  expect(estimateOf({ update })).toBeUndefined();
});

test('the estimates of several requests are added up to the limit that they share', () => {
  const part = { matching: 80, isExact: true, returned: 80, owned: 30, credits: 50, openingBalance: 60 };
  const both = { ...part, matching: 160, returned: 100, owned: 0, credits: 100 };
  const more = { mayPassLimit: true, changes: 0, most: 100, suggestions: [] };
  expect(estimateOf(part, part)).toEqual({ ...both, ...more });
  const half = { ...part, matching: 50, returned: 50, owned: 0 };
  expect(estimateOf(half, half)?.mayPassLimit).toBe(false);
  expect(estimateOf(part, { ...part, isExact: false })?.isExact).toBe(false);
  expect(estimateOf(part, {})).toBeUndefined();
  // without a known limit the service's own counts
  const whole = { matching: 900, isExact: true, returned: 500, owned: 100, credits: 400 };
  expect(readEstimate(json(whole))).toMatchObject(whole);
});

test.each(Object.entries(READERS))('%s returns undefined for a text of another kind', (_name, read) => {
  for (const text of [
    ['', '{', '[]', 'null', '7', '"text"', '{}', '<html>', '{"groups":{},"companies":"x"}'],
    ['{"__proto__":{"groups":[]}}'],
  ].flat()) {
    for (const one of [text, `[${text}]`]) expect(read(one)).toBeUndefined();
  }
});
