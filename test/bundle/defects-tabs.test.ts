/** Tabs that people change: calculated columns, protected cells, own rows. Records are paid only once. */
import { DAY_MS, type JobsSpreadsheet, refreshOf, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const FORMULA = '=EXPANSIONS(, "columns", "date|company")';

const service = useSmallService();
const openSheet = useJobsSpreadsheets();
let sheet: JobsSpreadsheet;
beforeEach(async () => {
  sheet = await openSheet({ connection: service.connection });
});

const add = (count: number, daysAgo: number, domain = 'acme.example') =>
  service.add(count, sheet.dayAgo(daysAgo), domain);
const sync = (settings: object = {}) =>
  syncOf(sheet, { formula: FORMULA, from: sheet.dayAgo(3), ...settings });
const insertTab = (name: string, cells: Readonly<Record<string, string>>) => {
  sheet.host.workbook.facade.insertSheet(name);
  for (const [a1, text] of Object.entries(cells)) sheet.host.workbook.type(`'${name}'!${a1}`, text);
};
const tabNames = () => sheet.host.workbook.facade.getSheets().map((one) => one.getSheetName());

test('records paid while a tab was not writable are not bought again, however late the tab is written', async () => {
  add(3, 2);
  insertTab('Synced', { A1: 'Announced', B1: 'Company', C1: 'Id' });
  await sheet.call('shareConnection', { owner: 'Olga', dailyCap: 50 });
  const id = await sheet.makeJob(sync());
  sheet.host.protections.protect(sheet.host.workbook.area("'Synced'!A2:C900"));
  await expect(sheet.callAs('editor', 'runJob', id, '')).rejects.toThrow('Google Sheets refused');
  expect([sheet.rowsById('Synced').size, service.charged]).toEqual([0, 3]);
  expect(await sheet.job()).toMatchObject({ credits: 3, allCredits: 3 });
  sheet.host.clock.advance(2 * DAY_MS);
  await sheet.runNow(id);
  expect([sheet.rowsById('Synced').size, service.charged]).toEqual([3, 3]);
});

test('a spreadsheet with too little space for a day’s possible records pays nothing', async () => {
  const workbook = {
    sheetOrder: ['one', 'two'],
    sheets: {
      one: { id: 'one', name: 'Sheet1', rowCount: 10, columnCount: 10 },
      two: { id: 'two', name: 'Filler', rowCount: 98_700, columnCount: 100 },
    },
  };
  sheet = await openSheet({ connection: service.connection, workbook });
  add(5_000, 1);
  await sheet.call('saveRules', { dailyBudget: 100_000, freshness: { mode: 'daily' } });
  const id = await sheet.makeJob(sync({ from: sheet.dayAgo(1), budget: 10_000 }));
  await expect(sheet.runNow(id)).rejects.toThrow(/room|rows/);
  expect(service.charged).toBe(0);
});

test('a digest lists the added rows, even if they are not at the top and their ids are plain text', async () => {
  insertTab('Synced', { A1: 'Announced', B1: 'Company', C1: 'Id', B2: 'my own', B3: 'my own' });
  const { cells, area } = sheet.host.workbook;
  cells.write(area("'Synced'!C2:C900"), () => ({ style: { numberFormat: '@' } }));
  add(2, 2, 'new.example');
  await sheet.makeAndRun({ ...sync(), digest: 'ann@acme.example' });
  const [mail] = sheet.host.mails;
  expect(mail?.body.match(/new\.example/g)).toHaveLength(2);
  expect(mail?.body).not.toContain('my own');
});

test('a digest names the tab as it is called now', async () => {
  add(1, 2);
  const id = await sheet.makeAndRun({ ...sync(), digest: 'ann@acme.example' });
  sheet.host.workbook.facade.getSheetByName('Synced')?.setName('Deals');
  add(1, 0);
  sheet.host.clock.advance(DAY_MS);
  await sheet.runNow(id);
  const named = sheet.host.mails.map(({ body }) => /in the tab "(.*?)"/.exec(body)?.[1]);
  expect(named).toEqual(['Synced', 'Deals']);
});

test('a job writes into the tab with its name in any letter case, even one of one row, whose header cannot be frozen', async () => {
  sheet.host.workbook.facade.insertSheet('SYNCED', { sheet: { rowCount: 1, columnCount: 3 } });
  add(2, 2);
  await sheet.makeAndRun(sync());
  expect(tabNames()).toEqual(['Sheet1', 'SYNCED']);
  expect(sheet.rowsById('SYNCED').size).toBe(2);
});

test('rows of plain text are found again: nothing is added twice, and no apostrophe is added', async () => {
  insertTab('Synced', { A1: 'Announced', B1: 'Company', C1: 'Id' });
  const { area, cells } = sheet.host.workbook;
  cells.write(area("'Synced'!B2:C900"), () => ({ style: { numberFormat: '@' } }));
  add(3, 2);
  const id = await sheet.makeJob(sync({ newRows: 'bottom' }));
  await sheet.runNow(id);
  for (const announcedOn of [1, 0]) {
    for (const record of service.records.slice(0, 2))
      Object.assign(record, { lastModified: sheet.dayAgo(0), announcedDate: sheet.dayAgo(announcedOn) });
    sheet.host.clock.advance(DAY_MS);
    expect(await sheet.runNow(id)).toMatchObject({ added: 0, changed: 2 });
    const rows = [...sheet.rowsById('Synced')].map(([key, { Company: company }]) => [key, company]);
    expect(rows.sort()).toEqual(service.records.map((one) => [`'${one.id}`, `'${one.company.name}`]).sort());
  }
});

test('a chart in a sheet of its own stops neither a refresh nor a job', async () => {
  const sheets = {
    one: { id: 'one', name: 'Sheet1', rowCount: 100, columnCount: 26 },
    chart: { id: 'chart', name: 'Chart1', custom: { type: 'OBJECT' } },
  };
  const workbook = { sheetOrder: ['one', 'chart'], sheets };
  sheet = await openSheet({ connection: service.connection, workbook });
  add(3, 2);
  await sheet.host.enter('A1', FORMULA);
  await sheet.host.run('refreshAll');
  await sheet.host.settled();
  expect(sheet.valuesIn('B2:B4').flat()).toEqual(service.records.map(({ company }) => company.name));
  await sheet.runNow(await sheet.makeJob(sync()));
  expect(sheet.rowsById('Synced').size).toBe(3);
  // its name is taken
  await expect(sheet.makeJob(sync({ tab: 'Chart1' })).then(sheet.runNow)).rejects.toThrow(
    'Google Sheets refused',
  );
  const { outcome } = await sheet.call('insertSheet', { name: 'Chart1', rows: [['Company']] });
  expect(outcome).toEqual({ kind: 'sheet', name: 'Chart1 2' });
});

test('a refused edit does not change a job’s progress', async () => {
  add(3, 2);
  const input = sync();
  const id = await sheet.makeAndRun(input);
  const before = await sheet.job();
  const words = Array.from({ length: 20 }, (_, index) => 'Ж'.repeat(80) + index).join('|');
  const edited = { ...input, id, sync: { ...input.sync, formula: `=EXPANSIONS("${words}")` } };
  await expect(sheet.call('saveJob', edited)).rejects.toThrow('words in this job');
  expect(await sheet.job()).toEqual(before);
  await sheet.runNow(id);
  expect(service.bodies).toHaveLength(1);
});

test('only a full store is reported as full', async () => {
  sheet.host.faults.partialWrite = (_execution, keys) =>
    keys.some((key) => /^job:/.test(key)) ? 0 : undefined;
  const refusal = await sheet.call('saveJob', sync()).then(String, String);
  expect(refusal).toMatch(/Error/);
  expect(refusal).not.toContain('no space');
});

describe('a refresh', () => {
  const job = refreshOf({ places: ['Sheet1'], budget: 100, changes: true });
  const ask = '"from", "-30d", "columns", "company|date"';
  const listed = () => [...sheet.rowsById('Signals changes').values()].map((row) => row['Company']).sort();

  test('lists records that any formula of a query shows', async () => {
    add(1, 5, 'old.example');
    const call = `EXPANSIONS("acme.example|beta.example", ${ask}`;
    sheet.host.workbook.type('A1', `=${call}, "exclude", "beta.example")`);
    await sheet.host.enter('F1', `=${call})`);
    const id = await sheet.makeAndRun(job);
    const tabName = async () => (await sheet.job()).tabName;
    expect(await tabName()).toBeUndefined();
    add(1, 0, 'acme.example');
    add(1, 0, 'beta.example');
    sheet.host.clock.advance(DAY_MS);
    await sheet.runNow(id);
    expect(listed()).toEqual(['acme.example', 'beta.example']);
    // the page opens it by its present name
    sheet.host.workbook.facade.getSheetByName('Signals changes')?.setName('Every morning');
    expect(await tabName()).toBe('Every morning');
  });

  test('refreshes its tables although its list was changed, and reports the change', async () => {
    add(1, 5);
    await sheet.host.enter('A1', `=EXPANSIONS("acme.example", ${ask})`);
    const id = await sheet.makeAndRun(job);
    insertTab('Signals changes', { A1: 'My own' });
    add(2, 0);
    sheet.host.clock.advance(DAY_MS);
    await expect(sheet.runNow(id)).rejects.toThrow('has no column "Id"');
    await sheet.host.settled();
    expect(sheet.valuesIn('A2:A5').flat()).toEqual(['acme.example', 'acme.example', 'acme.example', '']);
  });
});
