/** The shape of tables: columns, headers, order, and cell values. */
import { columnsOf } from '../../../src/contract/fields.js';
import { BUSINESS_EXPANSION } from '../../../src/contract/records.js';
import { ask, type FunctionName } from '../ask.js';

const expansion = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  announcedDate: '2026-11-02',
  company: { name: `Company ${id}`, domain: `${id}.example` },
  ...more,
});

function show(args: readonly unknown[], body: unknown, name: FunctionName = 'EXPANSIONS') {
  const { table, error } = ask(name, args, { respond: () => ({ body }) });
  expect(error).toBeUndefined();
  return table;
}

const HEADERS = {
  EXPANSIONS: 'Announced|Company|Domain|Type|City|State|Country|Investment|Currency|Jobs|Headline|Source',
  HIRINGS: 'Announced|Company|Domain|Jobs|City|State|Country|Headline|Source|Last modified',
  EXEC_CHANGES:
    'Announced|Company|Domain|Executive|Position|Position category|Reason|Previous company|Effective|Source|Last modified',
  TRACKED_COMPANIES: 'Company|Domain|Company id',
};

const DEFAULTS: [FunctionName, unknown[]][] = [
  ['EXPANSIONS', ['limit', 100]],
  ['HIRINGS', []],
  ['EXEC_CHANGES', []],
  ['TRACKED_COMPANIES', ['Key accounts']],
];

/** The header row of a table in which nothing is found says so. */
const withoutRecords = ([first, ...others]: readonly string[]) => [`${first} (no records)`, ...others];

test.each(DEFAULTS)(
  '%s without columns has those made for reading; nothing found is the header row',
  (name, args) => {
    const headers = HEADERS[name as keyof typeof HEADERS].split('|');
    expect(show(args, [], name)).toEqual([name === 'TRACKED_COMPANIES' ? headers : withoutRecords(headers)]);
  },
);

const COLUMNS: [unknown, string[]][] = [
  ['Jobs|DATE', ['Jobs', 'Announced']],
  ['jobs, company', ['Jobs', 'Company']],
  [
    [['jobs'], [''], ['company']],
    ['Jobs', 'Company'],
  ],
  ['last_modified', ['Last modified']],
  ['location', ['Expansion location']],
  ['companyType|type', ['Company type', 'Type']],
  ['jobs|jobs|Jobs', ['Jobs']],
  ['jobs|amount|jobs', ['Jobs', 'Investment']],
  ['|', HEADERS.EXPANSIONS.split('|')],
  [
    'jobs|all',
    ['Jobs', ...columnsOf(BUSINESS_EXPANSION).flatMap(({ header }) => (header === 'Jobs' ? [] : header))],
  ],
];

test.each(COLUMNS)('columns %j', (columns, headers) => {
  expect(show(['columns', columns], [])).toEqual([withoutRecords(headers)]);
});

test('without headers, one column is a bare list, and nothing is one empty cell', () => {
  const body = [expansion('b', { jobs: 5 }), expansion('a', { jobs: 7 })];
  expect(show(['columns', 'jobs', 'headers', false], body)).toEqual([[5], [7]]);
  expect(show(['columns', 'jobs', 'headers', 'no'], [])).toEqual([['']]);
});

test('a list of companies in another function is never a single blank cell, which would mean all companies', () => {
  const empty = ask('TRACKED_COMPANIES', ['Empty', 'columns', 'domain', 'headers', false]);
  expect(empty.table).toEqual([[''], ['']]);
  for (const range of [[['Nobody'], [''], ['']], [['Nobody', '', '']]]) {
    const { table } = ask('MATCH_COMPANIES', [range, 'columns', 'id', 'headers', false]);
    expect(table).toEqual([[''], ['']]);
    expect(ask('HIRINGS', [table]).error).toBe(
      '#BAD_INPUT: the list of companies is empty; enter companies in it',
    );
  }
});

test.each([
  [true, [true, 'TRUE', 'yes', 1, '']],
  [false, [false, 'FALSE', 'No', 0]],
])('headers are shown: %s', (isShown, flags) => {
  for (const flag of flags) expect(show(['headers', flag], [expansion('a')])).toHaveLength(isShown ? 2 : 1);
});

const SORTABLE = [
  expansion('d', { jobs: 30, title: 'beta', currency: 'USD' }),
  expansion('c', { jobs: 4, title: 'Alpha', currency: 'EUR' }),
  expansion('b', { title: 'gamma', currency: 'EUR' }),
  expansion('a', { jobs: '10-15', title: 'delta', currency: 'USD' }),
];

test.each([
  ['jobs', ['c', 'd', 'a', 'b']],
  ['-jobs', ['a', 'd', 'c', 'b']],
  ['−jobs', ['a', 'd', 'c', 'b']],
  ['title', ['c', 'd', 'a', 'b']],
  ['-Headline', ['b', 'a', 'd', 'c']],
  ['currency|-id', ['c', 'b', 'd', 'a']],
  ['currency, id', ['b', 'c', 'a', 'd']],
  ['date', ['d', 'c', 'b', 'a']],
])('sort %s', (sort, ids) => {
  expect(show(['columns', 'id', 'headers', false, 'sort', sort], SORTABLE)?.flat()).toEqual(ids);
});

test('case and accents do not matter to the order, and a column that is not shown can be sorted by', () => {
  const titles = ['Zeta', 'österreich', 'Oslo', 'éclair', 'Eden', 'alpha'];
  const body = titles.map((title, index) => expansion(`${index}`, { title }));
  const sorted = show(['columns', 'title', 'headers', false, 'sort', 'title'], body);
  expect(sorted?.flat()).toEqual(['alpha', 'éclair', 'Eden', 'Oslo', 'österreich', 'Zeta']);
  expect(show(['columns', 'title', 'headers', false, 'sort', '-jobs'], SORTABLE)?.[0]).toEqual(['delta']);
});

test.each([
  ['acme.example', ['acme', 'sub']],
  ['Acme', ['acme', 'words']],
  ['acme.example|Acme', ['acme', 'sub', 'words']],
  ['linkedin.com/company/acme-inc', ['acme']],
  ['yahoo.com', ['mail']],
])('exact keeps whole-word matches of %s', (companies, ids) => {
  const body = [
    expansion('acme', { company: { name: 'ACME, Inc.', domain: 'acme.example' } }),
    expansion('sub', { company: { name: 'Other', domain: 'jobs.acme.example' } }),
    expansion('part', { company: { name: 'Acmeville', domain: 'x-acme.example' } }),
    expansion('words', { company: { name: 'The Acme Group', domain: '' } }),
    expansion('mail', { company: { name: 'Yahoo', domain: 'yahoo.com' } }),
  ];
  const table = show([companies, 'columns', 'id', 'headers', false, 'exact', true], body);
  expect(table?.flat().sort()).toEqual(ids);
});

test('exact keeps what was asked for by id, and all where no companies are named', () => {
  const body = [{ id: 'h', announcedDate: '02/11/2026', company: { id: 'c_000101', name: 'Acme' } }];
  for (const companies of [['c_000101'], []])
    expect(show([...companies, 'columns', 'id', 'exact', true], body, 'HIRINGS')).toEqual([['Id'], ['h']]);
});

/** Records by the day of their last change; now is Friday, 2026-11-20. */
const CHANGED = [
  expansion('today', { lastModified: '2026-11-20' }),
  expansion('friday', { lastModified: '2026-11-13' }),
  expansion('thursday', { lastModified: '2026-11-12' }),
  expansion('monday', { lastModified: '2026-11-09' }),
  expansion('october', { lastModified: '2026-10-31' }),
  expansion('undated'),
  expansion('unreadable', { lastModified: 'soon' }),
];

test.each([
  ['-7d', ['today', 'friday']],
  ['2026-11-12', ['today', 'friday', 'thursday']],
  [new Date('2026-11-09T00:00:00Z'), ['today', 'friday', 'thursday', 'monday']],
  ['last week', ['today', 'friday', 'thursday', 'monday']],
  ['this month', ['today', 'friday', 'thursday', 'monday']],
  ['2026-11-21', []],
  ['', ['unreadable', 'today', 'friday', 'thursday', 'monday', 'october', 'undated']],
])('since %s shows what was last changed on that day or later', (since, ids) => {
  const table = show(['columns', 'id', 'sort', '-lastModified', 'since', since], CHANGED);
  expect(table).toEqual([ids.length > 0 ? ['Id'] : withoutRecords(['Id']), ...ids.map((id) => [id])]);
});

test('since without anything new keeps the header row, or one blank row without headers', () => {
  const args = ['columns', 'id|date', 'since', 'tomorrow'];
  expect(show(args, CHANGED)).toEqual([withoutRecords(['Id', 'Announced'])]);
  expect(show([...args, 'headers', false], CHANGED)).toEqual([['', '']]);
});

test('since goes with exact, and a cut answer still says so', () => {
  const body = [
    expansion('new', { company: { name: 'Acme' }, lastModified: '2026-11-20' }),
    expansion('old', { company: { name: 'Acme' }, lastModified: '2026-10-20' }),
    expansion('part', { company: { name: 'Acmeville' }, lastModified: '2026-11-20' }),
  ];
  const args = ['Acme', 'columns', 'id', 'exact', true, 'since', '-7d'];
  expect(show(args, body)).toEqual([['Id'], ['new']]);
  expect(show([...args, 'limit', 3], body)).toEqual([['Id (first 3)'], ['new']]);
});

test.each(['HIRINGS', 'EXEC_CHANGES'] as const)('since works in %s, too', (name) => {
  const body = [
    { id: 'new', lastModified: '19/11/2026' },
    { id: 'old', lastModified: '01/11/2026' },
  ];
  expect(show(['columns', 'id', 'since', '-7d'], body, name)).toEqual([['Id'], ['new']]);
});

test('a cut answer says so in its first header, and one with more than the limit is cut to it', () => {
  const body = [expansion('b'), expansion('a')];
  const limited = (limit: number) => show(['limit', limit, 'columns', 'id|jobs'], body);
  expect(limited(1)).toEqual([
    ['Id (first 1)', 'Jobs'],
    ['b', ''],
  ]);
  expect(limited(2)?.[0]).toEqual(['Id (first 2)', 'Jobs']);
  expect(limited(3)?.[0]).toEqual(['Id', 'Jobs']);
});

test('a cell of Sheets holds 50,000 characters: a longer text ends in …, and no character is cut in half', () => {
  const cell = (change: Record<string, unknown>, column = 'title') =>
    show(['columns', column, 'headers', false], [expansion('a', change)])?.[0]?.[0];
  const x = (count: number) => 'x'.repeat(count);
  expect(cell({ title: x(50_000) })).toBe(x(50_000));
  expect(cell({ title: x(50_001) })).toBe(`${x(49_999)}…`);
  expect(cell({ title: `${x(49_998)}😀😀` })).toBe(`${x(49_998)}…`);
  expect(cell({ title: `${x(49_997)}😀😀😀` })).toBe(`${x(49_997)}😀…`);
  // a joined list and a joined place
  expect(cell({ title: Array(10).fill(x(9_000)) })).toHaveLength(50_000);
  const expansionLocation = { city: x(40_000), country: x(40_000) };
  expect(cell({ expansionLocation }, 'location')).toHaveLength(50_000);
});
