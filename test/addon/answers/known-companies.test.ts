/** Companies that a spreadsheet knows without the service: only the same id, domain or name counts. */
import { matchKnown } from '../../../src/addon/answers/known-companies.js';

const KNOWN = [
  { id: 'c1', name: 'Exact', domain: 'exact.example' },
  { id: 'c2', name: 'Booking.com', domain: '' },
  { id: 'c3', name: '???', domain: '' },
  { id: 'c4', name: 'LinkedIn', domain: 'linkedin.com' },
  { id: 'c5', name: 'Google', domain: 'google.com' },
];
const match = (text: string) => matchKnown([text], KNOWN).get(text);

test('a text keeps its words where they are those of a status', () => {
  const company = ['c1', 'Exact', 'exact.example', ''];
  expect(match('exact')).toEqual(['exact', ...company, 95, 'exact (known companies)', []]);
  expect(match('none')?.[0]).toBe('none');
});

test.each([
  ['Booking.com', 'c2'],
  ['EXACT.example', 'c1'],
  ['https://www.linkedin.com/', 'c4'],
  ['ann@linkedin.com', 'c4'],
  // pages of networks and of hosts are about others
  ['https://www.linkedin.com/in/ann', ''],
  ['linkedin.com/company/acme', ''],
  ['https://sites.google.com/view/acme', ''],
  ['!!!', ''],
  ['', ''],
])('%s is %s', (text, id) => {
  expect(match(text)?.[1]).toBe(id);
});

test.each([
  ['Danone S.A.', 'Danone'],
  ['Nestle', 'Nestlé'],
  ['Mueller Milch GmbH', 'Müller Milch'],
  ['The Coca-Cola Company', 'Coca-Cola Co.'],
  ['Siemens Aktiengesellschaft', 'Siemens AG'],
])('%s is %s', (text, name) => {
  const known = [
    { id: 'x', name, domain: '' },
    { id: 'y', name: `${name} Robotics`, domain: '' },
  ];
  expect(matchKnown([text], known).get(text)?.[1]).toBe('x');
});
