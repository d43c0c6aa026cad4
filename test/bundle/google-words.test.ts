/** The person sees Google's own messages, whatever their type and language. */
import { USERS } from '../../src/sandbox/bridge/modes.js';
import type { Switches } from '../../src/sandbox/bridge/switches.js';
import { alertTo } from '../support/alert-destinations.js';
import { syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const open = useJobsSpreadsheets();

const ENGLISH = 'You do not have permission to call';
const FOREIGN = 'Yóú dó nót hávé pérmíssíón tó cáll';

const openWith = (switches: Partial<Switches>) =>
  open({ connection: service.connection, switches: { exceptionWords: 'english', ...switches } });

test.each([
  ['english', ENGLISH],
  ['foreign', FOREIGN],
] as const)('in the sidebar and for a failing job, in words: %s', async (exceptionWords, words) => {
  const sheet = await openWith({ exceptionWords });
  const cell = { sheet: 'Sheet1', a1: 'A1' };
  const insertion = { formula: '=EXPANSIONS(, "limit", 100)', cell };
  const refusal = `#SERVICE: Google Sheets refused (${words}`;
  await expect(sheet.callAs('viewer', 'insertFormula', insertion)).rejects.toThrow(refusal);
  service.add(3, '2026-01-05');
  const id = await sheet.makeJob(syncOf(sheet, { from: '2026-01-01' }));
  await sheet.call('shareConnection', { owner: 'Ann', dailyCap: 100 });
  await expect(sheet.callAs('viewer', 'runJob', id, '')).rejects.toThrow(refusal);
  expect((await sheet.job()).error).toContain(refusal);
});

test('a formula whose request cannot be sent shows Google’s message', async () => {
  const { host } = await openWith({ exceptionWords: 'foreign' });
  host.faults.network = () => ({ kind: 'dns' });
  await host.enter('A1', '=EXPANSIONS(, "limit", 100)');
  expect(host.workbook.message('A1')).toMatch(/#SERVICE: the service did not answer \(.*[áéíóú].*\)/);
});

test.each(['english', 'foreign'] as const)(
  'fact 13: the clock, not Google’s message, decides that a request is late (%s)',
  async (exceptionWords) => {
    const { host } = await openWith({ exceptionWords });
    const typed = async (a1: string) => {
      await host.enter(a1, `=EXPANSIONS(, "limit", ${10 + a1.charCodeAt(0)})`);
      return host.workbook.message(a1);
    };
    host.faults.network = () => ({ kind: 'unreachable' });
    expect(await typed('A1')).toMatch(/#SERVICE: the service did not answer/);
    host.faults.network = () => ({ kind: 'timeout' });
    expect(await typed('H1')).toMatch(/#TIMEOUT: no answer within \d+ s/);
  },
);

test('fact 13: D21 an alert waits while no mail is left, whatever the language of Google’s message', async () => {
  const sheet = await openWith({ exceptionWords: 'foreign' });
  const { quotas, mails } = sheet.host;
  const { email } = USERS.owner;
  quotas.add(email, 'email', quotas.left(email, 'email'));
  service.add(7, sheet.dayAgo(1));
  const alerts = [alertTo('team@any.example', { kind: 'mail' })];
  await sheet.makeAndRun({ ...syncOf(sheet, { from: sheet.dayAgo(3) }), alerts });
  await sheet.hours(4);
  expect(mails).toEqual([]);
  expect((await sheet.job()).alerts?.[0]).toMatchObject({ waiting: 7, unclear: 0 });
  await sheet.nextDay();
  expect(mails).toMatchObject([{ subject: 'All expansions: 7 new records' }]);
});

test.each(['english', 'foreign'] as const)(
  'fact 13: D21 a request that Google reports as unsent is repeated with its idempotency key and paid once (%s)',
  async (exceptionWords) => {
    service.add(3, '2026-01-05');
    const sheet = await openWith({ exceptionWords });
    const { host } = sheet;
    // despite Google's message, the request may have arrived
    host.faults.network = () => ({ kind: 'dns', reached: true });
    await host.enter('A1', '=EXPANSIONS("acme.example", "from", "2026-01-01", "to", "2026-01-31")');
    expect(host.workbook.message('A1')).toMatch(/#SERVICE/);
    delete host.faults.network;
    host.clock.advance(61_000);
    host.runFormulasAgain();
    await host.settled();
    expect(host.workbook.read('A1:A4').every(([cell]) => cell?.value !== '')).toBe(true);
    expect(service.charged).toBe(3);
    expect((await sheet.call('sidebarState')).activity).toMatchObject({ today: 3, held: [] });
  },
);

test.each([
  ['english', 'en', 'Loading...'],
  ['foreign', 'en', 'Wird geladen...'],
  ['english', 'de', 'Wird geladen...'],
] as const)(
  'fact 29: a formula that loads is neither frozen nor a company (words %s, language %s): %s',
  async (exceptionWords, userLocale, loading) => {
    const { host, valuesIn } = await openWith({ exceptionWords, userLocale });
    // in Sheets, this loads for ever
    const formula = '=EXPANSIONS("acme.example", "from", TODAY()-30)';
    await host.enter('A1', formula);
    expect(valuesIn('A1')).toEqual([[loading]]);
    await host.enter('C1', '=EXPANSIONS(A1, "from", "-30d")');
    // a long value is cut
    expect(host.workbook.message('C1')).toContain(`a cell that shows ${loading.slice(0, 10)}`);
    host.ui.select(host.workbook.area('A1'));
    await host.run('freezeSelection');
    expect(host.ui.questions).toHaveLength(1);
    expect(host.workbook.read('A1')).toMatchObject([[{ value: loading, formula, note: '' }]]);
    expect(service.bodies).toEqual([]);
  },
);
