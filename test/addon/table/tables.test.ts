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
  ['jobs', ['Jobs']],
  ['Jobs|DATE', ['Jobs', 'Announced']],
  ['jobs, company', ['Jobs', 'Company']],
  [
    [['jobs'], [''], ['company']],
    ['Jobs', 'Company'],
  ],
  ['company.domain', ['Domain']],
  ['Last modified', ['Last modified']],
  ['last_modified', ['Last modified']],
  ['expansionLocation.city', ['City']],
  ['location', ['Expansion location']],
  ['company', ['Company']],
  ['hq', ['Headquarters']],
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

test('one column without headers is a bare list', () => {
  const body = [expansion('b', { jobs: 5 }), expansion('a', { jobs: 7 })];
  expect(show(['columns', 'jobs', 'headers', false], body)).toEqual([[5], [7]]);
});

test('a bare list of nothing is one empty cell', () => {
  expect(show(['columns', 'jobs', 'headers', 'no'], [])).toEqual([['']]);
});

test.each([true, 'TRUE', 'yes', 1, ''])('headers %p shows the headers', (flag) => {
  expect(show(['headers', flag], [expansion('a')])).toHaveLength(2);
});

test.each([false, 'FALSE', 'No', 0])('headers %p shows records alone', (flag) => {
  expect(show(['headers', flag], [expansion('a')])).toHaveLength(1);
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

test('case and accents do not matter to the order', () => {
  const body = ['Zeta', 'österreich', 'Oslo', 'éclair', 'Eden', 'alpha'].map((title, index) =>
    expansion(`${index}`, { title }),
  );
  const sorted = show(['columns', 'title', 'headers', false, 'sort', 'title'], body);
  expect(sorted?.flat()).toEqual(['alpha', 'éclair', 'Eden', 'Oslo', 'österreich', 'Zeta']);
});

test('a column that is not shown can be sorted by', () => {
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

test('exact keeps what was asked for by id', () => {
  const body = [{ id: 'h', announcedDate: '02/11/2026', company: { id: 'c_000101', name: 'Acme' } }];
  expect(show(['c_000101', 'columns', 'id', 'headers', false, 'exact', true], body, 'HIRINGS')).toEqual([
    ['h'],
  ]);
});

test('exact without companies keeps all', () => {
  expect(show(['columns', 'id', 'exact', true], [expansion('a')])).toEqual([['Id'], ['a']]);
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
  expect(show(['columns', 'id|date', 'since', 'tomorrow'], CHANGED)).toEqual([
    withoutRecords(['Id', 'Announced']),
  ]);
  expect(show(['columns', 'id|date', 'headers', false, 'since', 'tomorrow'], CHANGED)).toEqual([['', '']]);
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

test('a cut answer says so in its first header', () => {
  const body = [expansion('b'), expansion('a')];
  expect(show(['limit', 2, 'columns', 'id|jobs'], body)?.[0]).toEqual(['Id (first 2)', 'Jobs']);
  expect(show(['limit', 3, 'columns', 'id|jobs'], body)?.[0]).toEqual(['Id', 'Jobs']);
});

test('a service that returns more than the limit is cut to it', () => {
  const body = [expansion('c'), expansion('b'), expansion('a')];
  expect(show(['limit', 2, 'columns', 'id', 'headers', false], body)).toEqual([['c'], ['b']]);
});

describe('a cell of Sheets holds 50,000 characters', () => {
  const cell = (title: unknown) =>
    show(['columns', 'title', 'headers', false], [expansion('a', { title })])?.[0]?.[0];

  test('a text of that length is whole', () => expect(cell('x'.repeat(50_000))).toBe('x'.repeat(50_000)));
  test('a longer one ends in …', () => expect(cell('x'.repeat(50_001))).toBe(`${'x'.repeat(49_999)}…`));
  test('a character of two halves is never cut in half', () => {
    expect(cell(`${'x'.repeat(49_998)}😀😀`)).toBe(`${'x'.repeat(49_998)}…`);
    expect(cell(`x${'x'.repeat(49_996)}😀😀😀`)).toBe(`${'x'.repeat(49_997)}😀…`);
  });
  test('a joined list is cut too', () => {
    expect(cell(Array.from({ length: 10 }, () => 'x'.repeat(9_000)))).toHaveLength(50_000);
  });
  test('a joined place is cut too', () => {
    const expansionLocation = { city: 'x'.repeat(40_000), country: 'y'.repeat(40_000) };
    const table = show(['columns', 'location', 'headers', false], [expansion('a', { expansionLocation })]);
    expect(table?.[0]?.[0]).toHaveLength(50_000);
  });
});
