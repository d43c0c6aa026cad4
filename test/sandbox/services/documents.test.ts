/** Several spreadsheets of one script: their shared and separate state. */
import type { Host } from '../../../src/sandbox/host/host.js';
import { eventually } from '../../support/eventually.js';
import { useHosts } from '../../support/host.js';

const CODE = `
const OPENERS = { document: 'Document', user: 'User', script: 'Script' };
function note(scope, value) { PropertiesService['get' + OPENERS[scope] + 'Properties']().setProperty('note', value); CacheService.getDocumentCache().putAll({ note: value }, 60); }
function noted(scope) { return [PropertiesService['get' + OPENERS[scope] + 'Properties']().getProperty('note'), CacheService.getDocumentCache().getAll(['note']).note]; }
function hold(scope) { LockService['get' + OPENERS[scope] + 'Lock']().tryLock(10); while (PropertiesService.getScriptProperties().getProperty('over') === null) Utilities.sleep(20); }
function end() { PropertiesService.getScriptProperties().setProperty('over', 'yes'); }
function isFree(scope) { return LockService['get' + OPENERS[scope] + 'Lock']().tryLock(10); }
function make() { return ScriptApp.newTrigger('tick').timeBased().everyHours(1).create().getUniqueId(); }
function all() { return ScriptApp.getProjectTriggers().map((t) => t.getUniqueId()); }
function here() { return ScriptApp.getUserTriggers(SpreadsheetApp.getActiveSpreadsheet()).map((t) => t.getUniqueId()); }
/** @customfunction */
function ONE() { return 1; }
`;

const startHost = useHosts();

async function openTwo(): Promise<[first: Host, second: Host]> {
  const first = await startHost({ code: CODE });
  return [first, await startHost({ code: CODE, shared: first.shared, documentId: 'second' })];
}

test.each([
  ['document', false],
  ['user', true],
  ['script', true],
])(
  'properties of the %s: the other spreadsheet sees them: %s; it has its own cache',
  async (scope, seesThem) => {
    const [first, second] = await openTwo();
    await first.run('note', [scope, 'one']);
    expect(await second.run('noted', [scope])).toEqual([seesThem ? 'one' : null, null]);
    expect(await first.run('noted', [scope])).toEqual(['one', 'one']);
  },
);

test.each([
  ['document', true],
  ['script', false],
])('a lock of the %s that one spreadsheet holds is free in the other: %s', async (scope, isFree) => {
  const [first, second] = await openTwo();
  const held = first.run('hold', [scope]);
  await eventually(() => first.locks.holder(scope) !== undefined);
  const found = await second.run('isFree', [scope]);
  await second.run('end');
  await held;
  expect(found).toBe(isFree);
});

test('a person has one clock trigger per spreadsheet and sees those of all spreadsheets', async () => {
  const [first, second] = await openTwo();
  const ids = [await first.run('make'), await second.run('make')];
  expect(await first.run('all')).toEqual(ids);
  expect(await second.run('all')).toEqual(ids);
  await expect(second.run('make')).rejects.toThrow('too many time-based triggers in this document');
  expect(await second.run('all', [], { as: 'editor' })).toEqual([]);
});

test('a spreadsheet’s triggers include its clock trigger or not, because sources disagree', async () => {
  const [first, second] = await openTwo();
  await first.run('make');
  const clock = await second.run('make');
  expect(await second.run('here')).toEqual([]);
  second.switches.clockTriggersByDocument = true;
  expect(await second.run('here')).toEqual([clock]);
});

test('a formula counts for the person who created the spreadsheet', async () => {
  const host = await startHost({ code: CODE, owner: 'editor' });
  host.workbook.type('A1', '=ONE()');
  await host.settled();
  expect(host.executions.records.map(({ user }) => user.email)).toEqual(['editor@example.com']);
});

test('a formula reads the owner’s properties for every person and cannot change them', async () => {
  const [host] = await openTwo();
  await host.run('note', ['user', 'of the owner']);
  const asEditor = { as: 'editor', mode: 'custom-function' } as const;
  expect(await host.run('noted', ['user'], asEditor)).toEqual(['of the owner', 'of the owner']);
  await expect(host.run('note', ['user', 'stolen'], asEditor)).rejects.toThrow(
    'You do not have permission to call setProperty',
  );
});
