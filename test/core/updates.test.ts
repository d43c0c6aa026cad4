/** Which records an update buys: those of outdated days, for all formulas that need them. */
import { openSheet } from '../differential/sheet.js';

const START = Date.UTC(2026, 9, 1, 12);
const DAY_MS = 86_400_000;

test('days that were never complete are requested by their own key, not as changes of a wider one', () => {
  const options = { seed: 29, start: START, records: 250, perDay: 12, settings: { dailyBudget: 1_000_000 } };
  const { service, ask } = openSheet(options);
  const narrow = ['dune.example', 'expansionType', 'Store|HQ'];
  ask([...narrow, 'limit', 500, 'to', '-2d', 'dateType', 'LAST-MODIFIED']);
  ask([undefined, 'limit', 100, 'to', '-2d']);
  const before = service.log.length;
  ask([...narrow, 'limit', 20]);
  const bodies = service.log.slice(before).map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(0);
  expect(bodies.every(({ companyDomain }) => companyDomain?.toString() === 'dune.example')).toBe(true);
});

test('a new question with days that were never complete costs at most its limit', () => {
  const options = { start: START, records: 250, perDay: 12, settings: { dailyBudget: 1_000_000 } };
  for (let seed = 1; seed <= 6; seed++) {
    const { service, ask, pass } = openSheet({ seed, ...options });
    ask([undefined, 'from', '-14d', 'limit', 100]);
    pass(3 * DAY_MS);
    const before = service.credits;
    ask([undefined, 'from', '-60d', 'limit', 20]);
    expect(service.credits - before).toBeLessThanOrEqual(20);
  }
});
