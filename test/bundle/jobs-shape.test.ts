/** Jobs whose queries need several requests, with limits of the service, into tabs that people change. */
import { DAY_MS, syncOf, useJobsSpreadsheet, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const FORMULA = '=EXPANSIONS(, "columns", "date|company")';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);
const openSpreadsheet = useJobsSpreadsheets();

const add = (count: number, daysAgo: number, domain?: string) =>
  service.add(count, sheet.dayAgo(daysAgo), domain);
const sync = (settings: object) => syncOf(sheet, { formula: FORMULA, budget: 500, ...settings });

test('with more than a hundred companies each request has the whole limit, and records are paid once', async () => {
  const domains = Array.from({ length: 130 }, (_, index) => `c${index}.example`);
  await sheet.call('insertSheet', { name: 'Accounts', rows: domains.map((domain) => [domain]) });
  for (const day of [1, 2, 3]) {
    add(100, day, 'c129.example');
    add(20, day, 'c1.example');
  }
  const id = await sheet.makeAndRun(
    sync({ from: sheet.dayAgo(3), formula: "=EXPANSIONS('Accounts'!A1:A130)", budget: 1_000 }),
  );
  expect(sheet.rowsById('Synced').size).toBe(360);
  expect(service.charged).toBe(360);
  expect(service.bodies.map(({ companyDomain }) => companyDomain?.length)).toEqual([100, 30]);
  sheet.host.clock.advance(DAY_MS);
  add(130, 1, 'c129.example');
  await sheet.runNow(id);
  expect(service.charged).toBe(490);
  expect(await sheet.job()).toMatchObject({ through: sheet.dayAgo(1), error: '' });
});

test('a record without a day of its last change is written when it comes', async () => {
  add(2, 1);
  Object.assign(service.records[0]!, { lastModified: '' });
  await sheet.makeAndRun(sync({ from: sheet.dayAgo(4) }));
  expect(sheet.rowsById('Synced').size).toBe(2);
});

test('after a service refuses a high limit, requests use the limit that it names', async () => {
  service.maxLimit = 90;
  for (const day of [1, 2, 3, 4]) add(60, day);
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(4) }));
  expect(sheet.rowsById('Synced').size).toBe(240);
  expect(new Set(service.bodies.map(({ limit }) => limit))).toEqual(new Set([90]));
  sheet.host.clock.advance(DAY_MS);
  add(95, 1);
  await sheet.runNow(id);
  expect((await sheet.job()).notice).toContain('more than 90 records; the rest is left out');
  // a sync that begins again asks for more, which the service may accept by then
  service.maxLimit = Number.POSITIVE_INFINITY;
  await sheet.call('saveJob', { ...sync({ from: sheet.dayAgo(6) }), id });
  await sheet.runNow(id);
  expect(Math.max(...service.bodies.map(({ limit }) => limit))).toBeGreaterThan(90);
});

test('a query that is refused for another reason than its limit leaves no lower limit behind', async () => {
  // refuses each request, in words that name no other limit, as for a key that is no longer valid
  service.maxLimit = 0;
  add(140, 1);
  const id = await sheet.makeJob(sync({ from: sheet.dayAgo(1) }));
  await expect(sheet.runNow(id)).rejects.toThrow('the service rejected the query');
  expect(service.bodies).toEqual([]);
  service.maxLimit = Number.POSITIVE_INFINITY;
  sheet.host.clock.advance(DAY_MS / 24);
  await sheet.runNow(id);
  expect(sheet.rowsById('Synced').size).toBe(140);
  expect(await sheet.job()).toMatchObject({ error: '', notice: '' });
});

test('a service that silently truncates answers loses no day, and a possibly truncated day is named', async () => {
  service.cap = 100;
  for (const day of [1, 2, 3, 4]) add(60, day);
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(4) }));
  expect(sheet.rowsById('Synced').size).toBe(240);
  sheet.host.clock.advance(DAY_MS);
  add(140, 1);
  await sheet.runNow(id);
  expect((await sheet.job()).notice).toContain(`${sheet.dayAgo(1)} has exactly 100 records`);
  const german = await openSpreadsheet({ stored: sheet.host.save(), switches: { userLocale: 'de' } });
  const { notice } = await german.job();
  await german.close();
  expect(notice).toContain(`Der ${sheet.dayAgo(1)} hat genau 100 Datensätze`);
});

test('a column added later costs nothing and stays beside the person’s own columns', async () => {
  add(3, 1);
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(1) }));
  expect(sheet.valuesIn("'Synced'!A1:C1")).toEqual([['Announced', 'Company', 'Id']]);
  sheet.host.workbook.type("'Synced'!D1", 'Owner');
  await sheet.host.enter("'Synced'!D2", 'Ann');
  const formula = '=EXPANSIONS(, "columns", "date|company|jobs")';
  await sheet.call('saveJob', { ...sync({ from: sheet.dayAgo(1), formula }), id });
  sheet.host.clock.advance(DAY_MS);
  add(2, 1);
  expect(await sheet.runNow(id)).toMatchObject({ added: 2, credits: 2 });
  expect((await sheet.job()).notice).toContain('New columns: Jobs.');
  expect(sheet.valuesIn("'Synced'!C1:E6")).toEqual([
    ['Id', 'Owner', 'Jobs'],
    [expect.any(String), '', 5],
    [expect.any(String), '', 5],
    [expect.any(String), 'Ann', ''],
    [expect.any(String), '', ''],
    [expect.any(String), '', ''],
  ]);
  // a column that the person removes stays away; an earlier first day fills the new one from bought records
  sheet.host.workbook.facade.getSheetByName('Synced')?.deleteColumns(1, 1);
  await sheet.call('saveJob', { ...sync({ from: sheet.dayAgo(3), formula }), id });
  await sheet.runNow(id);
  expect((await sheet.job()).notice).toContain('Row 1 does not have: Company.');
  expect(service.charged).toBe(5);
  expect(sheet.valuesIn("'Synced'!A1:D6").map((row) => row[3])).toEqual(['Jobs', 5, 5, 5, 5, 5]);
});

test('a new sync into a tab with rows asks for a missing column before it pays', async () => {
  add(3, 1);
  await sheet.makeAndRun(sync({ from: sheet.dayAgo(1) }));
  add(2, 2);
  const formula = '=EXPANSIONS(, "columns", "date|jobs")';
  const id = await sheet.makeJob({ ...sync({ from: sheet.dayAgo(2), formula }), name: 'Second' });
  await expect(sheet.runNow(id)).rejects.toThrow('the tab "Synced" has no column "Jobs"');
  expect(service.charged).toBe(3);
  sheet.host.workbook.type("'Synced'!D1", 'Jobs');
  await sheet.runNow(id);
  expect([...sheet.rowsById('Synced').values()].map((row) => row['Jobs'])).toEqual([5, 5, 5, 5, 5]);
  // a tab of the person's own, in which they then add what the first error names
  sheet.host.workbook.facade.insertSheet('Mine');
  sheet.host.workbook.type("'Mine'!A1", 'Note');
  const other = await sheet.makeJob({ ...sync({ tab: 'Mine', formula }), name: 'Third' });
  await expect(sheet.runNow(other)).rejects.toThrow('row 1 of "Mine" has no column "Id"');
  sheet.host.workbook.type("'Mine'!B1", 'Id');
  await expect(sheet.runNow(other)).rejects.toThrow('the tab "Mine" has no column "Announced, Jobs"');
});

test('added rows have their date once the job marks them; older rows stay blank', async () => {
  add(2, 1);
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(1) }));
  sheet.host.clock.advance(DAY_MS);
  const input = sync({ from: sheet.dayAgo(2), newSince: true });
  await sheet.call('saveJob', { ...input, id });
  add(1, 1);
  expect(await sheet.runNow(id)).toMatchObject({ added: 1, credits: 1 });
  expect(await sheet.job()).toMatchObject({ notice: '', sync: { newSince: true } });
  const serial = () => Date.parse(sheet.dayAgo(0)) / DAY_MS + 25_569;
  const first = serial();
  sheet.host.clock.advance(DAY_MS);
  add(1, 1);
  await sheet.runNow(id);
  const second = serial();
  // neither a repeated run nor the same days change a row's date
  await sheet.call('saveJob', { ...sync({ newSince: true, from: sheet.dayAgo(4) }), id });
  await sheet.runNow(id);
  expect(sheet.valuesIn("'Synced'!D1:D6").flat()).toEqual(['New since', second, first, '', '', '']);
  expect(sheet.rowsById('Synced').size).toBe(4);
});

test.each([
  ['since', '-7d'],
  ['limit', '5'],
])('a sync refuses the option %s in any place', async (name, value) => {
  await sheet.call('insertSheet', { name: 'Options', rows: [[name, value]] });
  for (const options of [`"${name}", "${value}"`, 'Options!A1:B1']) {
    await expect(sheet.makeJob(sync({ formula: `=EXPANSIONS(, ${options})` }))).rejects.toThrow(
      `a sync sets ${name} itself; remove that option from its formula`,
    );
  }
});

test('a sync excludes known companies, scores the others, and pays for all', async () => {
  add(2, 2, 'known.example');
  add(3, 2, 'acme.example');
  await sheet.call('insertSheet', { name: 'CRM', rows: [['https://www.known.example/about']] });
  await sheet.call('insertSheet', { name: 'Weights', rows: [['jobs >=1', '5']] });
  const formula = `=EXPANSIONS(, "exclude", CRM!A1:A9, "score", Weights!A1:B9, "columns", "score|domain|why")`;
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(2), formula }));
  const rows = [...sheet.rowsById('Synced').values()];
  expect(rows.map(({ Domain }) => Domain)).toEqual(Array(3).fill('acme.example'));
  expect(rows.map(({ Score }) => Score)).toEqual(rows.map(() => expect.any(Number)));
  expect(service.charged).toBe(5);

  // a company in the list is excluded from now on, and bought records are not queried again
  await sheet.host.enter("'CRM'!A2", 'acme.example');
  sheet.host.clock.advance(DAY_MS);
  add(1, 1, 'acme.example');
  add(1, 1, 'new.example');
  await sheet.runNow(id);
  const domains = [...sheet.rowsById('Synced').values()].map(({ Domain }) => Domain);
  expect(domains.filter((domain) => domain === 'acme.example')).toHaveLength(3);
  expect(domains).toContain('new.example');
  expect(service.charged).toBe(7);
});

test('a job reads a named range, and says what to correct if a tab of its formula is gone', async () => {
  add(1, 1, 'acme.example');
  add(1, 1, 'beta.example');
  const { facade } = sheet.host.workbook;
  await sheet.call('insertSheet', { name: 'CRM', rows: [['acme.example'], ['beta.example']] });
  facade.insertDefinedName('Customers', "'CRM'!$A$1:$A$1");
  const formula = '=EXPANSIONS(Customers, "columns", "company")';
  await sheet.makeAndRun(sync({ from: sheet.dayAgo(1), formula }));
  expect([...sheet.rowsById('Synced').values()].map(({ Company }) => Company)).toEqual(['acme.example']);

  const gone = sync({ from: sheet.dayAgo(1), tab: 'Other', formula: "=EXPANSIONS('CRM'!A1:A2)" });
  const other = await sheet.makeJob(gone);
  facade.deleteSheet(facade.getSheetByName('CRM')!);
  await expect(sheet.runNow(other)).rejects.toThrow('correct the formula of the job');
});

test('new rows at the bottom are beside formulas that were filled down, and below everything else', async () => {
  add(2, 1);
  const id = await sheet.makeAndRun(sync({ from: sheet.dayAgo(1), newRows: 'bottom' }));
  const tab = sheet.host.workbook.facade.getSheetByName('Synced');
  tab?.insertColumnAfter(0);
  sheet.host.workbook.type("'Synced'!B1", 'Age');
  for (let row = 2; row <= 5; row++) sheet.host.workbook.type(`'Synced'!B${row}`, `=IF(A${row}="","",1)`);
  await sheet.host.settled();
  sheet.host.clock.advance(DAY_MS);
  add(1, 1);
  await sheet.runNow(id);
  expect(sheet.valuesIn("'Synced'!B1:C6")).toEqual([
    ['Age', 'Company'],
    [1, 'acme.example'],
    [1, 'acme.example'],
    [1, 'acme.example'],
    ['', ''],
    ['', ''],
  ]);
  await sheet.host.enter("'Synced'!B5", 'total');
  sheet.host.clock.advance(DAY_MS);
  add(1, 1);
  await sheet.runNow(id);
  expect(sheet.valuesIn("'Synced'!B4:C6")).toEqual([
    [1, 'acme.example'],
    ['total', ''],
    ['', 'acme.example'],
  ]);
  expect(tab?.getRange('B4').getFormula()).toBe('=IF(A4="","",1)');
});

test('a job continues when the spreadsheet’s locale changes', async () => {
  const { connection } = service;
  const german = await openSpreadsheet({ connection, spreadsheetLocale: 'de_DE' });
  add(2, 1);
  const formula = '=EXPANSIONS({"acme.example"\\"other.example"}; "columns"; "date|company")';
  const id = await german.makeAndRun(sync({ from: sheet.dayAgo(1), formula }));
  expect((await german.job()).sync?.formula).toBe(formula);
  const workbook = german.host.workbook.facade.save();
  const stored = german.host.save();
  await german.close();
  const english = await openSpreadsheet({ connection, stored, workbook });
  const shown = (await english.job()).sync;
  expect(shown?.formula).toBe('=EXPANSIONS({"acme.example","other.example"}, "columns", "date|company")');
  await english.call('saveJob', { ...sync({ from: sheet.dayAgo(1), formula: shown?.formula }), id });
  english.host.clock.advance(DAY_MS);
  service.add(1, english.dayAgo(1));
  expect(await english.runNow(id)).toMatchObject({ added: 1, credits: 1 });
  expect(service.charged).toBe(3);
});

test('no sync writes into a reserved tab', async () => {
  for (const tab of ['news', 'Signals changes', 'Signals outbox 1'])
    await expect(sheet.makeJob(sync({ tab }))).rejects.toThrow('is reserved for Signals; choose another tab');
});

test('a job whose tab was deleted can be saved again with the same tab name, and fills a new tab', async () => {
  for (const day of [1, 2, 3]) add(20, day);
  const input = sync({ tab: 'Lost', from: sheet.dayAgo(4) });
  const id = await sheet.makeAndRun(input);
  const before = sheet.rowsById('Lost');
  expect(before.size).toBe(60);
  const { facade } = sheet.host.workbook;
  facade.deleteSheet(facade.getSheetByName('Lost')!);
  await sheet.host.settled();
  await expect(sheet.runNow(id)).rejects.toThrow('"Lost"');
  expect(await sheet.makeJob({ ...input, id })).toBe(id);
  for (let run = 0; run < 3; run++) await sheet.runNow(id);
  expect(sheet.rowsById('Lost')).toEqual(before);
});

test('the page knows that a tab is missing; a tab renamed in Sheets, then in the job, is not filled again', async () => {
  for (const day of [1, 2, 3]) add(20, day);
  const input = sync({ from: sheet.dayAgo(4) });
  const id = await sheet.makeJob(input);
  const tabOf = async () => (await sheet.job()).tabName;
  expect(await tabOf()).toBeUndefined();
  await sheet.runNow(id);
  expect(await tabOf()).toBe('Synced');
  const { facade } = sheet.host.workbook;
  facade.getSheetByName('Synced')?.setName('Renamed');
  expect(await tabOf()).toBe('Renamed');
  await sheet.makeJob({ ...input, id, sync: { ...input.sync!, tab: 'renamed' } });
  expect((await sheet.job()).through).toBe(sheet.dayAgo(1));
  service.clear();
  await sheet.runNow(id);
  expect(service.bodies).toEqual([]);
  expect(sheet.rowsById('Renamed').size).toBe(60);
  facade.deleteSheet(facade.getSheetByName('Renamed')!);
  expect(await tabOf()).toBe('');
});
