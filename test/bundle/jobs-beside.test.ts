/** The other work of jobs: pushes of news, mailed digests, charts. */
import { expectEnded } from '../support/host.js';
import { useHttpServer } from '../support/http-server.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';
import { pushOf, syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';

const service = useService({ credits: 100_000 });
const recorder = useRecorder(service);
const receiver = useHttpServer((_request, response) => void response.end('ok'));
const sheet = useJobsSpreadsheet(() => recorder.connection);

const pushes = () => recorder.requests.filter(({ path }) => path.includes('/push-news/'));

const hourlyPush = () => ({
  ...pushOf({ group: 'Automotive suppliers', callbackUrl: `${receiver.url}/news` }),
  schedule: { every: 'hour', hour: 0, weekdays: [] } as const,
});

test('a push with an unknown outcome is not repeated and is shown as unknown', async () => {
  const id = await sheet.makeJob(hourlyPush());
  recorder.fault = () => ({ kind: 'hangUp', reached: true });
  await sheet.hours(4);
  expect(pushes()).toHaveLength(1);
  expect((await sheet.job()).notice).toContain('may have arrived');
  recorder.fault = () => undefined;
  for (let click = 0; click < 5; click++)
    await expect(sheet.runNow(id)).rejects.toThrow('was already pushed, or may have been');
  expect(pushes()).toHaveLength(1);
  // these clicks are no failures of the job
  expect(await sheet.job()).toMatchObject({ givenUp: false });
  expect(sheet.host.mails).toEqual([]);
});

test('the push after one that got no answer also asks for the news of that one', async () => {
  await sheet.makeJob(hourlyPush());
  await sheet.hours(1);
  recorder.fault = () => ({ kind: 'hangUp', reached: false });
  await sheet.hours(24);
  recorder.fault = () => undefined;
  await sheet.hours(24);
  const days = pushes().map(({ path }) => Number(path.split('/').at(-1)));
  expect(days).toEqual([days[0], days[0], days[0]! + 1]);
});

test('a push of a killed execution counts as sent', async () => {
  const id = await sheet.makeJob(hourlyPush());
  await expectEnded(sheet.host, 'UrlFetchApp.fetch', () => sheet.runNow(id));
  await sheet.hours(3);
  expect(pushes()).toHaveLength(1);
  expect((await sheet.job()).notice).toContain('may have arrived');
});

test('new records send one mail a day, with counts and the ten newest', async () => {
  const id = await sheet.makeJob({ ...syncOf(sheet), digest: 'ann@acme.example' });
  const run = await sheet.runNow(id);
  await sheet.call('saveJob', { ...syncOf(sheet, { tab: 'Second' }), id, digest: 'ann@acme.example' });
  await sheet.runNow(id);
  const mails = sheet.host.mails;
  expect(mails).toHaveLength(1);
  const subject = `All expansions: ${run.added} new records`;
  expect(mails[0]).toMatchObject({ recipient: 'ann@acme.example', subject });
  expect(mails[0]?.body.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(10);
  expect(mails[0]?.body).not.toContain(service.apiKey);
});

test('one click creates a free tab with charts of the synced records, and a second click replaces it', async () => {
  const id = await sheet.makeAndRun(syncOf(sheet, { from: sheet.dayAgo(60) }));
  recorder.clear();
  for (let time = 0; time < 2; time++) {
    const { outcome } = await sheet.call('makeViews', id);
    expect(outcome).toEqual({ kind: 'sheet', name: 'Synced summary' });
  }
  expect(recorder.requests).toHaveLength(0);
  const headings = sheet.valuesIn("'Synced summary'!H1:H240").map(([first]) => String(first));
  const tab = sheet.host.workbook.facade.getSheetByName('Synced summary')!;
  const [charts = []] = Object.values(sheet.host.charts());
  expect(charts.map(({ type }) => type)).toEqual(['COLUMN', 'BAR', 'BAR', 'GEO', 'BAR', 'BAR', 'BAR']);
  // each chart shows the table beside it, and that table's heading is its title
  for (const { options, row, ranges } of charts) {
    expect([ranges[0]?.row, ranges[0]?.column, headings[row - 1]]).toEqual([row + 1, 8, options['title']]);
    // the name and the header of the table are bold, the header has the colour of our tables, figures one format
    const style = (r: number, c: number) => tab.getRange(r - 1, c - 1).getCellStyleData();
    expect([row, row + 1, row + 2].map((r) => style(r, 8)?.bl === 1)).toEqual([true, true, false]);
    expect(style(row + 1, 9)?.bg?.rgb).toBe('#e0f2ee');
    expect(style(row + 2, 9)?.n?.pattern).toBe('#,##0');
  }
  expect(charts[0]?.options['colors']).toEqual(expect.arrayContaining(['#12857c']));
  expect(tab.getColumnWidth(7)).toBe(240);
});

test('a job that no longer exists is refused', async () => {
  const id = await sheet.makeJob(syncOf(sheet));
  await sheet.call('removeJob', id);
  for (const name of ['pauseJob', 'resumeJob', 'takeOverJob', 'makeViews']) {
    await expect(sheet.call(name, id)).rejects.toThrow('#BAD_INPUT: this job no longer exists');
  }
  await sheet.nextDay();
  expect(sheet.host.triggers.list()).toEqual([]);
});
