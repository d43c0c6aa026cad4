/** Valid and malformed response bodies, and the exact table of each. */
import { rowsOf } from '../../support/rows.js';
import { ask, type FunctionName } from '../ask.js';
import type { CannedAnswer } from '../fake-platform.js';

const RECORD = {
  id: 'be_1',
  announcedDate: '2026-11-02',
  company: { name: 'Acme', industries: ['banking', 'technology'] },
  jobs: 150,
  lastModified: '2026-11-03',
};
const OTHER = { ...RECORD, id: 'be_0', company: { name: 'Beta' }, jobs: 7 };
const NOV_2 = new Date('2026-11-02T00:00:00Z');

/** The rows that an answer of the service fills. */
function rowsIn(answer: CannedAnswer, columns: string, name: FunctionName = 'EXPANSIONS') {
  const { table, error } = ask(name, ['columns', columns, 'headers', false], { respond: () => answer });
  expect(error).toBeUndefined();
  return table;
}

/** The body, or its text, and the rows of the columns company and jobs. */
const WRAPPED: [string, unknown, unknown[][]][] = [
  ['a list', [RECORD, OTHER], [RECORD, OTHER].map(({ company, jobs }) => [company.name, jobs])],
  ['one record', RECORD, [['Acme', 150]]],
  ['an empty list', [], []],
  ['an empty body', '', []],
  ['blanks', ' \n', []],
  ['a byte-order mark before a list', `\uFEFF${JSON.stringify([RECORD])}`, [['Acme', 150]]],
  ['nothing but a byte-order mark', '\uFEFF', []],
  ['dataset', { dataset: [RECORD] }, [['Acme', 150]]],
  ['data', { data: [RECORD] }, [['Acme', 150]]],
  ['records', { records: [RECORD] }, [['Acme', 150]]],
  ['results', { results: [RECORD] }, [['Acme', 150]]],
  ['items', { items: [RECORD] }, [['Acme', 150]]],
  ['a list under a name of its own', { expansions: [RECORD], total: 1 }, [['Acme', 150]]],
  ['an empty wrapper', { dataset: [] }, []],
  ['a list that is null', { dataset: null, creditsConsumed: 0 }, []],
  ['balances beside a list', { dataset: [RECORD], openingBalance: 10, closingBalance: '9' }, [['Acme', 150]]],
  ['balances alone', { openingBalance: 10, closingBalance: 10, creditsConsumed: 0 }, []],
  ['a status of success', { status: '200', message: 'OK', data: [RECORD] }, [['Acme', 150]]],
  ['a status that is no number', { status: 'EXACT_MATCH', data: [RECORD] }, [['Acme', 150]]],
  ['a status alone', { status: 'OK', message: 'No records found' }, []],
  ['an id of the answer beside its list', { id: 'request-7', data: [RECORD] }, [['Acme', 150]]],
  ['two lists: the first of the usual names', { other: [1], data: [RECORD], items: [] }, [['Acme', 150]]],
  ['a null among the records', [null, RECORD, null], [['Acme', 150]]],
  ['an empty record among others', [{}, RECORD], [['Acme', 150]]],
  ['an error that is null', { error: null, data: [RECORD] }, [['Acme', 150]]],
  ['unknown fields', [{ ...RECORD, mood: 'good', extra: { a: [1] } }], [['Acme', 150]]],
];

test.each(WRAPPED)('%s', (_title, body, rows) => {
  const answer = typeof body === 'string' ? { text: body } : { body };
  expect(rowsIn(answer, 'company|jobs')).toEqual(rows.length > 0 ? rows : [['', '']]);
});

/** A field, what stands in it, and what the cell of a column shows. */
const FIELDS: [string, Record<string, unknown>, string, unknown][] = [
  ['a number as text', { jobs: '150' }, 'jobs', 150],
  ['a number with commas', { jobs: '1,250' }, 'jobs', 1250],
  ['a number with decimals', { jobs: '100.0' }, 'jobs', 100],
  ['a number in scientific writing', { investment: 5e6 }, 'investment', 5_000_000],
  ['a number beyond all numbers', { investment: '1e999' }, 'investment', '1e999'],
  ['a range of numbers stays text', { jobs: '10-15' }, 'jobs', '10-15'],
  ['null', { jobs: null }, 'jobs', ''],
  ['an empty text', { jobs: '' }, 'jobs', ''],
  ['zero', { jobs: 0 }, 'jobs', 0],
  ['a flag where a number belongs', { jobs: true }, 'jobs', ''],
  ['a date', {}, 'date', NOV_2],
  ['a date of the other version', { announcedDate: '02/11/2026' }, 'date', NOV_2],
  ['a timestamp', { announcedDate: '2026-11-02T23:59:59+02:00' }, 'date', NOV_2],
  ['a number that is no time', { announcedDate: 20261118 }, 'date', '20261118'],
  ['nothing as a number', { announcedDate: 0 }, 'date', ''],
  ['a date that does not exist', { announcedDate: '2026-02-30' }, 'date', '2026-02-30'],
  ['a date month first is not guessed', { announcedDate: '11/22/2026' }, 'date', '11/22/2026'],
  ['a date in words', { announcedDate: 'last spring' }, 'date', 'last spring'],
  ['a date before the dates of a sheet', { announcedDate: '0001-01-01' }, 'date', '0001-01-01'],
  ['a null company', { company: null }, 'company', ''],
  ['a company as text', { company: 'Acme' }, 'company', 'Acme'],
  ['a place as text', { expansionLocation: 'Toronto, Canada' }, 'location', 'Toronto, Canada'],
  ['a list', {}, 'industry', 'banking, technology'],
  ['a list as text', { company: { industries: 'banking' } }, 'industry', 'banking'],
  ['a list with holes', { company: { industries: ['a', null, '', 'b'] } }, 'industry', 'a, b'],
  ['an empty list', { company: { ticker: [] } }, 'ticker', ''],
  ['a list of objects', { company: { industries: [{ name: 'a' }, { id: 7 }] } }, 'industry', 'a, 7'],
  ['a text as list', { title: ['one', 'two'] }, 'title', 'one, two'],
  ['a text as number', { title: 7 }, 'title', '7'],
  ['a text as object', { title: { name: 'Acme' } }, 'title', 'Acme'],
  ['an unknown enumerated value', { expansionType: 'Spaceport' }, 'type', 'Spaceport'],
  ['an unknown currency', { currency: 'KRW' }, 'currency', 'KRW'],
  ['markup', { title: '<p>Acme <b>builds</b>,<br/>now</p>' }, 'title', 'Acme builds, now'],
  ['a script', { title: 'a<script>alert("x < y")</script>b' }, 'title', 'a b'],
  ['a script without an end', { title: 'a <script>alert(1)' }, 'title', 'a'],
  ['a comment', { title: 'a<!-- x -->b' }, 'title', 'a b'],
  ['signs that are no markup', { title: 'a < b and 5 <6' }, 'title', 'a < b and 5 <6'],
  ['entities', { title: 'A&amp;B &#8211; &quot;C&quot; &unknown;' }, 'title', 'A&B – "C" &unknown;'],
  ['an entity in hexadecimal', { title: '&#x27;D&#x27;' }, 'title', "'D'"],
  ['an entity for markup', { title: '&lt;b&gt;' }, 'title', '<b>'],
  ['control characters', { title: 'a\u0000b\u0007c\td' }, 'title', 'a b c\td'],
  ['control characters as entities', { title: 'a&#7;b&#xD83D;c' }, 'title', 'a b\ufffdc'],
  ['a backslash before a u', { title: 'C:\\u0007 and \\ud83d' }, 'title', 'C:\\u0007 and \\ud83d'],
  ['half of a character', { title: 'a\ud83db' }, 'title', 'a\ufffdb'],
  ['a whole character of two halves', { title: 'a😀b' }, 'title', 'a😀b'],
  ['blanks around a text', { title: '  Acme ' }, 'title', 'Acme'],
  ['a text that looks like a formula', { title: '=1+1' }, 'title', '=1+1'],
];

test.each(FIELDS)('%s', (_title, change, column, cell) => {
  expect(rowsIn({ body: [{ ...RECORD, ...change }] }, column)).toEqual([[cell]]);
});

const REPEATED: [string, unknown[], unknown[][]][] = [
  ['the same record twice', [RECORD, RECORD], [['be_1', 150]]],
  ['a later version after', [RECORD, { ...RECORD, jobs: 9, lastModified: '2026-11-09' }], [['be_1', 9]]],
  ['a later version before', [{ ...RECORD, jobs: 9, lastModified: '2026-11-09' }, RECORD], [['be_1', 9]]],
  ['records without ids are different ones', [{ jobs: 1 }, { jobs: 2 }], [1, 2].map((jobs) => ['', jobs])],
];

test.each(REPEATED)('%s', (_title, body, rows) => expect(rowsIn({ body }, 'id|jobs')).toEqual(rows));

const VERSION_1 = rowsOf(`
a hiring → HIRINGS → ["columns", "company|jobs|location"] → [{ "id": "mh_1", "company": { "name": "Acme" }, "numberOfJobs": 500, "location": { "city": "Ulm", "country": "Germany" } }] → [["Acme", 500, "Ulm, Germany"]]
an executive change → EXEC_CHANGES → ["columns", "executive|category|previous|executivePreviousCompany.score"] → { "dataset": [{ "id": "ec_1", "executiveName": "Ann Lee", "executiveTitleCategory": ["CEO", "Chair"], "executivePreviousCompany": { "name": "Beta", "score": 0.5 } }] } → [["Ann Lee", "CEO, Chair", "Beta", 0.5]]
tracked companies → TRACKED_COMPANIES → ["Key accounts"] → { "status": "200", "message": "OK", "companies": [{ "id": "c_1", "name": "Acme", "domain": "acme.example" }] } → [["Acme", "acme.example", "c_1"]]
a bare list of tracked companies → TRACKED_COMPANIES → ["Key accounts"] → [{ "id": "c_1", "name": "Acme" }] → [["Acme", "", "c_1"]]
a group with its id and name → TRACKED_COMPANIES → ["Key accounts"] → { "id": "g_1", "name": "Key accounts", "companies": [{ "id": "c_1", "name": "Acme" }] } → [["Acme", "", "c_1"]]
`);

test.each(VERSION_1)('%s', (_title, name, args = '', body = '', rows = '') => {
  const respond = () => ({ text: body });
  const { table, error } = ask(name as FunctionName, [...JSON.parse(args), 'headers', false], { respond });
  expect(error).toBeUndefined();
  expect(table).toEqual(JSON.parse(rows));
});

test.each(['02/11/2026', '2026-11-02'])('a hiring of %s', (announcedDate) => {
  expect(rowsIn({ body: [{ id: 'mh_1', announcedDate }] }, 'date', 'HIRINGS')).toEqual([[NOV_2]]);
});
