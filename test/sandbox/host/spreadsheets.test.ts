/** The spreadsheets of a script: copies, deletion and persistence. */
import type { HostOptions } from '../../../src/sandbox/host/host.js';
import type { SpreadsheetFile, Spreadsheets } from '../../../src/sandbox/host/spreadsheets.js';
import { eventually } from '../../support/eventually.js';
import { useSpreadsheets } from '../../support/host.js';

const HOUR_MS = 3_600_000;
const CODE = `
/** @customfunction */
function WHOSE() { return PropertiesService.getUserProperties().getProperty('name') || 'no one'; }
/** @customfunction */
function LATE() { Utilities.sleep(200); PropertiesService.getDocumentProperties().setProperty('note', 'late'); return 'late'; }
/** @customfunction */
function ENDLESS() { for (;;) Utilities.sleep(1000); }
function name(value) { PropertiesService.getUserProperties().setProperty('name', value); }
function note() { for (const store of [PropertiesService.getDocumentProperties(), PropertiesService.getScriptProperties()]) store.setProperty('note', 'kept'); CacheService.getDocumentCache().putAll({ note: 'kept' }, 60); }
function draw() { const sheet = SpreadsheetApp.getActiveSheet(); sheet.insertChart(sheet.newChart().setChartType(Charts.ChartType.BAR).addRange(sheet.getRange('A1:A2')).setPosition(1, 1, 0, 0).build()); }
function charts() { return SpreadsheetApp.getActiveSheet().getCharts().length; }
function make() { ScriptApp.newTrigger('tick').timeBased().everyHours(1).create(); }
function tick() { PropertiesService.getUserProperties().setProperty('ran ' + SpreadsheetApp.getActiveSpreadsheet().getId(), 'yes'); }
function write() { SpreadsheetApp.getActiveSheet().getRange('A1').setValue('written'); }
`;

const open = useSpreadsheets();

function openOne(timeLimitMs: NonNullable<HostOptions['timeLimitMs']> = {}): {
  spreadsheets: Spreadsheets;
  first: SpreadsheetFile;
} {
  const spreadsheets = open({ code: CODE, timeLimitMs });
  return { spreadsheets, first: spreadsheets.find()! };
}
const idsOfTriggers = ({ host }: SpreadsheetFile) => host.triggers.list().map(({ documentId }) => documentId);

/** Returns the spreadsheets whose trigger fires within the next hour. */
async function ranWithinTheHour(spreadsheets: Spreadsheets): Promise<Set<string>> {
  const { host } = spreadsheets.find()!;
  host.properties.deleteStore('user owner@example.com');
  host.clock.advance(HOUR_MS);
  await spreadsheets.runDueTriggers();
  const noted = Object.keys(host.properties.entries('user owner@example.com'));
  return new Set(noted.map((key) => key.replace('ran ', '')));
}

test('a copy has cells, notes and charts, but nothing that the script has stored', async () => {
  const { spreadsheets, first } = openOne();
  const { host } = first;
  host.workbook.type('A1', '=1+1');
  host.workbook.type('B1', 'text');
  for (const name of ['draw', 'note', 'make']) await host.run(name);
  await host.settled();
  const copy = spreadsheets.copy(first.id, 'owner');
  expect(copy.host.workbook.calculation.busy()).toBe(true);
  await copy.host.settled();
  expect(copy.id).toMatch(/^[\w-]{44}$/);
  expect(copy.name()).toBe('Copy of Untitled spreadsheet');
  expect(copy.host.workbook.read('A1:B1')).toEqual(host.workbook.read('A1:B1'));
  expect(await copy.host.run('charts')).toBe(1);
  expect(host.properties.entries('document')).toEqual({ note: 'kept' });
  expect(copy.host.properties.entries(`document ${copy.id}`)).toEqual({});
  expect([...copy.host.cache.entries(`document ${copy.id}`)]).toEqual([]);
  expect(idsOfTriggers(copy)).toEqual([first.id]);
  copy.host.workbook.type('B1', 'other');
  expect(host.workbook.read('B1')[0]?.[0]?.value).toBe('text');
});

test('custom functions of a copy read the properties of the person who made it', async () => {
  const { spreadsheets, first } = openOne();
  await first.host.run('name', ['Olga'], { as: 'owner' });
  await first.host.run('name', ['Ed'], { as: 'editor' });
  first.host.workbook.type('A1', '=WHOSE()');
  const copies = (['owner', 'editor', 'viewer'] as const).map((person) =>
    spreadsheets.copy(first.id, person),
  );
  const shown = [];
  for (const { host } of [first, ...copies]) {
    await host.settled();
    shown.push(host.workbook.read('A1')[0]?.[0]?.value);
  }
  expect(shown).toEqual(['Olga', 'Olga', 'Ed', 'no one']);
});

test('a viewer may write into their own spreadsheet', async () => {
  const { spreadsheets, first } = openOne();
  await expect(first.host.run('write', [], { as: 'viewer' })).rejects.toThrow('permission');
  const { host } = spreadsheets.create('viewer');
  await host.run('write', [], { as: 'viewer' });
  expect(host.workbook.read('A1')[0]?.[0]?.value).toBe('written');
});

test('a deleted spreadsheet loses its triggers, and those of others still fire', async () => {
  const { spreadsheets, first } = openOne();
  const second = spreadsheets.create('owner');
  for (const { host } of [first, second]) await host.run('make');
  await second.host.run('note');
  expect(await ranWithinTheHour(spreadsheets)).toEqual(new Set([first.id, second.id]));

  await spreadsheets.remove(second.id);
  expect([spreadsheets.find(second.id), idsOfTriggers(first)]).toEqual([undefined, [first.id]]);
  expect(first.host.properties.entries(`document ${second.id}`)).toEqual({});
  expect(first.host.properties.entries('script')).toEqual({ note: 'kept' });
  expect(await ranWithinTheHour(spreadsheets)).toEqual(new Set([first.id]));
});

test('a deleted spreadsheet has no trigger at once, and no property that a running execution writes', async () => {
  const { spreadsheets, first } = openOne();
  const { id, host } = spreadsheets.create('owner');
  await host.run('make');
  host.workbook.type('A1', '=LATE()');
  await eventually(() => host.executions.running() > 0);
  const removed = spreadsheets.remove(id);
  expect(idsOfTriggers(first)).toEqual([]);
  await removed;
  expect(first.host.properties.save()).not.toHaveProperty(`document ${id}`);
});

test('a spreadsheet whose functions do not end is deleted at once', async () => {
  const { spreadsheets, first } = openOne({ 'custom-function': 600_000 });
  const { id, host } = spreadsheets.create('owner');
  host.workbook.type('A1', '=ENDLESS()');
  await eventually(() => host.executions.running() > 0);
  await spreadsheets.remove(id);
  await eventually(() => host.executions.running() === 0);
  expect(spreadsheets.list()).toEqual([first]);
}, 60_000);

test('the last spreadsheet cannot be deleted', async () => {
  const { spreadsheets, first } = openOne();
  await expect(spreadsheets.remove(first.id)).rejects.toThrow('stays');
  const second = spreadsheets.create('owner');
  await spreadsheets.remove(first.id);
  expect([spreadsheets.canRemove(second.id), spreadsheets.find()?.id]).toEqual([false, second.id]);
});

test('saved spreadsheets open again in order, with cells and owners, and with the script’s stores', async () => {
  const { spreadsheets, first } = openOne();
  await first.host.run('name', ['Ed'], { as: 'editor' });
  await first.host.run('note');
  const second = spreadsheets.copy(first.id, 'editor');
  second.host.workbook.type('A1', '=WHOSE()');
  await second.host.run('make');
  await second.host.run('note');
  const saved = JSON.parse(JSON.stringify(spreadsheets.save()));
  // Univer caches parsed formulas by file id for the process, so two open files with one id would mix them
  await second.host.settled();
  await spreadsheets.close();
  const again = open({ code: CODE }, saved);
  const [one, two] = again.list();
  await two?.host.settled();
  expect([one?.id, one?.name()]).toEqual([first.id, 'Untitled spreadsheet']);
  expect([two?.id, two?.name()]).toEqual([second.id, 'Copy of Untitled spreadsheet']);
  await eventually(() => two?.host.workbook.read('A1')[0]?.[0]?.value === 'Ed');
  expect(one?.host.properties.entries('document')).toEqual({ note: 'kept' });
  expect(two?.host.properties.entries(`document ${second.id}`)).toEqual({ note: 'kept' });
  expect(idsOfTriggers(two!)).toEqual([second.id]);
});
