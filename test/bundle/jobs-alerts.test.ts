/** Alerts of a job on the built add-on: saved, tested, sent after runs and quiet hours, taken over, removed. */

import type { AlertInput } from '../../src/contract/alerts.js';
import type { JobInput } from '../../src/contract/jobs.js';
import type { Role } from '../../src/sandbox/bridge/modes.js';
import { alertTo, useAlertDestinations } from '../support/alert-destinations.js';
import { signatureOf } from '../support/signature.js';
import { pauseDuringHour, syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);
const destination = useAlertDestinations();
const arrived = () => destination.messages;

const WEBHOOK = { kind: 'webhook' } as const;
const at = (path: string, settings?: Partial<AlertInput>) => alertTo(destination.url + path, settings);
const jobWith = (alerts: readonly AlertInput[] | undefined, more: Partial<JobInput> = {}): JobInput => ({
  ...syncOf(sheet, { from: sheet.dayAgo(3), formula: '=EXPANSIONS(, "columns", "date|company")' }),
  ...(alerts && { alerts }),
  ...more,
});
/** Another job, with the records of the last days. */
const otherJob = (alert: AlertInput, days: number): JobInput => {
  const { sync } = jobWith(undefined);
  return jobWith([alert], { name: 'Other', sync: { ...sync!, tab: 'Other', from: sheet.dayAgo(days) } });
};
const theAlert = async (as: Role = 'owner') => (await sheet.callAs(as, 'sidebarState')).jobs[0]!.alerts![0]!;
const add = (count: number, daysAgo = 1) => service.add(count, sheet.dayAgo(daysAgo));

test('a run reports new records once, the next run only newer ones', async () => {
  add(7);
  const id = await sheet.makeAndRun(jobWith([at('/slack')]));
  expect(arrived()).toHaveLength(1);
  expect(JSON.parse(arrived()[0]!.body)).toMatchObject({ text: 'All expansions: 7 new records' });
  expect(arrived()[0]?.body).toContain('and 2 more');
  await sheet.runNow(id);
  expect(arrived()).toHaveLength(1);
  add(2, 0);
  await sheet.nextDay();
  expect(arrived()).toHaveLength(2);
  expect(arrived()[1]?.body).toContain('2 new records');
  expect(await theAlert()).toMatchObject({ waiting: 0, failure: '', unclear: 0, isMissing: false });
});

test('a run asks for the name of its tab once for all new records', async () => {
  add(60);
  const id = await sheet.makeJob(jobWith([at('/slack')]));
  sheet.host.executions.records.splice(0);
  await sheet.runNow(id);
  const calls = sheet.host.executions.records.flatMap((one) => one.calls);
  expect(JSON.parse(arrived()[0]!.body)).toMatchObject({ text: 'All expansions: 60 new records' });
  expect(calls.filter(({ name }) => name === 'Sheet.getName').length).toBeLessThan(20);
});

test('a webhook has a secret that signs its messages, shown only when its address is entered', async () => {
  add(1);
  const { outcome } = await sheet.call('saveJob', jobWith([at('/in', { kind: 'webhook' })]));
  if (outcome?.kind !== 'job') throw new Error('not saved');
  const { id, secrets = [] } = outcome;
  expect(secrets).toEqual([{ id: (await theAlert()).id, secret: expect.stringMatching(/^whsec_/) }]);
  await sheet.runNow(id);
  const { headers, body } = arrived()[0]!;
  expect(headers['webhook-signature']).toBe(signatureOf(secrets[0]!.secret, headers, body));
  const kept = { ...(await theAlert()), address: '' };
  const again = await sheet.call('saveJob', { ...jobWith([kept]), id });
  expect(again.outcome).toEqual({ kind: 'job', id, refusal: '' });
  const entered = { ...kept, address: `${destination.url}/in` };
  const shown = await sheet.call('saveJob', { ...jobWith([entered]), id });
  expect(shown.outcome).toEqual({ kind: 'job', id, refusal: '', secrets });
});

test('an address is only in the person’s own store, and the sidebar shows only its end', async () => {
  await sheet.makeJob(jobWith([at('/secret-token-1234', { kind: 'webhook' })]));
  const state = JSON.stringify(await sheet.call('sidebarState'));
  expect(state).toContain('…1234');
  for (const text of [state, JSON.stringify(sheet.host.properties.entries('document'))]) {
    expect(text).not.toContain('secret-token');
    expect(text).not.toContain('whsec_');
  }
});

test('the hour after quiet hours sends the alert, although no job is due', async () => {
  add(2);
  const job = jobWith([at('/slack', { quietFrom: 11, quietTo: 14 })]);
  // it is noon
  await sheet.makeAndRun(job);
  expect([arrived().length, (await theAlert()).waiting]).toEqual([0, 2]);
  await sheet.host.runDueTriggers();
  await sheet.hours(1);
  expect(arrived()).toHaveLength(0);
  await sheet.hours(1);
  expect(arrived()).toHaveLength(1);
  expect((await theAlert()).waiting).toBe(0);
});

test('a job that is paused while its trigger runs it sends its message once it is resumed', async () => {
  add(3);
  const id = await sheet.makeJob(jobWith([at('/slack')]));
  await pauseDuringHour(sheet, service, id);
  expect([arrived().length, (await theAlert()).waiting]).toEqual([0, 3]);
  await sheet.call('resumeJob', id);
  await sheet.hours(1);
  expect(arrived()).toHaveLength(1);
});

test('an alert waits if its job is paused while the same trigger still runs another job', async () => {
  add(2);
  // it is noon
  const id = await sheet.makeAndRun(jobWith([at('/slack', { quietFrom: 11, quietTo: 14 })]));
  await sheet.hours(1);
  await sheet.makeJob(otherJob(at('/other', { quietFrom: 11, quietTo: 20 }), 6));
  await pauseDuringHour(sheet, service, id);
  expect([arrived().length, (await theAlert()).waiting]).toEqual([0, 2]);
  await sheet.call('resumeJob', id);
  await sheet.hours(1);
  expect(arrived().map(({ path }) => path)).toEqual(['/slack']);
});

test('the owner can send a refused alert at once, even in quiet hours, which is not a test message', async () => {
  add(3);
  destination.status = 500;
  const id = await sheet.makeAndRun(jobWith([at('/slack')]));
  const quiet = { ...(await theAlert()), address: '', quietFrom: 0, quietTo: 23 };
  await sheet.call('saveJob', { ...jobWith([quiet]), id });
  const send = () => sheet.call('testAlert', id, quiet.id);
  expect((await send()).outcome).toMatchObject({ failure: '500 no_service' });
  destination.status = 200;
  expect((await send()).outcome).toMatchObject({ failure: '' });
  expect(arrived()[2]?.body).toContain('3 new records');
  expect(await theAlert()).toMatchObject({ waiting: 0, failure: '', unclear: 0 });
  expect((await send()).outcome).toMatchObject({ failure: '' });
  expect(arrived()[3]?.body).toContain('a test');
  expect(arrived()).toHaveLength(4);
});

test('nothing is reported as sent while another execution sends', async () => {
  add(3);
  const quiet = at('/slack', { quietFrom: 0, quietTo: 23 });
  const id = await sheet.makeAndRun(jobWith([quiet]));
  const { id: alertId } = await theAlert();
  const send = () => sheet.call('testAlert', id, alertId);
  sheet.host.faults.killAfterCall = (_caller, _call, operation) => operation.startsWith('UrlFetchApp');
  await expect(send()).rejects.toThrow('ended');
  delete sheet.host.faults.killAfterCall;
  // nor is a test message sent, as if no records were waiting
  await expect(send()).rejects.toThrow('wait until it ends');
  expect(arrived()).toHaveLength(1);
  sheet.host.clock.advance(2 * 60_000);
  expect((await send()).outcome).toMatchObject({ failure: '' });
  expect(arrived()[1]?.body).toContain('a test');
});

test('an alert that waits for a replaced address goes to the new one', async () => {
  add(1);
  destination.status = 410;
  const id = await sheet.makeAndRun(jobWith([at('/old')]));
  destination.status = 200;
  const moved = { ...(await theAlert()), address: `${destination.url}/new` };
  expect(moved.failure).toBe('410 no_service');
  await sheet.call('saveJob', { ...jobWith([moved]), id });
  expect(await theAlert()).toMatchObject({ waiting: 1, failure: '' });
  await sheet.hours(1);
  expect(arrived().map(({ path }) => path)).toEqual(['/old', '/new']);
  const stored = Object.keys(sheet.host.properties.entries('document'));
  expect(stored.filter((key) => key.startsWith('alert:'))).toHaveLength(1);
});

test('alerts that wait for a replaced address join those that wait for the new one', async () => {
  add(1, 2);
  add(1);
  destination.status = 410;
  const id = await sheet.makeAndRun(jobWith([at('/old')]));
  const alert = await theAlert();
  await sheet.makeAndRun(otherJob(at('/other'), 1));
  destination.status = 200;
  await sheet.call('saveJob', { ...jobWith([{ ...alert, address: `${destination.url}/other` }]), id });
  expect((await theAlert()).waiting).toBe(2);
  await sheet.hours(2);
  expect(arrived().map(({ path }) => path)).toEqual(['/old', '/other', '/other']);
});

test.each<[string, Partial<AlertInput>, Partial<AlertInput>, string]>([
  ['another job keeps stay there, and are sent once', {}, {}, '/old'],
  ['only gets all records of another job go to the new one', WEBHOOK, { ...WEBHOOK, whole: true }, '/new'],
])('alerts that wait for an address which %s', async (_, settings, others, path) => {
  add(1);
  destination.status = 410;
  const id = await sheet.makeAndRun(jobWith([at('/old', settings)]));
  const alert = await theAlert();
  await sheet.makeJob(otherJob(at('/old', others), 0));
  destination.status = 200;
  await sheet.call('saveJob', { ...jobWith([{ ...alert, address: `${destination.url}/new` }]), id });
  await sheet.hours(2);
  expect(arrived().map((message) => message.path)).toEqual(['/old', path]);
});

test('alerts of a job whose two addresses are exchanged are sent once', async () => {
  add(1);
  destination.status = 410;
  const id = await sheet.makeAndRun(jobWith([at('/old'), at('/other', { minJobs: 1_000_000 })]));
  const [first, second] = (await sheet.job()).alerts!;
  destination.status = 200;
  const exchanged = [
    { ...first!, address: `${destination.url}/other` },
    { ...second!, address: `${destination.url}/old` },
  ];
  await sheet.call('saveJob', { ...jobWith(exchanged), id });
  await sheet.hours(2);
  expect(arrived().map(({ path }) => path)).toEqual(['/old', '/old']);
});

test('a colleague who takes the job over must enter the address again; until then the alert waits', async () => {
  add(1);
  const id = await sheet.makeJob(jobWith([at('/slack')]));
  await sheet.callAs('editor', 'saveConnection', service.connection);
  await sheet.callAs('editor', 'takeOverJob', id);
  expect([(await theAlert('editor')).isMissing, (await theAlert('owner')).isMissing]).toEqual([true, false]);
  await sheet.callAs('editor', 'runJob', id, '');
  expect([arrived().length, (await theAlert('editor')).waiting]).toEqual([0, 1]);
  const alert = await theAlert('editor');
  const saved = (address: string) =>
    sheet.callAs('editor', 'saveJob', { ...jobWith([{ ...alert, address }]), id });
  await expect(saved('')).rejects.toThrow('only the person who entered the address');
  await saved(`${destination.url}/slack`);
  await sheet.hours(1);
  expect(arrived()).toHaveLength(1);
});

test('an owner whose address a colleague has replaced sends nothing to it after taking the job back', async () => {
  const id = await sheet.makeJob(jobWith([at('/old')]));
  await sheet.callAs('editor', 'saveConnection', service.connection);
  await sheet.callAs('editor', 'takeOverJob', id);
  const alert = await theAlert('editor');
  const replaced = jobWith([{ ...alert, address: `${destination.url}/new` }]);
  await sheet.callAs('editor', 'saveJob', { ...replaced, id });
  add(1);
  destination.status = 410;
  await sheet.callAs('editor', 'runJob', id, '');
  destination.status = 200;
  const { id: newId } = await theAlert('editor');
  await expect(sheet.call('testAlert', id, newId)).rejects.toThrow('only the person who entered');
  await sheet.call('takeOverJob', id);
  await sheet.hours(2);
  expect(await theAlert()).toMatchObject({ isMissing: true, waiting: 1 });
  expect(arrived().map(({ path }) => path)).toEqual(['/new']);
});

test('a colleague’s run of the owner’s job sends nothing; the owner’s next hour does', async () => {
  add(1);
  const id = await sheet.makeJob(jobWith([at('/slack')]));
  await sheet.callAs('editor', 'saveConnection', service.connection);
  await sheet.callAs('editor', 'runJob', id, '');
  expect([arrived().length, (await theAlert()).waiting]).toEqual([0, 1]);
  await sheet.hours(1);
  expect(arrived()).toHaveLength(1);
});

test('a test message is sent; the address is removed with the job', async () => {
  const id = await sheet.makeJob(jobWith([at('/slack')]));
  const alert = await theAlert();
  const tested = () => sheet.call('testAlert', id, alert.id);
  expect((await tested()).outcome).toEqual({ kind: 'alert-tested', failure: '' });
  expect(arrived()[0]?.body).toContain('a test');
  destination.status = 403;
  expect((await tested()).outcome).toMatchObject({ failure: '403 no_service' });
  await expect(sheet.callAs('editor', 'testAlert', id, alert.id)).rejects.toThrow(
    'only the person who entered',
  );
  await expect(sheet.call('testAlert', id, 'other')).rejects.toThrow('no longer exists');
  const isStored = () => JSON.stringify(sheet.host.properties.save()).includes(`${destination.url}/slack`);
  expect(isStored()).toBe(true);
  await sheet.call('removeJob', id);
  expect(isStored()).toBe(false);
  expect(JSON.stringify(sheet.host.properties.save())).not.toContain('alert:');
});

test('what a removal leaves that dies is removed with the next job that is saved or removed', async () => {
  add(1);
  destination.status = 410;
  const id = await sheet.makeAndRun(jobWith([at('/slack')]));
  sheet.host.faults.killAfterCall = ({ functionName }, _call, operation) =>
    functionName === 'removeJob' && operation === 'Properties.deleteProperty';
  await expect(sheet.call('removeJob', id)).rejects.toThrow();
  delete sheet.host.faults.killAfterCall;
  const left = () => Object.keys(sheet.host.properties.entries('document')).join(' ');
  expect((await sheet.call('sidebarState')).jobs).toEqual([]);
  expect(left()).toContain('alert:');
  await sheet.makeJob(jobWith(undefined));
  expect(left()).not.toMatch(/alert:|job-progress:/);
  expect(JSON.stringify(sheet.host.properties.save())).not.toContain(`${destination.url}/slack`);
});

test('a job saved without alerts keeps them, and an empty list removes them', async () => {
  const id = await sheet.makeJob(jobWith([at('/slack')]));
  await sheet.call('saveJob', { ...jobWith(undefined), id });
  expect(await theAlert()).toMatchObject({ isMissing: false });
  await sheet.call('saveJob', { ...jobWith([]), id });
  expect(await sheet.job()).not.toHaveProperty('alerts');
});

test('more than 400 new rows are counted once although a person moves columns while they are written', async () => {
  add(600);
  const id = await sheet.makeJob(jobWith([at('/slack')]));
  let moves = 0;
  sheet.host.faults.partialWrite = (_execution, keys) => {
    const isQueued = keys.some((key) => key.startsWith('alert:'));
    if (isQueued && moves++ === 0) sheet.host.workbook.facade.getSheetByName('Synced')?.insertColumnAfter(1);
    return undefined;
  };
  await sheet.runNow(id);
  expect(moves).toBeGreaterThan(0);
  expect(arrived()[0]?.body).toContain('600 new records');
});
