/** A colleague attacks the owner's jobs: nothing runs in the owner's name or with the owner's key or mail. */
import { useHttpServer } from '../support/http-server.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';
import { pushOf, syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';

const service = useService({ credits: 100_000 });
const receiver = useHttpServer((_request, response) => void response.end('ok'));
const recorder = useRecorder(service);
const sheet = useJobsSpreadsheet(() => recorder.connection);
let editorKey = '';

beforeAll(async () => {
  editorKey = await service.createKey(100_000);
});

const saveKeyOfEditor = () =>
  sheet.callAs('editor', 'saveConnection', { baseUrl: recorder.baseUrl, apiKey: editorKey });
/** Requests with the owner's key. */
const owners = () =>
  recorder.requests.filter(({ headers }) => headers['x-api-key'] === recorder.connection.apiKey);
const editors = () => recorder.requests.filter(({ headers }) => headers['x-api-key'] === editorKey);
const mailsOf = (role: string) => sheet.host.mails.filter(({ sender }) => sender === `${role}@example.com`);

/** Runs the next day's due triggers; clears the recorded requests before. */
async function nextDay(): Promise<void> {
  recorder.clear();
  await sheet.nextDay();
}

test('a changed callback address gets news only with the colleague’s key', async () => {
  const pushTo = (path: string) =>
    pushOf({ group: 'Automotive suppliers', callbackUrl: `${receiver.url}/${path}` });
  const id = await sheet.makeJob(pushTo('nowhere'));
  await saveKeyOfEditor();
  await sheet.callAs('editor', 'saveJob', { ...pushTo('elsewhere'), id });
  await nextDay();
  expect(owners()).toEqual([]);
  expect(editors()).toHaveLength(1);
});

test('a changed formula, budget, name and mail address cost the colleague, and the sidebar says so', async () => {
  const id = await sheet.makeJob(syncOf(sheet, { budget: 5 }));
  await saveKeyOfEditor();
  const changed = syncOf(sheet, { budget: 900, formula: '=EXPANSIONS(, "jobs", ">=1")' });
  const mine = { ...changed, id, name: 'Mine', digest: 'mallory@acme.example' };
  const { jobs } = await sheet.callAs('editor', 'saveJob', mine);
  expect(jobs).toMatchObject([{ name: 'Mine', mine: true }]);
  expect(await sheet.job()).toMatchObject({ name: 'Mine', mine: false });
  await nextDay();
  expect([owners(), mailsOf('owner')]).toEqual([[], []]);
  expect(editors().length).toBeGreaterThan(0);
  expect(mailsOf('editor')).toHaveLength(1);
  // the former owner's trigger has no job to run
  expect(sheet.host.triggers.list().map(({ owner }) => owner)).toEqual(['editor@example.com']);
});

test('a job that the colleague resumes runs with the colleague’s trigger and key', async () => {
  const id = await sheet.makeJob(syncOf(sheet));
  await sheet.call('pauseJob', id);
  await saveKeyOfEditor();
  await sheet.callAs('editor', 'resumeJob', id);
  expect(await sheet.job()).toMatchObject({ paused: false, mine: false });
  await nextDay();
  expect(owners()).toEqual([]);
  expect(editors().length).toBeGreaterThan(0);
});

test('a colleague’s run uses the colleague’s key and sends no mail', async () => {
  const id = await sheet.makeJob({ ...syncOf(sheet), digest: 'ann@acme.example' });
  await saveKeyOfEditor();
  recorder.clear();
  const { outcome } = await sheet.callAs('editor', 'runJob', id, '');
  expect(outcome).toMatchObject({ run: { over: true } });
  expect(owners()).toEqual([]);
  expect(editors().length).toBeGreaterThan(0);
  expect(sheet.host.mails).toEqual([]);
  expect(await sheet.job()).toMatchObject({ mine: true });
});

test.each([
  [
    'refuses',
    '#SERVICE',
    () => {
      recorder.fault = () => ({ kind: 'status', status: 500, body: '{}' });
    },
  ],
  [
    'has answered when it is killed',
    'ended',
    () => {
      sheet.host.faults.killAfterCall = (_caller, _number, operation) => operation === 'UrlFetchApp.fetch';
    },
  ],
])(
  'a colleague’s run that the service %s does not move the owner’s job off its schedule',
  async (_, said, fail) => {
    const id = await sheet.makeAndRun(syncOf(sheet));
    await saveKeyOfEditor();
    await sheet.call('saveJob', { ...syncOf(sheet, { from: sheet.dayAgo(20) }), id });
    const planned = (await sheet.job()).nextRun;
    expect(planned).toBeGreaterThan(0);
    fail();
    await expect(sheet.callAs('editor', 'runJob', id, '')).rejects.toThrow(said);
    recorder.fault = () => undefined;
    delete sheet.host.faults.killAfterCall;
    expect((await sheet.job()).nextRun).toBe(planned);
    recorder.clear();
    await sheet.hours(1);
    expect(owners()).toEqual([]);
  },
);

test('failing runs of a colleague neither stop the owner’s job nor restart it', async () => {
  const id = await sheet.makeJob({ ...syncOf(sheet), digest: 'ann@acme.example' });
  for (let time = 0; time < 6; time++) {
    await expect(sheet.callAs('editor', 'runJob', id, '')).rejects.toThrow('#NO_KEY');
  }
  expect(await sheet.job()).toMatchObject({ givenUp: false });
  expect(sheet.host.mails).toEqual([]);
  recorder.fault = () => ({ kind: 'status', status: 500, body: '{}' });
  for (let hour = 0; hour < 8; hour++) await nextDay();
  expect(await sheet.job()).toMatchObject({ givenUp: true });
  recorder.fault = () => undefined;
  await saveKeyOfEditor();
  await sheet.callAs('editor', 'runJob', id, '');
  expect(await sheet.job()).toMatchObject({ givenUp: true });
  await nextDay();
  expect(owners()).toEqual([]);
});

test('a job that changes while the owner runs it continues with the owner’s settings', async () => {
  const id = await sheet.makeJob(syncOf(sheet, { from: sheet.dayAgo(250), budget: 10_000 }));
  recorder.fault = () => void sheet.host.clock.advance(6_000);
  const { outcome } = await sheet.call('runJob', id, '');
  recorder.fault = () => undefined;
  expect(outcome).toMatchObject({ run: { over: false } });
  await saveKeyOfEditor();
  const mine = { ...syncOf(sheet, { from: sheet.dayAgo(250), budget: 99_999 }), id };
  await expect(
    sheet.callAs('editor', 'saveJob', { ...mine, digest: 'mallory@acme.example' }),
  ).rejects.toThrow('is running this job');
});

test('an old page of the owner does not run a job that a colleague has changed since', async () => {
  const id = await sheet.makeJob(syncOf(sheet));
  const { version } = await sheet.job();
  await saveKeyOfEditor();
  await sheet.callAs('editor', 'saveJob', { ...syncOf(sheet), id, digest: 'mallory@acme.example' });
  recorder.clear();
  for (const [name, ...args] of [
    ['runJob', id, '', version],
    ['resumeJob', id, version],
    ['takeOverJob', id, version],
    ['saveJob', { ...syncOf(sheet), id, version }],
  ] as const) {
    await expect(sheet.call(name, ...args)).rejects.toThrow('a colleague has changed this job');
  }
  expect(recorder.requests).toEqual([]);
  const seen = (await sheet.job()).version;
  expect((await sheet.call('takeOverJob', id, seen)).jobs).toMatchObject([{ mine: true }]);
});

test('if a colleague shares a key for another address, the owner’s job waits for the owner', async () => {
  const id = await sheet.makeJob(syncOf(sheet));
  const elsewhere = { baseUrl: `${recorder.baseUrl}/elsewhere`, apiKey: editorKey };
  await sheet.callAs('editor', 'saveConnection', elsewhere);
  await sheet.callAs('editor', 'shareConnection', { owner: 'Mallory', dailyCap: 1_000 });
  await nextDay();
  expect(recorder.requests).toEqual([]);
  expect((await sheet.job()).error).toBe(
    '#BAD_INPUT: "Mallory" shares a key for another address; save this job again to use it',
  );
  await sheet.call('pauseJob', id);
  await sheet.call('resumeJob', id);
  await expect(sheet.runNow(id)).rejects.toThrow('shares a key for another address');
  await sheet.callAs('editor', 'stopSharing');
  expect(await sheet.runNow(id)).toMatchObject({ over: true });
});

test('anyone can pause a job, create its charts and remove it, which runs nothing', async () => {
  const id = await sheet.makeAndRun(syncOf(sheet));
  recorder.clear();
  await sheet.callAs('editor', 'makeViews', id);
  await sheet.callAs('editor', 'pauseJob', id);
  expect(await sheet.job()).toMatchObject({ mine: true, paused: true, nextRun: 0 });
  await nextDay();
  await sheet.callAs('editor', 'removeJob', id);
  await nextDay();
  expect(recorder.requests).toEqual([]);
});

test('a job that is saved again after a lost answer is one job', async () => {
  const draft = { ...syncOf(sheet), draftId: 'a draft of the page' };
  const first = await sheet.call('saveJob', draft);
  const second = await sheet.call('saveJob', { ...draft, name: 'Renamed' });
  expect(second.outcome).toEqual(first.outcome);
  expect(second.jobs).toMatchObject([{ name: 'Renamed', mine: true }]);
  // a colleague's draft with the same id is another job
  expect((await sheet.callAs('editor', 'saveJob', draft)).jobs).toHaveLength(2);
});
