/** If Google creates no trigger, the job is saved, runs by hand, and the sidebar says what is missing. */
import { USERS } from '../../src/sandbox/bridge/modes.js';
import type { Switches } from '../../src/sandbox/bridge/switches.js';
import type { LogLine } from '../../src/sandbox/services/define.js';
import type { Trigger } from '../../src/sandbox/services/triggers.js';
import { HOUR_MS, type JobsSpreadsheet, syncOf, useJobsSpreadsheets } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const TRIGGER_SCOPE = 'https://www.googleapis.com/auth/script.scriptapp';

const service = useSmallService();
const open = useJobsSpreadsheets();

beforeEach(() => service.add(3, '2026-01-05'));

const openWith = (switches: Partial<Switches> = {}, triggers: readonly Trigger[] = []) =>
  open({
    connection: service.connection,
    switches: { exceptionWords: 'english', ...switches },
    stored: { triggers },
  });
const jobOf = (sheet: JobsSpreadsheet) => syncOf(sheet, { from: '2026-01-01' });
const healthOf = async (sheet: JobsSpreadsheet) => (await sheet.call('sidebarState')).health;
const triggersOf = ({ host }: JobsSpreadsheet) => host.triggers.list().map(({ documentId }) => documentId);

/** Triggers of the same person in other spreadsheets. */
const elsewhere = (count: number): readonly Trigger[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `other-${index}`,
    functionName: 'runJobs',
    everyMs: HOUR_MS,
    eventType: 'CLOCK',
    owner: 'owner@example.com',
    documentId: `other-${index}`,
    nextAt: Date.now() + 30 * HOUR_MS,
  }));

test('in a test deployment the job shows Google’s message, and gets a trigger once Google creates one', async () => {
  const sheet = await openWith({ testDeployment: true });
  const saved = await sheet.call('saveJob', jobOf(sheet));
  expect(saved.outcome).toMatchObject({ kind: 'job', refusal: expect.stringContaining('test deployments') });
  expect(saved.health).toEqual(['no-trigger']);
  const [job] = saved.jobs;
  expect(await sheet.runNow(job?.id ?? '')).toMatchObject({ over: true, added: 3 });

  sheet.host.switches.testDeployment = false;
  await sheet.call('resumeJob', job?.id);
  expect(await healthOf(sheet)).toEqual([]);
  expect(triggersOf(sheet)).toEqual(['spreadsheet']);
});

test('with twenty triggers elsewhere, the job reports it; with one fewer it gets its trigger', async () => {
  const sheet = await openWith({}, elsewhere(20));
  const { outcome, health } = await sheet.call('saveJob', jobOf(sheet));
  expect(outcome).toMatchObject({ refusal: 'This script has too many triggers.' });
  expect(health).toEqual(['too-many-triggers']);

  const roomy = await openWith({}, elsewhere(19));
  expect(await roomy.call('saveJob', jobOf(roomy))).toMatchObject({ outcome: { refusal: '' }, health: [] });
});

test('without the permission a job can be saved, run and removed, and the sidebar asks for the permission', async () => {
  const sheet = await openWith({ withheldScopes: [TRIGGER_SCOPE] });
  const { outcome, health } = await sheet.call('saveJob', jobOf(sheet));
  expect(outcome).toMatchObject({ kind: 'job', refusal: expect.stringContaining(TRIGGER_SCOPE) });
  expect(health).toEqual(['missing-scope', 'no-trigger-permission']);
  const id = outcome?.kind === 'job' ? outcome.id : '';
  expect(await sheet.runNow(id)).toMatchObject({ over: true, added: 3 });

  sheet.host.switches.withheldScopes = [];
  expect(await healthOf(sheet)).toEqual(['no-trigger']);
  expect((await sheet.call('saveJob', { ...jobOf(sheet), id })).health).toEqual([]);

  sheet.host.switches.withheldScopes = [TRIGGER_SCOPE];
  expect((await sheet.call('removeJob', id)).jobs).toEqual([]);
  // a trigger that could not be removed removes itself when it may
  expect(triggersOf(sheet)).toEqual(['spreadsheet']);
  sheet.host.switches.withheldScopes = [];
  await sheet.hours(1);
  expect(triggersOf(sheet)).toEqual([]);
});

test('a trigger runs its jobs although the permission to list triggers was revoked', async () => {
  const sheet = await openWith();
  await sheet.call('saveJob', jobOf(sheet));
  sheet.host.switches.withheldScopes = [TRIGGER_SCOPE];
  await sheet.nextDay();
  expect(await sheet.job()).toMatchObject({ added: 3, error: '' });
});

test.each([
  { clockTriggersByDocument: false, refusal: expect.stringContaining('in this document') },
  { clockTriggersByDocument: true, refusal: '' },
])(
  'a trigger with an unknown id does not keep a job from being saved: $clockTriggersByDocument',
  async ({ refusal, ...switches }) => {
    const [trigger] = elsewhere(1);
    const sheet = await openWith(switches, trigger ? [{ ...trigger, documentId: 'spreadsheet' }] : []);
    const { outcome } = await sheet.call('saveJob', jobOf(sheet));
    expect(outcome).toMatchObject({ kind: 'job', refusal });
    sheet.host.clock.advance(48 * HOUR_MS);
    await sheet.host.runDueTriggers();
    expect(await healthOf(sheet)).toEqual([]);
  },
);

test('fact 7: D20 a trigger that Google silently disabled counts as missing, and saving a job replaces it', async () => {
  const sheet = await openWith();
  const id = await sheet.makeJob(jobOf(sheet));
  const [first] = sheet.host.triggers.list();
  for (let hour = 0; hour < 5; hour++) {
    await sheet.hours(1);
    expect(await healthOf(sheet)).toEqual([]);
  }
  // Google still lists it, but it does not run any more
  sheet.host.clock.advance(2 * HOUR_MS);
  expect(await healthOf(sheet)).toEqual([]);
  sheet.host.clock.advance(2 * HOUR_MS);
  expect(await healthOf(sheet)).toEqual(['no-trigger']);
  expect((await sheet.call('saveJob', { ...jobOf(sheet), id })).health).toEqual([]);
  const [second, ...others] = sheet.host.triggers.list();
  expect(others).toEqual([]);
  expect(second?.id).not.toBe(first?.id);
});

test.each([
  ['disabled', ({ host }: JobsSpreadsheet, id: string) => host.triggers.disable(id)],
  ['removed', ({ host }: JobsSpreadsheet, id: string) => host.triggers.delete({ user: USERS.owner }, id)],
  [
    'silent for three hours although jobs are due',
    ({ host }: JobsSpreadsheet) => host.clock.advance(4 * HOUR_MS),
  ],
] as const)(
  'fact 7: a trigger that is %s counts as missing, and Run now creates it again',
  async (_how, stop) => {
    const sheet = await openWith();
    const id = await sheet.makeJob(jobOf(sheet));
    const [first] = sheet.host.triggers.list();
    stop(sheet, first?.id ?? '');
    expect(await healthOf(sheet)).toEqual(['no-trigger']);
    expect((await sheet.callAs('editor', 'sidebarState')).health).not.toContain('no-trigger');
    await sheet.runNow(id);
    expect(await healthOf(sheet)).toEqual([]);
    const [second, ...others] = sheet.host.triggers.list();
    expect([others, second?.id === first?.id]).toEqual([[], false]);
  },
);

test('a paused job needs no trigger', async () => {
  const sheet = await openWith();
  await sheet.call('pauseJob', await sheet.makeJob(jobOf(sheet)));
  const again = await open({ stored: { ...sheet.host.save(), triggers: [] } });
  expect(await healthOf(again)).toEqual([]);
});

// a trigger without its spreadsheet must not go unnoticed; sources disagree if Google runs such triggers
test.each([
  [false, [['warn', expect.stringContaining('without its spreadsheet')]]],
  [true, []],
])('fact 6: a trigger with its spreadsheet: %s', async (inDocument, logged) => {
  const lines: LogLine[] = [];
  const { host } = await open({ inDocument, onLog: (line) => lines.push(line) });
  await host.run('runJobs', [{ triggerUid: 't1' }], { mode: 'trigger' });
  expect(lines.map(({ level, message }) => [level, message])).toEqual(logged);
});
