/** Lost authorization: runs call nothing that throws, and send a mail about it at most once a day. */
import type { Switches } from '../../src/sandbox/bridge/switches.js';
import { HOUR_MS, type JobsSpreadsheet, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const MAIL = 'ann@acme.example';
const NETWORK_SCOPE = 'https://www.googleapis.com/auth/script.external_request';
const SPREADSHEET_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.currentonly';
const MAIL_SCOPE = 'https://www.googleapis.com/auth/script.send_mail';

const service = useSmallService();
const open = useJobsSpreadsheets();

beforeEach(() => service.add(3, '2026-01-05'));

async function openWithJob(digest = MAIL, userLocale = 'en_US'): Promise<JobsSpreadsheet> {
  const sheet = await open({ connection: service.connection, switches: { userLocale } });
  await sheet.makeJob({ ...syncOf(sheet, { from: '2026-01-01' }), digest });
  return sheet;
}

/** @returns the last execution of the trigger */
async function runs({ host }: JobsSpreadsheet, hours = 1) {
  for (let hour = 0; hour < hours; hour += 1) {
    host.clock.advance(HOUR_MS);
    await host.runDueTriggers();
  }
  return host.executions.records.filter(({ functionName }) => functionName === 'runJobs').at(-1);
}
const lose = ({ host }: JobsSpreadsheet, lost: Partial<Switches>) => Object.assign(host.switches, lost);
const sent = ({ host }: JobsSpreadsheet) => host.mails;

test.each([
  ['everything but mail', { lostAuthorization: 'all but mail' }],
  ['the service', { withheldScopes: [NETWORK_SCOPE] }],
  ['the spreadsheet', { withheldScopes: [SPREADSHEET_SCOPE] }],
] as const)(
  'lost: %s: runs do nothing and send one mail a day until the person authorizes again',
  async (_what, lost) => {
    const sheet = await openWithJob();
    lose(sheet, lost);
    const before = sheet.host.properties.entries('document');
    const record = await runs(sheet, 24);
    expect(record?.error).toBeUndefined();
    expect(sheet.host.properties.entries('document')).toEqual(before);
    expect(sent(sheet)).toEqual([
      expect.objectContaining({
        recipient: MAIL,
        subject: 'Signals: your jobs need a permission',
        body: expect.stringMatching(/jobs: All expansions\. Choose .* here: https:\/\/accounts\.google\.com/),
      }),
    ]);
    await runs(sheet, 24);
    expect(sent(sheet)).toHaveLength(2);

    lose(sheet, { lostAuthorization: 'nothing', withheldScopes: [] });
    await runs(sheet);
    expect(await sheet.job()).toMatchObject({ added: 3, error: '' });
  },
);

test('if mail is lost, too, nothing throws and nothing is sent', async () => {
  const sheet = await openWithJob();
  lose(sheet, { lostAuthorization: 'all' });
  expect((await runs(sheet, 2))?.error).toBeUndefined();
  expect(sent(sheet)).toEqual([]);
  // the attempt does not count as the day's mail
  lose(sheet, { lostAuthorization: 'all but mail' });
  await runs(sheet);
  expect(sent(sheet)).toHaveLength(1);
});

test('the sidebar reports it beside the jobs', async () => {
  const sheet = await openWithJob();
  lose(sheet, { withheldScopes: [NETWORK_SCOPE] });
  expect((await sheet.call('sidebarState')).health).toEqual(['missing-scope', 'no-job-permission']);
});

test('a lost permission that no run needs does not stop a job; without an address no mail is sent', async () => {
  const sheet = await openWithJob('');
  lose(sheet, { withheldScopes: [MAIL_SCOPE] });
  await runs(sheet);
  expect(await sheet.job()).toMatchObject({ added: 3, error: '' });
  lose(sheet, { lostAuthorization: 'all but mail', withheldScopes: [] });
  expect((await runs(sheet))?.error).toBeUndefined();
  expect(sent(sheet)).toEqual([]);
});

test('each person gets one mail a day, a German one in German, even if two spreadsheets notice the loss', async () => {
  const first = await openWithJob(MAIL, 'de_DE');
  const { shared } = first.host;
  const second = await open({ connection: service.connection, shared, documentId: 'second' });
  await second.makeJob({ ...syncOf(second, { from: '2026-01-01' }), digest: MAIL });
  for (const sheet of [first, second]) lose(sheet, { lostAuthorization: 'all but mail' });
  first.host.clock.advance(HOUR_MS);
  await first.host.runDueTriggers();
  await second.host.runDueTriggers();
  expect([...sent(first), ...sent(second)].map(({ subject }) => subject)).toEqual([
    'Signals: Ihren Aufträgen fehlt eine Berechtigung',
  ]);
});

test('without the permission for mail alone, the digest waits until the person permits it', async () => {
  const sheet = await openWithJob();
  lose(sheet, { withheldScopes: [MAIL_SCOPE] });
  await runs(sheet, 24);
  expect(sent(sheet)).toEqual([]);
  lose(sheet, { withheldScopes: [] });
  await runs(sheet, 24);
  expect(sent(sheet)).toMatchObject([{ subject: expect.stringContaining('3 new') }]);
});
