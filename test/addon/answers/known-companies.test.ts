/** Companies that a spreadsheet knows without the service: only the same id, domain or name counts. */
import { matchKnown } from '../../../src/addon/answers/known-companies.js';

const KNOWN = [
  { id: 'c1', name: 'Exact', domain: 'exact.example' },
  { id: 'c2', name: 'Booking.com', domain: '' },
  { id: 'c3', name: '???', domain: '' },
  { id: 'c4', name: 'LinkedIn', domain: 'linkedin.com' },
  { id: 'c5', name: 'Google', domain: 'google.com' },
];
const PARENT = { id: 'p', name: 'Acme International Ltd', domain: 'acme.example' };
const SUBSIDIARY = { id: 's', name: 'Acme Foods', domain: 'acme.example' };
const match = (text: string, known: Parameters<typeof matchKnown>[1] = KNOWN) =>
  matchKnown([text], known).get(text);

test('a text that equals a status stays a text', () => {
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
  ['https://www.google.com/maps/place/Acme', ''],
  ['linkedin.com/company/exact-inc', 'c1'],
  ['www2.exact.example', 'c1'],
  ['https://shop.exact.example/sale', 'c1'],
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
  expect(match(text, known)?.[1]).toBe('x');
});

test.each([
  ['Acme International', 'p'],
  ['ACME FOODS INC', 's'],
  ['acme.example', ''],
  ['Acme Holding', ''],
])('%s: a subsidiary with the domain of its parent is another company', (text, id) => {
  // the parent's name in a record without an id, such as one of an expansion
  const record = { id: '', name: 'Acme International', domain: 'acme.example', location: 'Cork, Ireland' };
  for (const known of [
    [PARENT, SUBSIDIARY, record],
    [record, SUBSIDIARY, PARENT],
  ]) {
    const row = match(text, known);
    expect([row?.[1], row?.[4]]).toEqual([id, id === 'p' ? 'Cork, Ireland' : '']);
  }
});

test('words in brackets may be a part of the name', () => {
  const known = ['Acme', 'Acme Foods'].map((name) => ({ id: name, name, domain: '' }));
  expect(match('Acme (Berlin)', known)?.[1]).toBe('Acme');
  expect(match('Acme (Foods)', known)?.[1]).toBe('');
});

test('a subdomain means its own company before the parent', () => {
  const known = [...KNOWN, { id: 'c6', name: 'Exact Labs', domain: 'labs.exact.example' }];
  expect(match('labs.exact.example', known)?.[1]).toBe('c6');
});
