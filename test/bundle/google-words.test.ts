/** Google's own words reach the person, whatever they are thrown as and in whichever language. */
import type { Switches } from '../../src/sandbox/bridge/switches.js';
import { syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const open = useJobsSpreadsheets();

const ENGLISH = 'You do not have permission to call setFormula';
const FOREIGN = 'Yóú dó nót hávé pérmíssíón tó cáll sétFórmúlá';

const openWith = (switches: Partial<Switches>) =>
  open({ connection: service.connection, switches: { exceptionWords: 'english', ...switches } });

test.each([
  ['an object that is no error', { exceptionsAreErrors: false }, ENGLISH],
  ['an error', { exceptionsAreErrors: true }, ENGLISH],
  ['an object that is no error, in another language', { exceptionWords: 'foreign' }, FOREIGN],
] as const)('in the sidebar: %s', async (_, switches, words) => {
  const { host } = await openWith(switches);
  const insertion = {
    formula: '=EXPANSIONS(, "limit", 100)',
    cell: { sheet: 'Sheet1', a1: 'A1' },
    replace: false,
  };
  const inserted = host.run('insertFormula', [insertion], { mode: 'sidebar', as: 'viewer' });
  await expect(inserted).rejects.toThrow(`#SERVICE: Google Sheets refused (${words})`);
});

test.each([
  ['an object that is no error', { exceptionsAreErrors: false }, 'You do not have permission'],
  ['an error', { exceptionsAreErrors: true }, 'You do not have permission'],
  [
    'an object that is no error, in another language',
    { exceptionWords: 'foreign' },
    'Yóú dó nót hávé pérmíssíón',
  ],
] as const)('of a job that fails: %s', async (_, switches, words) => {
  service.add(3, '2026-01-05', 'acme.example');
  const sheet = await openWith(switches);
  const id = await sheet.makeJob(syncOf(sheet, { from: '2026-01-01' }));
  await sheet.call('shareConnection', { owner: 'Ann', dailyCap: 100 });
  const run = sheet.host.run('runJob', [id, ''], { mode: 'sidebar', as: 'viewer' });
  await expect(run).rejects.toThrow(`#SERVICE: Google Sheets refused (${words}`);
  expect((await sheet.call('sidebarState')).jobs[0]?.error).toContain(`Google Sheets refused (${words}`);
});

test('a formula whose request cannot leave says so in Google’s words', async () => {
  const { host } = await openWith({ exceptionWords: 'foreign' });
  host.faults.network = () => ({ kind: 'dns' });
  host.workbook.type('A1', '=EXPANSIONS(, "limit", 100)');
  await host.settled();
  expect(host.workbook.message('A1')).toMatch(/#SERVICE: the service did not answer \(.*[áéíóú].*\)/);
});

test.each(['english', 'foreign'] as const)(
  'a request is late by the clock and by no word of Google’s (%s)',
  async (exceptionWords) => {
    const { host } = await openWith({ exceptionWords });
    const typed = async (a1: string) => {
      host.workbook.type(a1, `=EXPANSIONS(, "limit", ${10 + a1.charCodeAt(0)})`);
      await host.settled();
      return host.workbook.message(a1);
    };
    host.faults.network = () => ({ kind: 'timeout' });
    expect(await typed('A1')).toMatch(/#SERVICE: the service did not answer/);
    host.faults.network = () => {
      host.clock.advance(20_000);
      return { kind: 'unreachable' };
    };
    expect(await typed('H1')).toMatch(/#TIMEOUT: no answer within \d+ s/);
  },
);
