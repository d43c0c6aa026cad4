/** The specification: the business expansion dataset query. filters.test.ts tries each filter. */
import {
  COMPANY_TYPES,
  CURRENCIES,
  EXPANSION_TYPES,
  INDUSTRIES,
} from '../../../src/contract/enumerations.js';
import { EXPANSIONS, useSample } from '../support/sample-service.js';

const { ask, ids, refusal } = useSample();
test('Every body field is optional', async () => {
  expect(await ids(EXPANSIONS, {})).toBe('e4 e3 e2 e1');
  expect(await ids(EXPANSIONS)).toBe('e4 e3 e2 e1');
  expect(await ids(EXPANSIONS, '')).toBe('e4 e3 e2 e1');
});

test('dateType: ANNOUNCED or LAST-MODIFIED. Default ANNOUNCED', async () => {
  expect(await ids(EXPANSIONS, { date: '2026-02-20' })).toBe('');
  expect(await ids(EXPANSIONS, { dateType: 'ANNOUNCED', date: '2026-02-20' })).toBe('');
  expect(await ids(EXPANSIONS, { dateType: 'LAST-MODIFIED', date: '2026-02-20' })).toBe('e1');
  const refused = '400 BAD_INPUT: dateType must be one of ANNOUNCED; LAST-MODIFIED';
  expect(await refusal(EXPANSIONS, { dateType: 'MODIFIED' })).toBe(refused);
});

test.each(['startDate', 'endDate', 'date'])('%s: date YYYY-MM-DD', async (field) => {
  expect((await ask(EXPANSIONS, { [field]: '2026-01-10' })).status).toBe(200);
  const refused = `400 BAD_INPUT: ${field} must be an existing date written YYYY-MM-DD`;
  const texts = ['10/01/2026', '2026-02-30', '0000-01-01', '2026-1-1', ''];
  for (const value of [...texts, 20260110, null, ['2026-01-10']])
    expect(await refusal(EXPANSIONS, { [field]: value })).toBe(refused);
});

test.each([
  ['companyName', 'acme', 'beta', 'e2 e1'],
  ['companyDomain', 'acme', 'betaf', 'e2 e1'],
  ['companyLocation', 'Detroit', 'Singapore', 'e2 e1'],
  ['companyType', 'Public', 'Private', 'e2 e1'],
  ['expansionType', 'HQ', 'Restaurant', 'e4 e2'],
  ['expansionLocation', 'Texas', 'Germany', 'e3 e1'],
])('%s: multiple values as a comma-separated string or as an array', async (field, one, two, found) => {
  expect(await ids(EXPANSIONS, { [field]: `${one},${two}` })).toBe(found);
  expect(await ids(EXPANSIONS, { [field]: [one, two] })).toBe(found);
});

test.each(['investment', 'jobs'])(
  '%s: an expression matching the pattern; operators >, >=, <, <=, =, != and a minimum and maximum pair in parentheses',
  async (field) => {
    const forms = ['100', '>100', '>=100', '<100', '<=100', '=100', '!=100', '1,2', '>=1,2', '(1,2)', 100];
    for (const value of forms) expect((await ask(EXPANSIONS, { [field]: value })).status).toBe(200);
    const refused = `400 BAD_INPUT: ${field} must be a number expression such as >=100, !=0 or (100,200)`;
    for (const value of ['', 'abc', '=>1', '(1,2', '(2,1)', '-5', '1M', '1;drop', null, {}, [1]])
      expect(await refusal(EXPANSIONS, { [field]: value })).toBe(refused);
  },
);

test('limit: maximum number of records returned', async () => {
  expect(await ids(EXPANSIONS, { limit: 3 })).toBe('e4 e3 e2');
  for (const limit of [0, -1, 1.5, 'ten', '', null, 10_001])
    expect(await refusal(EXPANSIONS, { limit })).toMatch(/^400 BAD_INPUT: limit must/);
});

test.each([
  ['companyIndustry', INDUSTRIES, 55],
  ['expansionType', EXPANSION_TYPES, 23],
  ['companyType', COMPANY_TYPES, 5],
  ['currency', CURRENCIES, 10],
])('%s: allowed values are accepted one by one, others refused', async (field, values, count) => {
  expect(values).toHaveLength(count);
  for (const value of values) expect((await ask(EXPANSIONS, { [field]: [value] })).status).toBe(200);
  const refused = await refusal(EXPANSIONS, { [field]: ['nonsense'] });
  expect(refused).toMatch(new RegExp(`^400 BAD_INPUT: ${field} must be one of`));
});

test('an unknown field is refused by name', async () => {
  const refused = /^400 BAD_INPUT: (?:industry|x{99}…) is not a known field/;
  for (const field of ['industry', 'x'.repeat(200_000)])
    expect(await refusal(EXPANSIONS, { [field]: 'banking' })).toMatch(refused);
});

test.each([
  ['companyName', '?companyName=acme&limit=1'],
  ['limit', '?limit=1&limit=2'],
  ['limit', '/estimate?limit=1'],
  ['currency', '/changes?x=1&currency=USD'],
  ['cursor', '/changes?cursor=5fQ0'],
])('a field in the address, %s, is refused: the answer would cost more without it', async (field, rest) => {
  const refused = `400 BAD_INPUT: ${field} is in the address, where it is not read: send it in the JSON body`;
  expect(await refusal(EXPANSIONS + rest)).toBe(refused);
});

test('anything else in the address is ignored', async () => {
  expect(await ids(`${EXPANSIONS}?source=sheet&q=companyName`, { limit: 1 })).toBe('e4');
});
