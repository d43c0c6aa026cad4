/** The refresh job in the host with a real service: mornings, errors, limits, ranges, other payers. */
import { HOUR_MS, refreshOf } from './jobs-spreadsheet.js';
import { CELLS, JOB, useRefreshScenarios } from './refresh-scenarios.js';

const { records, recorder, openScenario, formulasOf, ranIn, listed, contentOf, purchases } =
  useRefreshScenarios();

test('a morning sends one update per distinct query, and only changed formulas run again', async () => {
  const sheet = await openScenario();
  // Google has run nothing meanwhile
  expect(ranIn(sheet)).toEqual([]);
  expect(sheet.valuesIn('A2:D800').map(([, company, jobs]) => [company, jobs])).not.toContainEqual(
    sheet.changed[0],
  );

  await sheet.host.runDueTriggers();
  await sheet.host.settled();

  const jobs = sheet.valuesIn('A2:D800').map(([, company, count]) => [company, count]);
  for (const one of sheet.changed) expect(jobs).toContainEqual(one);
  expect(formulasOf(sheet)).toEqual(CELLS);
  expect(listed(sheet)).toEqual([...sheet.changed].sort());
  const state = await sheet.job();
  expect(state).toMatchObject({ error: '', notice: '', unfinished: false, added: 3 });
  // the first update begins with the first table's day, which had not ended
  expect(state.credits).toBe((await records.recordsOf(sheet.dayAgo(2), sheet.dayAgo(0))).size);
  // the two forms and the count run; a formula with an unreadable argument always runs; the others do not
  const ran = ranIn(sheet);
  expect(ran.filter((name) => name === 'EXPANSIONS')).toHaveLength(3);
  expect(ran.filter((name) => name === 'HIRINGS')).toHaveLength(1);
  expect(ran).not.toContain('TRACKED_COMPANIES');
  expect(state.changed).toBe(ran.length);
  // one paid request for three formulas; a past window is not queried
  expect(purchases()).toBe(1);

  // the same content appears when all formulas run
  const content = contentOf(sheet);
  sheet.host.runFormulasAgain();
  await sheet.host.settled();
  expect(contentOf(sheet)).toEqual(content);
  expect(purchases()).toBe(1);

  recorder.clear();
  sheet.host.executions.records.splice(0);
  await sheet.runNow(sheet.id);
  await sheet.host.settled();
  expect(purchases()).toBe(0);
  // the formula with the unreadable argument
  expect(ranIn(sheet)).toEqual(['HIRINGS']);
  const { credits, added, allCredits, allAdded } = await sheet.job();
  expect({ credits, added }).toEqual({ credits: 0, added: 0 });
  expect({ allCredits, allAdded }).toEqual({ allCredits: state.credits, allAdded: state.added });
});

test('cells that show an error have none after the next run', async () => {
  const sheet = await openScenario();
  const column = Array.from({ length: 30 }, (_, index) => `W${1 + 3 * index}`);
  recorder.fault = () => ({ kind: 'status', status: 503, body: '{}' });
  for (const [index, a1] of column.entries()) {
    const formula = `=EXEC_CHANGES(, "from", "-${20 + (index % 10)}d", "limit", 1, "columns", "company|date")`;
    sheet.host.workbook.type(a1, formula);
  }
  await sheet.host.settled();
  const errorsOf = () => column.filter((a1) => String(sheet.valuesIn(a1)[0]?.[0]).startsWith('#'));
  expect(errorsOf()).toHaveLength(30);
  recorder.fault = () => undefined;
  sheet.host.clock.advance(HOUR_MS);
  await sheet.runNow(sheet.id);
  await sheet.host.settled();
  expect(errorsOf()).toEqual([]);
});

test('while the service does not answer nothing is lost, the job reports it, and the next run catches up', async () => {
  const sheet = await openScenario();
  const before = contentOf(sheet);
  recorder.fault = () => ({ kind: 'status', status: 503, body: '{}' });
  await sheet.host.runDueTriggers();
  await sheet.host.settled();
  const failed = await sheet.job();
  expect(failed.error).toContain('#SERVICE');
  expect(failed.details).toEqual({ code: 'SERVICE', key: 'status', args: [503, '{}'] });
  expect(formulasOf(sheet)).toEqual(CELLS);
  // the table shows its age and all its old rows
  const shown = sheet.valuesIn('A2:D800').filter(([, company]) => company !== '');
  expect(before.map((row) => row.slice(0, 4))).toEqual(expect.arrayContaining(shown));
  expect(shown).not.toEqual([]);
  expect(String(sheet.valuesIn('A1')[0]?.[0])).toContain('as of');
  recorder.fault = () => undefined;
  await sheet.hours(1);
  expect(sheet.valuesIn('C2:C800').flat()).toContain(sheet.changed[0]?.[1]);
  expect(await sheet.job()).toMatchObject({ error: '', added: failed.added + (await sheet.job()).added });
  expect(await sheet.job()).not.toHaveProperty('details');
});

test('a run spends no more than its limit', async () => {
  const sheet = await openScenario();
  const before = sheet.valuesIn('A1:I800');
  await sheet.makeJob({ ...refreshOf({ budget: 2, changes: true }), id: sheet.id });
  // no trigger has run for two days, so saving the job has replaced it
  await sheet.hours(1);
  const state = await sheet.job();
  expect(state.credits).toBe(2);
  expect(state.notice).toContain('limit of credits');
  expect(formulasOf(sheet)).toEqual(CELLS);
  expect(purchases()).toBe(1);
  expect(sheet.valuesIn('A1:I800')).toEqual(before);

  await sheet.makeJob({ ...JOB, id: sheet.id });
  await sheet.runNow(sheet.id);
  await sheet.host.settled();
  expect(listed(sheet)).toEqual([...sheet.changed].sort());
  expect(await sheet.job()).toMatchObject({ notice: '', added: 3 });
});

test.each([
  ['has asked', 'UrlFetchApp.fetch'],
  ['has written what came', 'Properties.set'],
])('if an execution dies after it %s, the next one of the same run spends no more', async (_what, last) => {
  const sheet = await openScenario();
  await sheet.makeJob({ ...refreshOf({ budget: 2, changes: true }), id: sheet.id });
  sheet.host.clock.advance(HOUR_MS);
  sheet.host.faults.killAfterCall = ({ functionName }, _number, operation) =>
    functionName === 'runJobs' && purchases() > 0 && operation.startsWith(last);
  await sheet.host.runDueTriggers();
  delete sheet.host.faults.killAfterCall;
  expect(purchases()).toBe(1);
  await sheet.hours(1);
  expect(purchases()).toBe(1);
  expect(await sheet.job()).toMatchObject({ error: '', notice: expect.stringContaining('limit of credits') });
  expect(formulasOf(sheet)).toEqual(CELLS);
});

test('only formulas in the named tabs and ranges are refreshed', async () => {
  const sheet = await openScenario();
  const tab = sheet.host.workbook.facade.getSheets()[0]?.getSheet().getName();
  sheet.host.workbook.facade.insertDefinedName('Suppliers', `'${tab}'!$R$1:$S$5`);
  // a tab of this name was deleted: no cell takes its place
  const places = ['Suppliers', `'${tab}'!T1:U5`, 'no such name', 'Q4', 'A1:D9'];
  await sheet.makeJob({ ...refreshOf({ places, changes: true }), id: sheet.id });
  await sheet.runNow(sheet.id);
  await sheet.host.settled();
  expect(recorder.requests.map(({ path }) => path)).toEqual([
    '/api/v1/tracked-companies/Automotive%20suppliers',
    // by the formula that ran again
    '/api/v1/dataset/major-hiring',
  ]);
  expect(ranIn(sheet)).toEqual(['HIRINGS']);
  expect((await sheet.job()).notice).toBe(
    'Not found: "no such name", "Q4", "A1:D9". Correct the tabs and ranges of this job.',
  );
});

test('formulas of another payer are not refreshed', async () => {
  const sheet = await openScenario();
  const connection = { ...recorder.connection, apiKey: await records.service.createKey(50) };
  await sheet.callAs('editor', 'saveConnection', connection);
  await expect(sheet.callAs('editor', 'runJob', sheet.id, '')).rejects.toThrow('another key pays');
  expect(recorder.requests.filter(({ path }) => path.includes('dataset'))).toEqual([]);
});
