/** The spreadsheets of a script: copies and persistence. */
import type { SpreadsheetFile, Spreadsheets } from '../../../src/sandbox/host/spreadsheets.js';
import { eventually } from '../../support/eventually.js';
import { useSpreadsheets } from '../../support/host.js';

const HOUR_MS = 3_600_000;
const CODE = `
/** @customfunction */
function WHOSE() { return PropertiesService.getUserProperties().getProperty('name') || 'no one'; }
function name(value) { PropertiesService.getUserProperties().setProperty('name', value); }
function note() { for (const store of [PropertiesService.getDocumentProperties(), PropertiesService.getScriptProperties()]) store.setProperty('note', 'kept'); CacheService.getDocumentCache().putAll({ note: 'kept' }, 60); }
function draw() { const sheet = SpreadsheetApp.getActiveSheet(); sheet.insertChart(sheet.newChart().setChartType(Charts.ChartType.BAR).addRange(sheet.getRange('A1:A2')).setPosition(1, 1, 0, 0).build()); }
function charts() { return SpreadsheetApp.getActiveSheet().getCharts().length; }
function make() { ScriptApp.newTrigger('tick').timeBased().everyHours(1).create(); }
function tick() { PropertiesService.getUserProperties().setProperty('ran ' + SpreadsheetApp.getActiveSpreadsheet().getId(), 'yes'); }
function write() { SpreadsheetApp.getActiveSheet().getRange('A1').setValue('written'); }
`;

const open = useSpreadsheets();

function openOne(): { spreadsheets: Spreadsheets; first: SpreadsheetFile } {
  const spreadsheets = open({ code: CODE });
  return { spreadsheets, first: spreadsheets.find()! };
}
const idsOfTriggers = ({ host }: SpreadsheetFile) => host.triggers.list().map(({ documentId }) => documentId);

/** Returns the spreadsheets whose trigger fires within the next hour. */
async function ranWithinTheHour(spreadsheets: Spreadsheets): Promise<Set<string>> {
  const { host } = spreadsheets.find()!;
  host.properties.write('user owner@example.com', {}, true);
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

test('each spreadsheet runs its own triggers', async () => {
  const { spreadsheets, first } = openOne();
  const second = spreadsheets.create('owner');
  for (const { host } of [first, second]) await host.run('make');
  expect(await ranWithinTheHour(spreadsheets)).toEqual(new Set([first.id, second.id]));
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
