/** Only web addresses become links, whatever the service sends. */
import { createLinker } from '../../../src/addon/table/record-links.js';

const columns = ['company.name', 'company.domain', 'title', 'url'].map((path) => ({
  path,
  type: 'text' as const,
  header: path,
  description: '',
}));
const shown = columns.map((field) => ({ header: field.header, fields: [field] }));
const linksOf = (domain: string, url: string) => createLinker(columns, shown)(['Acme', domain, 'Plant', url]);

test('a company leads to its site, a headline to its source', () => {
  expect([...linksOf('acme.example', 'https://news.example/a?b=1#c')]).toEqual([
    ['company.name', 'https://acme.example'],
    ['title', 'https://news.example/a?b=1#c'],
  ]);
});

test('a column of several fields leads nowhere', () => {
  const joined = [{ header: 'Both', fields: [columns[0]!, columns[2]!] }];
  expect(createLinker(columns, joined)(['Acme', 'acme.example', 'Plant', 'https://a.example']).size).toBe(0);
});

test.each(
  [
    ['javascript:alert(1)', 'data:text/html,x', 'https://user:secret@evil.example/'],
    ['https://good.example\\@evil.example', 'https://a.example/"onclick="x', 'https://a.example/<b>'],
    ['https://a.example/a b', 'ftp://a.example', '//a.example', '#gid=0', '=1+1', 'localhost'],
    [`https://a.example/${'x'.repeat(2_000)}`],
  ].flat(),
)('%s leads nowhere', (address) => expect([...linksOf(address, address).values()]).toEqual(['', '']));
