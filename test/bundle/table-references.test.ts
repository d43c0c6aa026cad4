/** Formulas of the add-on that refer to a table of Sheets: they are refreshed and kept fresh like others. */
import { refreshOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const FORMULA =
  '=EXPANSIONS(Key_accounts[Customer\'s site, if any], "from", "-30d", "columns", "company|date", "headers", FALSE)';

test('fact 14: a table’s column names the companies of a formula, which is refreshed, kept fresh and frozen', async () => {
  const { host } = sheet;
  const { workbook } = host;
  const cells = { A1: 'Name', B1: "Customer's site, if any", B2: 'a.example', B3: 'b.example' };
  for (const [a1, text] of Object.entries(cells)) workbook.type(a1, text);
  workbook.makeTable('Key_accounts', 'Sheet1!A1:B3');
  const companies = () => sheet.valuesIn('D1:D9').flatMap(([name]) => name || []);
  const formula = () => workbook.read('D1')[0]?.[0]?.formula;
  service.add(1, sheet.dayAgo(5), 'a.example');
  service.add(1, sheet.dayAgo(6), 'b.example');
  service.add(1, sheet.dayAgo(7), 'c.example');
  await host.enter('D1', FORMULA);
  expect(companies().sort()).toEqual(['a.example', 'b.example']);
  expect(service.bodies.at(-1)?.companyDomain).toEqual(['a.example', 'b.example']);

  service.add(1, sheet.dayAgo(0), 'b.example');
  host.clock.advance(60_000);
  await host.run('refreshSheet');
  await host.settled();
  expect(host.ui.questions.at(-1)?.message).toContain('1 formula');
  expect([formula(), companies().sort()]).toEqual([FORMULA, ['a.example', 'b.example', 'b.example']]);

  await sheet.makeJob(refreshOf());
  service.add(1, sheet.dayAgo(0), 'a.example');
  await sheet.nextDay();
  expect(await sheet.job()).toMatchObject({ error: '', changed: 1 });
  expect([formula(), companies()]).toEqual([FORMULA, expect.arrayContaining(['a.example', 'b.example'])]);
  expect(companies()).toHaveLength(4);

  // the table grows, and with it the formula's companies
  workbook.facade.getSheets()[0]!.insertRows(2, 1);
  await host.settled();
  await host.enter('B3', 'c.example');
  expect(companies()).toContain('c.example');

  host.ui.select(workbook.area('D1'));
  await host.run('freezeSelection');
  await host.settled();
  expect(formula()).toBe('');
  await host.run('thawSelection');
  await host.settled();
  expect(formula()).toBe(FORMULA);
});
