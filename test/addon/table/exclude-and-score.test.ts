/** What a person knows is left out or marked, and open rules make a score: free, from the records that are there. */
import { addDays } from '../../../src/contract/dates.js';
import { createRandom } from '../../support/random.js';
import { SEED } from '../../support/seed.js';
import { ask } from '../ask.js';

const TODAY = '2026-11-20';

const record = (id: string, company: object, more: object = {}) => {
  const day = addDays(TODAY, -Number(id));
  return { id, announcedDate: day, lastModified: day, company, ...more };
};
const RECORDS = [
  record(
    '1',
    { name: 'Acme, Inc.', domain: 'acme.example', industries: ['banking', 'technology'], type: 'Public' },
    { expansionType: 'HQ', jobs: 120, investment: 20_000_000, expansionLocation: { state: 'Texas' } },
  ),
  record('2', { name: 'Acme Foods', domain: 'acme-foods.example' }, { expansionType: 'Store', jobs: 10 }),
  record('3', { name: 'Beta GmbH & Co. KG' }, { expansionLocation: { city: 'Houston', state: 'Texas' } }),
  record('40', { name: 'Gamma', domain: 'gamma.example' }, { jobs: 500 }),
];

const askFor = (body: readonly object[], options: readonly unknown[]) =>
  ask('EXPANSIONS', ['', ...options], { now: `${TODAY}T10:00:00Z`, respond: () => ({ body }) });
const run = (...options: readonly unknown[]) => askFor(RECORDS, ['limit', 50, ...options]);
const show = (...options: readonly unknown[]) => {
  const { table, error } = run(...options);
  expect(error).toBeUndefined();
  return table!;
};
const ids = (...options: readonly unknown[]) =>
  show('columns', 'id', 'headers', false, ...options).map(([id]) => id);

test.each([
  ['a domain', ['acme.example'], ['2', '3', '40']],
  ['a page', ['https://www.ACME.example/jobs'], ['2', '3', '40']],
  ['a mail address', ['Ann <ann@gamma.example>'], ['1', '2', '3']],
  ['a name in another form', ['acme incorporated | ACME INC'], ['2', '3', '40']],
  ['a name without its form', ['Beta'], ['1', '2', '40']],
  ['domains in one text', ['acme.example, gamma.example'], ['2', '3']],
  ['nothing that is there', ['Nobody', ''], ['1', '2', '3', '40']],
  ['a column', [['gamma.example'], [''], ['Acme Foods']], ['1', '3']],
])('%s is left out, and no company whose name only holds it', (_, cells, left) => {
  const value = cells.length === 1 ? cells[0] : cells.map((cell) => (Array.isArray(cell) ? cell : [cell]));
  expect(ids('exclude', value)).toEqual(left);
});

test('the header says how many are left out; the column known marks instead', () => {
  expect(show('columns', 'id', 'exclude', 'acme.example|Gamma')[0]).toEqual(['Id (2 known left out)']);
  expect(show('columns', 'id|known', 'exclude', 'acme.example|Gamma Ltd')).toEqual([
    ['Id', 'Known'],
    ['1', 'yes: acme.example'],
    ['2', 'no'],
    ['3', 'no'],
    ['40', 'yes: Gamma Ltd'],
  ]);
  const ofAll = show('columns', 'all', 'headers', false, 'exclude', 'acme.example');
  expect(ofAll.map(([id]) => id)).toEqual(['2', '3', '40']);
  expect(run('columns', 'known').error).toContain('there is no column "known"');
});

test('the question stays the same: excluding and scoring send no other request', () => {
  const bodies = [run(), run('exclude', 'Acme'), run('score', 'jobs >=100: 5')].map((asked) => asked.bodies);
  expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('rules of two columns: the sum, and in words which rules have made it, the highest first', () => {
  const rules = [
    ['Rule', 'Points'],
    ['jobs >=100', 10],
    ['investment >=10M', 20],
    ['type HQ', 5],
    ['place Texas', 15],
    ['industry technology', 1],
    ['days <=7', 2.5],
    ['jobs <50', -3],
  ];
  expect(show('columns', 'id|score|why', 'score', rules)).toEqual([
    ['Id', 'Score', 'Why'],
    [
      '1',
      53.5,
      'jobs >=100 (+10), investment >=10M (+20), type HQ (+5), place Texas (+15), industry technology (+1), days <=7 (+2.5)',
    ],
    ['3', 17.5, 'place Texas (+15), days <=7 (+2.5)'],
    ['40', 10, 'jobs >=100 (+10)'],
    ['2', -0.5, 'days <=7 (+2.5), jobs <50 (-3)'],
  ]);
});

test('without columns the score is first and why last; another order is the person’s', () => {
  const [header = []] = show('score', 'jobs >=100: 10|place Texas: 5');
  expect([header[0], header[1], header[header.length - 1]]).toEqual(['Score', 'Announced', 'Why']);
  expect(ids('score', 'jobs >=100: 10')).toEqual(['1', '40', '2', '3']);
  expect(ids('score', 'jobs >=100: 10', 'sort', 'id')).toEqual(['1', '2', '3', '40']);
});

test('a place is written with its state, and a column by its header of several words', () => {
  const rules = 'place Houston, Texas: 5|Company type Public: 7|location Austin, Texas: 9';
  expect(show('columns', 'id|score', 'headers', false, 'score', rules).slice(0, 2)).toEqual([
    ['1', 7],
    ['3', 5],
  ]);
});

test('a rule may name several values of the service, and a comma inside of a value is a part of it', () => {
  const points = (rule: string) => show('columns', 'id|score', 'headers', false, 'score', rule, 'sort', 'id');
  expect(points('type Store, HQ: 5').map(([, score]) => score)).toEqual([5, 5, 0, 0]);
  expect(points('type HQ|Store: 5|type Store | 1').map(([, score]) => score)).toEqual([5, 6, 0, 0]);
  expect(points('place Houston|Ohio: 5').map(([, score]) => score)).toEqual([0, 0, 5, 0]);
  expect(points('industry accounting, audit & tax: 5').map(([, score]) => score)).toEqual([0, 0, 0, 0]);
});

const RIGHT_RULE = ['jobs <50', 10];

test.each([
  ['jobs', '"jobs" is no rule with points'],
  ['jobs >=100', '"jobs >=100" is no rule with points'],
  [[['Rule', 'Points'], ['jobs >=100', ''], RIGHT_RULE], '"jobs >=100" is no rule with points'],
  [[['jobs >=100', 'ten'], RIGHT_RULE], '"jobs >=100" is no rule with points'],
  [[['type HQ=', 'ten'], RIGHT_RULE], '"type HQ=" is no rule with points'],
  ['jobs many: 5', '"jobs many" is no rule with points'],
  [': 5', 'is no rule with points'],
  ['colour red: 5', 'there is no column "colour"'],
  ['type !=HQ: 3', '"type !=HQ" compares a column of texts'],
  ['type >=100: 3', '"type >=100" compares a column of texts'],
  ['type HQ|!=Store: 3', '"type HQ|!=Store" compares a column of texts'],
  ['place Texas|jobs >=100: 3', '"place Texas|jobs >=100" is no rule with points'],
  ['jobs 1M|2M: 3', '"jobs 1M|2M" is no rule with points'],
  ['type HQ|: 3', '"type HQ|" is no rule with points'],
  ['type HQ|Store', '"type HQ|Store" is no rule with points'],
  ['type ???: 3', '"type ???" is no rule with points'],
  [Array.from({ length: 101 }, () => ['jobs >=1', 1]), 'score has 101 values, more than 100'],
])('the rule %j is refused before any request', (rules, message) => {
  const { error, bodies } = run('score', rules);
  expect(error).toContain(message);
  expect(bodies).toEqual([]);
});

const RULES = 'jobs >=100|jobs <100|amount 1M..30M|place Texas|type HQ|days <=30|company acme'.split('|');

test(`random rules: a score is the sum of the points that its words name (SEED=${SEED})`, () => {
  const random = createRandom(SEED);
  for (let turn = 0; turn < 50; turn++) {
    const rule = () => [random.pick(RULES), random.below(41) - 20];
    const rules = Array.from({ length: 1 + random.below(6) }, rule);
    const [, ...rows] = show('columns', 'score|why', 'score', rules);
    for (const [score, why] of rows) {
      const points = [...String(why).matchAll(/\(([+-]\d+)\)/g)].map(([, text]) => Number(text));
      expect(score).toBe(points.reduce((sum, one) => sum + one, 0));
    }
    const scores = rows.map(([score]) => Number(score));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  }
});

test('empty cells of an option still add its columns', () => {
  const empty = [[''], ['']];
  expect(show('columns', 'id|known', 'exclude', empty)[1]).toEqual(['1', 'no']);
  expect(show('columns', 'id|score|why', 'score', [['', '']])[1]).toEqual(['1', 0, '']);
  expect(ids('sort', '-score', 'score', [['', '']])).toEqual(['1', '2', '3', '40']);
});

function showRecords(companies: readonly object[], ...options: readonly unknown[]) {
  const body = companies.map((company, index) => record(`${index + 1}`, company));
  return askFor(body, ['headers', false, ...options]).table;
}

test('a host of a company is the company; a site at a host for everyone is not', () => {
  const companies = ['acme.com', 'google.com', 'wordpress.com'].map((domain) => ({ name: domain, domain }));
  for (const own of ['Ann <ann@mail.acme.com>', 'careers.acme.com']) {
    const typed = `${own}|sites.google.com/view/acme|acme.wordpress.com|???`;
    expect(showRecords(companies, 'columns', 'id', 'exclude', typed)).toEqual([['2'], ['3']]);
  }
});

test.each([
  ['https://www.linkedin.com/company/acme-inc/about', 'Acme', true],
  ['Acme International', 'Acme International Ltd', true],
  ['Acme', 'Acme Holding', true],
  ['Acme Holding', 'Acme International', false],
  ['labs.acme.com', 'Acme', false],
])('%s of the list is %s: %s', (typed, name, isKnown) => {
  const companies = [
    { name, domain: 'acme.com' },
    { name: 'Labs', domain: 'labs.acme.com' },
  ];
  const shown = showRecords(companies, 'columns', 'id|known', 'exclude', typed);
  expect(shown?.[0]).toEqual(['1', isKnown ? `yes: ${typed}` : 'no']);
});

test('a list of more companies than a request may name is excluded', () => {
  const list = Array.from({ length: 6_000 }, (_, index) => [`Firm ${index}`]);
  expect(ids('exclude', [...list, ['Gamma']])).toEqual(['1', '2', '3']);
  expect(run('group', list).error).toContain('group has 6000 values, more than 100');
});

test('a rule takes the spellings of countries, as filters do', () => {
  const places = ['United States of America', 'United Kingdom', 'Germany'];
  const body = places.map((country, index) => record(`${index + 1}`, {}, { expansionLocation: { country } }));
  const rules = 'place US: 3|country uk: 2|place Deutschland: 1';
  const { table } = askFor(body, ['columns', 'id|why', 'headers', false, 'score', rules]);
  expect(table).toEqual([
    ['1', 'place US (+3)'],
    ['2', 'country uk (+2)'],
    ['3', 'place Deutschland (+1)'],
  ]);
});
