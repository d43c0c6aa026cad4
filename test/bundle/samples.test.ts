/** `"demo"`: the add-on's sample records, free and without a request, until a key is saved. */
import { useHosts } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';
import { refreshOf, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useService({ credits: 100 });
const recorder = useRecorder(service);
const startHost = useHosts();
const small = useSmallService();
const open = useJobsSpreadsheets();

test.each([
  ['EXPANSIONS', 10, 12],
  ['HIRINGS', 6, 10],
  ['EXEC_CHANGES', 6, 11],
])('%s("demo") shows samples and says so', async (name, records, columns) => {
  const host = await startHost();
  const [header = [], ...rows] = await host.formula(name, 'demo');
  expect(header[0]).toBe('Announced (sample)');
  expect(rows).toHaveLength(records);
  for (const row of rows) expect(row).toHaveLength(columns);
  // newest first, as the service sends them
  const days = rows.map(([day]) => (day as Date).getTime());
  expect(days).toEqual([...days].sort((a, b) => b - a));
  // no formula needed a key, so a missing key is not recorded
  const state = await host.run('sidebarState', [], { mode: 'sidebar' });
  expect(state).toMatchObject({ formulaKey: 'unknown', activity: { today: 0, calls: [] } });
});

test('filters, days, columns, order and limit work as in any formula', async () => {
  const host = await startHost();
  const centres = await host.formula('EXPANSIONS', 'Demo', 'type', 'Data Centre', 'location', 'Texas');
  expect(centres.map((row) => row[5]).slice(1)).toEqual(['Texas', 'Texas']);
  const large = await host.formula('EXPANSIONS', 'demo', 'investment', '>=500M', 'currency', 'USD');
  expect(large.slice(1).map((row) => row[7])).toEqual([850_000_000, 1_200_000_000]);
  const [header, ...few] = await host.formula('HIRINGS', 'demo', 'columns', 'company|jobs', 'limit', 2);
  expect([header, few.length]).toEqual([['Company (sample, first 2)', 'Jobs'], 2]);
  expect(await host.formula('EXEC_CHANGES', 'demo', 'title', 'CEO', 'from', '-7d')).toHaveLength(3);
  expect((await host.formula('EXPANSIONS', 'demo', 'jobs', '>9999'))[0]?.[0]).toBe(
    'Announced (sample, no records)',
  );
  // other companies still need a key
  await expect(host.formula('EXPANSIONS', 'demo.example')).rejects.toThrow('#NO_KEY');
  await expect(host.formula('EXPANSIONS', [['demo'], ['acme.example']])).rejects.toThrow('#NO_KEY');
});

test('with a key, "demo" is refused with the remedy, and no request is sent', async () => {
  const host = await startHost({ connection: recorder.connection });
  recorder.clear();
  await expect(host.formula('EXPANSIONS', 'demo')).rejects.toThrow(
    '#BAD_INPUT: "demo" shows sample records until a key is saved; name your companies, or remove it',
  );
  const job = syncOf({ dayAgo: () => '2026-01-01' }, { formula: '=EXPANSIONS("demo")' });
  const saved = host.run('saveJob', [job], { mode: 'sidebar' });
  await expect(saved).rejects.toThrow('"demo" shows sample records');
  expect(recorder.requests).toEqual([]);
});

test('samples in a spreadsheet with a key do not block a refresh job and buy nothing', async () => {
  small.add(3, new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10), 'acme.example');
  const sheet = await open({ connection: small.connection });
  sheet.host.workbook.type('A1', '=EXPANSIONS("demo", "columns", "company")');
  const formula = '=EXPANSIONS("acme.example", "from", "-30d", "to", "today", "columns", "company")';
  await sheet.host.enter('C1', formula);
  expect(await sheet.runNow(await sheet.makeJob(refreshOf()))).toMatchObject({ over: true });
  await sheet.host.settled();
  expect(await sheet.job()).toMatchObject({ error: '' });
  const shown = sheet.host.workbook.read('C2:C4').map(([one]) => one?.display);
  expect(shown).toEqual(Array(3).fill('acme.example'));
  expect(sheet.host.workbook.message('A1')).toContain('"demo" shows sample records until a key is saved');
  expect(small.bodies.filter((body) => JSON.stringify(body).includes('demo'))).toEqual([]);
});
