/** The spreadsheets of a script: copies and persistence. */
import { eventually } from '../../support/eventually.js';
import { type OpenSpreadsheets, type PlainHost, useSpreadsheets } from '../../support/host.js';

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

function openOne(): { spreadsheets: OpenSpreadsheets; first: PlainHost } {
  const spreadsheets = open({ code: CODE });
  return { spreadsheets, first: spreadsheets.find()! };
}
const nameOf = ({ workbook }: PlainHost) => workbook.facade.getName();
const idsOfTriggers = ({ triggers }: PlainHost) => triggers.list().map(({ documentId }) => documentId);

/** Returns the spreadsheets whose trigger fires within the next hour. */
async function ranWithinTheHour(spreadsheets: OpenSpreadsheets): Promise<Set<string>> {
  const host = spreadsheets.find()!;
  host.properties.write('user owner@example.com', {}, true);
  host.clock.advance(HOUR_MS);
  await spreadsheets.runDueTriggers();
  const noted = Object.keys(host.properties.entries('user owner@example.com'));
  return new Set(noted.map((key) => key.replace('ran ', '')));
}

test('a copy has cells, notes and charts, but nothing that the script has stored', async () => {
  const { spreadsheets, first: host } = openOne();
  host.workbook.type('A1', '=1+1');
  host.workbook.type('B1', 'text');
  for (const name of ['draw', 'note', 'make']) await host.run(name);
  await host.settled();
  const copy = spreadsheets.copy(host, 'owner');
  const { id } = copy.spreadsheet;
  expect(copy.workbook.calculation.busy()).toBe(true);
  await copy.settled();
  expect(id).toMatch(/^[\w-]{44}$/);
  expect(nameOf(copy)).toBe('Copy of Untitled spreadsheet');
  expect(copy.workbook.read('A1:B1')).toEqual(host.workbook.read('A1:B1'));
  expect(await copy.run('charts')).toBe(1);
  expect(host.properties.entries('document')).toEqual({ note: 'kept' });
  expect(copy.properties.entries(`document ${id}`)).toEqual({});
  expect([...copy.cache.entries(`document ${id}`)]).toEqual([]);
  expect(idsOfTriggers(copy)).toEqual([host.spreadsheet.id]);
  copy.workbook.type('B1', 'other');
  expect(host.workbook.read('B1')[0]?.[0]?.value).toBe('text');
});

test('custom functions of a copy read the properties of the person who made it', async () => {
  const { spreadsheets, first } = openOne();
  await first.run('name', ['Olga'], { as: 'owner' });
  await first.run('name', ['Ed'], { as: 'editor' });
  first.workbook.type('A1', '=WHOSE()');
  const copies = (['owner', 'editor', 'viewer'] as const).map((person) => spreadsheets.copy(first, person));
  const shown = [];
  for (const host of [first, ...copies]) {
    await host.settled();
    shown.push(host.workbook.read('A1')[0]?.[0]?.value);
  }
  expect(shown).toEqual(['Olga', 'Olga', 'Ed', 'no one']);
});

test('a viewer may write into their own spreadsheet', async () => {
  const { spreadsheets, first } = openOne();
  await expect(first.run('write', [], { as: 'viewer' })).rejects.toThrow('permission');
  const host = spreadsheets.create('viewer');
  await host.run('write', [], { as: 'viewer' });
  expect(host.workbook.read('A1')[0]?.[0]?.value).toBe('written');
});

test('each spreadsheet runs its own triggers', async () => {
  const { spreadsheets, first } = openOne();
  const second = spreadsheets.create('owner');
  for (const host of [first, second]) await host.run('make');
  const ids = [first, second].map(({ spreadsheet }) => spreadsheet.id);
  expect(await ranWithinTheHour(spreadsheets)).toEqual(new Set(ids));
});

test('saved spreadsheets open again in order, with cells and owners, and with the script’s stores', async () => {
  const { spreadsheets, first } = openOne();
  await first.run('name', ['Ed'], { as: 'editor' });
  await first.run('note');
  const second = spreadsheets.copy(first, 'editor');
  const { id } = second.spreadsheet;
  second.workbook.type('A1', '=WHOSE()');
  await second.run('make');
  await second.run('note');
  const saved = JSON.parse(JSON.stringify(spreadsheets.save()));
  // Univer caches parsed formulas by file id for the process, so two open files with one id would mix them
  await second.settled();
  await spreadsheets.close();
  const again = open({ code: CODE }, saved);
  const [one, two] = again.list();
  await two?.settled();
  expect([one?.spreadsheet.id, nameOf(one!)]).toEqual([first.spreadsheet.id, 'Untitled spreadsheet']);
  expect([two?.spreadsheet.id, nameOf(two!)]).toEqual([id, 'Copy of Untitled spreadsheet']);
  await eventually(() => two?.workbook.read('A1')[0]?.[0]?.value === 'Ed');
  expect(one?.properties.entries('document')).toEqual({ note: 'kept' });
  expect(two?.properties.entries(`document ${id}`)).toEqual({ note: 'kept' });
  expect(idsOfTriggers(two!)).toEqual([id]);
});
