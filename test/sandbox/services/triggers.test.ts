/** Triggers: created by a person, due by the sandbox's clock, run as their creator. */
import { createGate } from '../../support/gate.js';
import { useHost, useHosts } from '../../support/host.js';

const HOUR_MS = 3_600_000;
const CODE = `
function make(kind) { const b = ScriptApp.newTrigger('tick').timeBased(); return ({ hourly: () => b.everyHours(1), daily: () => b.everyHours(24)})[kind]().create().getUniqueId(); }
function tick(e) { const s = PropertiesService.getScriptProperties(); s.setProperty('runs', Number(s.getProperty('runs') || 0) + 1); s.setProperty('as', Session.getEffectiveUser().getEmail()); s.setProperty('uid', e.triggerUid); }
`;

const host = useHost({ code: CODE });
const startHost = useHosts();
const runs = () => host.properties.entries('script')['runs'];

test('an hourly trigger runs once for each hour that the clock moves', async () => {
  const id = await host.run('make', ['hourly'], { as: 'editor' });
  await host.runDueTriggers();
  expect(runs()).toBeUndefined();
  for (let hour = 0; hour < 3; hour += 1) {
    host.clock.advance(HOUR_MS);
    await host.runDueTriggers();
  }
  expect(host.properties.entries('script')).toEqual({ runs: '3', as: 'editor@example.com', uid: id });
});

test('the clock can move while a script runs, even if it was not ahead before', async () => {
  const other = await startHost({
    code: 'function between() { const before = Date.now(); Utilities.getUuid(); return [Date.now() - before, new Date() - before]; }',
  });
  other.faults.killAfterCall = () => {
    other.clock.advance(HOUR_MS);
    return false;
  };
  for (let time = 0; time < 2; time++) {
    const [now, made] = (await other.run('between')) as [number, number];
    expect([Math.round(now / HOUR_MS), Math.round(made / HOUR_MS)]).toEqual([1, 1]);
  }
});

test('a trigger of a start whose clock was ahead runs an interval after the next start at the latest', async () => {
  const first = await startHost({ code: CODE });
  first.clock.advance(7 * 24 * HOUR_MS);
  await first.run('make', ['hourly']);
  const second = await startHost({ code: CODE, stored: first.save() });
  second.clock.advance(HOUR_MS);
  await second.runDueTriggers();
  expect(second.properties.entries('script')['runs']).toBe('1');
});

test('a due trigger waits, as formulas do, until what it needs is ready', async () => {
  const service = createGate();
  const early = await startHost({ code: CODE, ready: service.opened });
  await early.run('make', ['hourly']);
  early.clock.advance(HOUR_MS);
  const run = jest.spyOn(early.executions, 'run');
  const ran = early.runDueTriggers();
  await early.settled();
  expect(run).not.toHaveBeenCalled();
  expect(early.properties.entries('script')['runs']).toBeUndefined();
  service.open();
  await ran;
  expect(early.properties.entries('script')['runs']).toBe('1');
});
