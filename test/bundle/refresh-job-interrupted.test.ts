/** The refresh job with alerts, killed after any of its calls: nothing is lost, paid or reported twice. */
import type { AlertState } from '../../src/contract/alerts.js';
import { alertTo, deliveryCounts, useAlertDestinations } from '../support/alert-destinations.js';
import { scaledPoints } from '../support/scale.js';
import { CELLS, type RefreshScenario, useRefreshScenarios } from './refresh-scenarios.js';

const { prepareScenario, formulasOf, listed, contentOf, purchases } = useRefreshScenarios();
const destinations = useAlertDestinations();
/** Two webhooks and a mail. */
const ALERTS = ['/first', '/second'];
const RECIPIENT = 'team@any.example';

/** Checks that each destination got the news once or reports it as unclear. @returns how many are unclear */
function checkReported(point: number, sheet: RefreshScenario, states: readonly AlertState[]): number {
  const reported = ALERTS.map((path) =>
    deliveryCounts(destinations.messages.filter((one) => one.path === path)),
  );
  const left = [...reported, timesMailed(sheet)].map((times, index) => {
    const path = ALERTS[index] ?? RECIPIENT;
    expect([point, path, [...times.values()].filter((count) => count > 1)]).toEqual([point, path, []]);
    const { waiting, failure, unclear = 0 } = states[index] ?? {};
    expect([point, path, waiting, failure]).toEqual([point, path, 0, '']);
    const missing = 3 - times.size;
    expect([point, path, missing === 0 || missing === unclear]).toEqual([point, path, true]);
    return missing > 0 ? 1 : 0;
  });
  return left.filter(Boolean).length;
}

/** Returns how often each record was mailed; its number of jobs is unique. */
function timesMailed({ host, changed }: RefreshScenario): ReadonlyMap<string, number> {
  const mails = host.mails.filter(({ recipient }) => recipient === RECIPIENT);
  const text = mails.map(({ body }) => body).join();
  const times = changed.map(([, jobs]) => {
    const shown = jobs.toLocaleString('en-US');
    return [shown, text.split(shown).length - 1] as const;
  });
  return new Map(times.filter(([, count]) => count > 0));
}

test('killed after any call, it loses no formula, pays and reports nothing twice, and the next run completes', async () => {
  const alerts = ALERTS.map((path) => alertTo(destinations.url + path, { kind: 'webhook' }));
  const reopen = await prepareScenario([...alerts, alertTo(RECIPIENT, { kind: 'mail' })]);
  let calls = 0;
  let unclear = 0;
  // the first run is not killed: it counts the calls
  const points = [0];
  for (let point = points.pop(); point !== undefined; point = points.pop()) {
    const sheet = await reopen();
    let made = 0;
    sheet.host.faults.killAfterCall = ({ functionName }, number) => {
      if (functionName === 'runJobs') made = number;
      return functionName === 'runJobs' && number === point;
    };
    await sheet.host.runDueTriggers();
    delete sheet.host.faults.killAfterCall;
    if (point === 0) {
      calls = made;
      points.push(...scaledPoints(calls - 1, 3));
    }
    await sheet.host.settled();
    await sheet.hours(1);
    const { jobs, activity } = await sheet.call('sidebarState');
    unclear += checkReported(point, sheet, jobs[0]?.alerts ?? []);
    const content = contentOf(sheet);
    const shown = content.slice(1).map(([, company, count]) => [company, count]);
    for (const one of sheet.changed) expect([point, shown]).toEqual([point, expect.arrayContaining([one])]);
    expect([point, formulasOf(sheet)]).toEqual([point, CELLS]);
    expect([point, purchases()]).toEqual([point, 1]);
    expect([point, listed(sheet)]).toEqual([point, [...sheet.changed].sort()]);
    expect([point, jobs[0]?.error]).toEqual([point, '']);
    // all formulas run again, which costs nothing
    sheet.host.runFormulasAgain();
    await sheet.host.settled();
    expect([point, contentOf(sheet)]).toEqual([point, content]);
    expect([point, purchases()]).toEqual([point, 1]);
    expect([point, (await sheet.call('sidebarState')).activity?.today]).toEqual([point, activity?.today]);
    await sheet.close();
    destinations.messages.length = 0;
  }
  expect(calls).toBeGreaterThan(30);
  // only messages in transit when the execution was killed
  expect(unclear).toBeLessThan(calls / 3);
});
