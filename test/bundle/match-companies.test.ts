/**
 * MATCH_COMPANIES: a row per cell, in order, free, stored for a month; limited without matching. Company names
 * in HIRINGS and EXEC_CHANGES: from the spreadsheet's groups, else matched by the service.
 */
import { COMPANIES_PATH, type FoundCompany, MATCH_PATH } from '../../src/contract/lookups.js';
import { useHost } from '../support/host.js';
import { type RecorderFault, useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';
import { createPeople } from './sidebar/people.js';

const DAY_MS = 86_400_000;
const HEADERS = ['Company id', 'Company', 'Domain', 'Headquarters', 'Confidence', 'Match'];

const service = useService({ credits: 100 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
const people = createPeople(host);

const match = (...args: readonly unknown[]) => host.formula('MATCH_COMPANIES', ...args);
/** The texts in each request for matches. */
const asked = () =>
  recorder.requests
    .filter(({ path }) => path === MATCH_PATH)
    .map(({ body }) => (JSON.parse(body) as { readonly companies: readonly string[] }).companies);
/** Replaces the service's answers to requests for matches. */
function answerMatches(fault: RecorderFault): void {
  recorder.fault = ({ path }) => (path === MATCH_PATH ? fault : undefined);
}

type Company = Required<FoundCompany>;
/** Companies of the sample data with a name and a domain. */
const known: Company[] = [];
/** Those of them that are in no group. */
const untracked = () => known.filter(({ tracked }) => !tracked);
beforeAll(async () => {
  const headers = { 'x-api-key': service.apiKey };
  for (const query of ['tr', 'sy', 'ho', 'gr']) {
    const found = await fetch(`${service.baseUrl}${COMPANIES_PATH}?query=${query}`, { headers });
    const { companies } = (await found.json()) as { readonly companies: readonly Company[] };
    known.push(...companies.filter(({ name, domain }) => name && domain));
  }
  expect(untracked().length).toBeGreaterThan(5);
});

test('a row for each cell in its order: names in capitals, domains, pages, mail, blanks and nonsense', async () => {
  const [a, b, c, d] = known as [Company, Company, Company, Company];
  const name = a.name.toUpperCase();
  const address = `https://www.${b.domain}/jobs?x=1`;
  const mail = `Ann <ann@${c.domain}>`;
  const texts = [name, '', address, 'Nobody Knows This Firm', mail, d.id, name, ''];
  const rowOf = ({ id, name, domain, location = '' }: Company) => [id, name, domain, location];
  const [header, ...rows] = await match(texts.map((text) => [text]));
  expect(header).toEqual(HEADERS);
  const nobody = ['', '', '', ''];
  expect(rows).toEqual([
    [...rowOf(a), 99, 'exact'],
    [...nobody, '', ''],
    [...rowOf(b), 100, 'exact'],
    [...nobody, 0, 'none'],
    [...rowOf(c), 100, 'exact'],
    [...rowOf(d), 100, 'exact'],
    [...rowOf(a), 99, 'exact'],
  ]);
  // each distinct text once, and no blank one
  expect(asked()).toEqual([[...new Set(texts)].filter((text) => text !== '')]);
  expect(recorder.requests).toHaveLength(1);
});

test('a typing error is probable; columns, headers and one text with | between names', async () => {
  const { id, name, domain } = known[0]!;
  const typo = name.replace(/^(....)/, '$1$1'.slice(0, 2)).replace(/(.)(.)$/, '$2$1');
  const rows = await match(`${name}|${typo}`, 'columns', 'text|id|match|alternatives', 'headers', false);
  expect(rows[0]).toEqual([name, id, 'exact', '']);
  expect(rows[1]![0]).toBe(typo);
  expect(await match(domain, 'columns', 'domain', 'headers', false)).toEqual([[domain]]);
  await expect(match([['']])).rejects.toThrow('the list of companies is empty');
  await expect(match(name, 'sort', 'name')).rejects.toThrow('MATCH_COMPANIES has no option "sort"');
});

test('a cell with an error or a date has a match of none in its place, and is not asked', async () => {
  const { id, name } = known[0]!;
  const rows = await match([['#N/A'], [name], [new Date()], ['']], 'columns', 'id|match', 'headers', false);
  expect(rows.flat()).toEqual(['', 'none', id, 'exact', '', 'none']);
  expect(asked()).toEqual([[name]]);
});

test('stored for a month: other cells and mornings request nothing, a new refresh value and day 31 do', async () => {
  const names = known.slice(0, 6).map(({ name }) => [name]);
  const first = await match(names);
  for (const days of [0, 1, 20]) {
    host.clock.advance(days * DAY_MS);
    expect(await match(names)).toEqual(first);
  }
  expect(await match(names.slice(2, 4))).toHaveLength(3);
  expect(asked()).toHaveLength(1);
  // only the new text is requested
  await match([...names, ['Somebody Else']]);
  expect(asked()).toEqual([names.flat(), ['Somebody Else']]);
  await match(names, 'refresh', 'now');
  expect(asked()).toHaveLength(3);
  await match(names, 'refresh', 'now');
  expect(asked()).toHaveLength(3);
  host.clock.advance(31 * DAY_MS);
  await match(names, 'refresh', 'now');
  expect(asked()).toHaveLength(4);
});

test('more texts than a request may have need several requests, within the time limit', async () => {
  const nameOf = (index: number) => `${known[index % known.length]!.name} ${index}`;
  const names = Array.from({ length: 1_200 }, (_, index) => [nameOf(index)]);
  expect(await match(names)).toHaveLength(1_201);
  expect(asked().map((texts) => texts.length)).toEqual([500, 500, 200]);
});

test.each([404, 405, 501])(
  'without matching at the service (%d), groups and stored records are searched, and the row says so',
  async (status) => {
    answerMatches({ kind: 'status', status, body: '{}' });
    await people.call('owner', 'addGroup', 'Key accounts');
    const columnsOf = (names: string) => ['columns', names, 'headers', false];
    const [tracked] = await host.formula('TRACKED_COMPANIES', 'Key accounts', ...columnsOf('id|name|domain'));
    const [id, name, domain] = tracked as [string, string, string];
    const columns = columnsOf('id|name|domain|match');
    expect(await match([[name], [`www.${domain}`], [id], ['Nobody at all']], ...columns)).toEqual([
      ...Array.from({ length: 3 }, () => [id, name, domain, 'exact (known companies)']),
      ['', '', '', 'none (known companies)'],
    ]);
    // a bought record names its company
    const [bought = []] = await host.formula('EXPANSIONS', 'limit', 1, ...columnsOf('company|domain'));
    const row = [...bought, 'exact (known companies)'];
    expect(await match([[bought[0]]], ...columnsOf('name|domain|match'))).toEqual([row]);
    expect(asked().length).toBeLessThanOrEqual(2);
  },
);

test.each([
  ['another shape', '[]'],
  ['too few', '{"matches":[]}'],
  ['a match without a status', '{"matches":[{"confidence":100,"alternatives":[]}]}'],
  ['no JSON', '<html>'],
])('%s from the service is no match', async (_, body) => {
  answerMatches({ kind: 'malformed', body });
  expect(await match('Acme', 'columns', 'id|match', 'headers', false)).toEqual([
    ['', 'none (known companies)'],
  ]);
});

test('markup in the service’s names stays text, and a long text or a zero byte is not sent', async () => {
  const company = { id: 'c1', name: '<b>Acme</b> &amp; Sons', domain: 'acme.example' };
  const matches = [{ status: 'exact', confidence: 99, company, alternatives: [company] }];
  answerMatches({ kind: 'malformed', body: JSON.stringify({ matches }) });
  const rows = await match([['Acme'], ['x'.repeat(301)], ['a\0b']], 'columns', 'id|name|match|alternatives');
  expect(rows.slice(1)).toEqual([
    ['c1', 'Acme & Sons', 'exact', 'Acme & Sons (acme.example)'],
    ['', '', 'none', ''],
    ['', '', 'none', ''],
  ]);
  expect(asked()).toEqual([['Acme']]);
});

describe('D61 a company in HIRINGS', () => {
  const hirings = (...args: readonly unknown[]) => host.formula('HIRINGS', ...args);

  test.each(['name', 'domain'] as const)('in no group is found by its %s', async (by) => {
    const [one] = untracked();
    const text = one![by].toUpperCase();
    const shown = await hirings(text);
    expect(recorder.requests.map(({ path }) => path)).toEqual([MATCH_PATH, '/api/v1/dataset/major-hiring']);
    // the add-on sends domains in lower case
    expect(asked()).toEqual([[by === 'name' ? text : one!.domain]]);
    expect(JSON.parse(recorder.requests[1]!.body)).toMatchObject({ companyIds: [one!.id] });
    expect(await hirings(one!.id)).toEqual(shown);
    // the cache has the match for all cells
    await hirings(text, 'limit', 7);
    expect(asked()).toHaveLength(1);
  });

  test('in a group of the spreadsheet is not matched', async () => {
    const [first, second] = untracked();
    await people.call('owner', 'addGroup', 'Key accounts');
    const tracked = await host.formula('TRACKED_COMPANIES', 'Key accounts', 'columns', 'id|name');
    const [id, name] = tracked[1]!;
    recorder.clear();
    await hirings([[name], [first!.name], [second!.name]]);
    expect(asked()).toEqual([[first!.name, second!.name]]);
    const { body } = recorder.requests.at(-1)!;
    expect(JSON.parse(body)).toMatchObject({ companyIds: [id, first!.id, second!.id] });
    // only the named group is searched
    const refusal = `not found: "${first!.name}"; use company ids or a "group" that contains them`;
    await expect(hirings(first!.name, 'group', 'Key accounts')).rejects.toThrow(refusal);
    expect(asked()).toHaveLength(1);
  });

  test('is asked for once, with any number of others, at a service without matching', async () => {
    answerMatches({ kind: 'status', status: 404, body: '{"status":"404","message":"Not found"}' });
    const names = untracked().map(({ name }) => [name]);
    const message = `not found: "${names[0]![0]}" and ${names.length - 1} more; use company ids or a "group"`;
    for (let time = 0; time < 2; time++) await expect(hirings(names)).rejects.toThrow(message);
    expect(recorder.requests.map(({ path }) => path)).toEqual([MATCH_PATH]);
  });
});
