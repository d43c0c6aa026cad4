/** Tracks a column's companies in a group: matches them, applies confirmed changes, is safe to repeat. */
import { MATCH_PATH } from '../../../src/contract/lookups.js';
import type { Outcome, SidebarState } from '../../../src/contract/sidebar-api.js';
import type { Role } from '../../../src/sandbox/bridge/modes.js';
import { useHost } from '../../support/host.js';
import { useRecorder } from '../../support/recorder.js';
import { useOwnService } from '../../support/service.js';
import { createPeople } from './people.js';

const service = useOwnService({ credits: 100 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: { baseUrl: recorder.baseUrl, apiKey: editorKey } }));
const people = createPeople(host);
const NOTHING = { added: [], already: [], removed: [], absent: [], unknown: [] };
let editorKey: string;
/** Companies of the sample data. */
let companies: readonly { readonly id: string; readonly name: string; readonly domain: string }[];

beforeAll(async () => {
  const made = await service.command(...'keys create --name E --credits 9 --edit-groups --json'.split(' '));
  editorKey = (JSON.parse(made) as { key: string }).key;
  companies = JSON.parse(await service.command('companies', 'find', 'gro', '--json')) as typeof companies;
  expect(companies.length).toBeGreaterThan(20);
});

type Matched = Extract<Outcome, { kind: 'matched' }>;

async function type(rows: readonly string[], column = 'A'): Promise<void> {
  for (const [index, text] of rows.entries()) host.workbook.type(`${column}${index + 1}`, text);
  await host.settled();
}
const select = (a1: string) => host.ui.select(host.workbook.area(a1));
const match = async () => (await people.call('owner', 'matchColumn')).outcome as Matched;
type Ids = readonly string[];
const changeGroup = (group: string, add: Ids, remove: Ids = [], isListed = true) =>
  people.call('owner', 'changeGroup', group, { add, remove }, isListed);

test('the selected column is matched as it is, each text once, in one request', async () => {
  const [first, second, third] = companies;
  const name = first!.name.toUpperCase();
  await type(['Company', ` ${name} `, '', second!.domain, second!.domain, 'Nobody at all', '42']);
  await type(['elsewhere'], 'B');
  const place = 'Sheet1!A1:A7';
  const texts = ['Company', name, second!.domain, 'Nobody at all', '42'];
  const ids = [undefined, first!.id, second!.id, undefined, undefined];
  for (const selected of ['A1:A7', 'A1:B7', 'A1:A900', 'A1']) {
    recorder.clear();
    select(selected);
    const outcome = await match();
    expect([selected, outcome]).toMatchObject([selected, { kind: 'matched', place, texts, left: 0 }]);
    expect(outcome.matches!.map(({ company }) => company?.id)).toEqual(ids);
    expect(recorder.requests.map(({ path }) => path)).toEqual([MATCH_PATH]);
  }
  select('A4:A5');
  expect(await match()).toMatchObject({ place: 'Sheet1!A4:A5', texts: [second!.domain] });
  // days, check boxes, errors and loading texts are not companies
  await type(['2026-01-31', 'TRUE', '=1/0', '', third!.domain, '=NA()', 'Loading...', '4711'], 'D');
  select('D1:D8');
  expect(await match()).toMatchObject({ texts: [third!.domain, '4711'], unreadable: 5 });
  select('C1:C9');
  expect(await people.refusal('owner', 'matchColumn')).toMatch(/^#BAD_INPUT: the list of companies is empty/);
});

test('of more than 500 distinct texts, the first 500 are matched and the others counted', async () => {
  await type(Array.from({ length: 503 }, (_, index) => `Text ${index}`));
  select('A1:A600');
  const { texts, left, matches } = await match();
  expect([texts.length, left, matches?.length]).toEqual([500, 3, 500]);
});

test('formulas know a created or changed group at once; undoing its creation removes it here', async () => {
  const [first, second, third] = companies.map(({ id }) => id);
  const shown = (...refresh: readonly unknown[]) =>
    host.run('TRACKED_COMPANIES', ['Fresh', 'columns', 'id', ...refresh]) as Promise<string[][]>;
  await expect(shown()).rejects.toThrow('#NO_GROUP');
  const added = await changeGroup('Fresh', [first!, second!]);
  const changed = { ...NOTHING, added: [first, second] };
  expect(added).toMatchObject({ groups: ['Fresh'], defaultGroup: 'Fresh' });
  expect(added.outcome).toMatchObject({ kind: 'group-changed', changed });
  expect((await shown()).flat().sort()).toEqual(expect.arrayContaining([first, second]));
  // again, as after a killed call
  expect((await changeGroup('Fresh', [first!, second!])).outcome).toMatchObject({
    changed: { ...NOTHING, already: [first, second] },
  });
  await changeGroup('Fresh', [third!], [first!]);
  const [, ...members] = await shown('refresh', 1);
  expect(members.flat().sort()).toEqual([second, third].sort());
  const undone = await changeGroup('Fresh', [], [second!, third!], false);
  expect(undone).toMatchObject({ groups: [], defaultGroup: '' });
  expect(await people.refusal('owner', 'listCompanies', 'Fresh')).toMatch(/^#NO_GROUP/);
});

test('a group that is not of this spreadsheet keeps its callback address when its companies change', async () => {
  const [first, second] = companies.map(({ id }) => id);
  const url = 'https://hooks.example/news';
  host.properties.write('document', { settings: JSON.stringify({ callbacks: { Elsewhere: url } }) });
  await changeGroup('Elsewhere', [first!, second!], [], true);
  const undone = await changeGroup('Elsewhere', [], [second!], false);
  expect(undone).toMatchObject({ groups: [], defaultGroup: '', callbacks: { Elsewhere: url } });
});

test('a failed change changes nothing here and can be repeated', async () => {
  const add = companies.slice(0, 3).map(({ id }) => id);
  for (const fault of [
    { kind: 'hangUp', reached: true },
    { kind: 'status', status: 503, reached: true },
    { kind: 'malformed', body: '{"status":"200"}', reached: true },
  ] as const) {
    recorder.fault = () => fault;
    const group = `Repeated ${fault.kind}`;
    expect(await people.refusal('owner', 'changeGroup', group, { add }, true)).toMatch(/^#SERVICE/);
    recorder.fault = () => undefined;
    expect((await people.call('owner', 'sidebarState')).groups).not.toContain(group);
    expect((await changeGroup(group, add)).outcome).toMatchObject({ changed: { ...NOTHING, already: add } });
  }
});

test('a service, a key or a person without the right to change groups is distinguished', async () => {
  const { id } = companies[0]!;
  recorder.fault = () => ({ kind: 'status', status: 404, body: '{"code":"NO_ROUTE","message":"x"}' });
  const outcomeOf = async (state: Promise<SidebarState>) => (await state).outcome;
  expect(await outcomeOf(changeGroup('None', [id]))).toEqual({ kind: 'group-changed' });
  await type(['Somebody']);
  select('A1');
  const matched = { kind: 'matched', place: 'Sheet1!A1:A1', texts: ['Somebody'] };
  expect(await match()).toEqual({ ...matched, left: 0, unreadable: 0 });
  recorder.fault = () => undefined;
  const refusal = (as: Role, name: string, change: object) =>
    people.refusal(as, 'changeGroup', name, change, true);
  expect(await refusal('owner', ' ', { add: [id] })).toMatch(/a group name has/);
  expect(await refusal('owner', 'a\u0007b', { add: [id] })).toMatch(
    /^#BAD_INPUT: the service did not change the group \(GROUP_NAME of a new group/,
  );
  expect(await refusal('owner', 'Nowhere', { remove: [id] })).toMatch(/^#NO_GROUP/);
  await people.share('owner');
  expect(await refusal('editor', 'Theirs', { add: [id] })).toBe(
    '#NO_KEY: you change groups with a key of your own; save one in Signals > Open sidebar',
  );
  await people.save('owner', { baseUrl: recorder.baseUrl, apiKey: service.apiKey });
  const forbidden = /^#BAD_INPUT: this API key may not change groups/;
  expect(await refusal('owner', 'Theirs', { add: [id] })).toMatch(forbidden);
});

test('a group’s change is reported and can be undone although the spreadsheet has no space for its name', async () => {
  const { id } = companies[0]!;
  const groups = Array.from({ length: 79 }, (_, index) => `${index} `.padEnd(97, 'x'));
  host.properties.write('document', { settings: JSON.stringify({ groups }) });
  const group = 'One too many'.padEnd(100, '!');
  expect((await changeGroup(group, [id])).outcome).toMatchObject({ changed: { ...NOTHING, added: [id] } });
  expect((await people.call('owner', 'sidebarState')).groups).toHaveLength(79);
});
