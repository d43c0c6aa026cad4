/** Which records an update buys: those of outdated days, for all formulas that need them. */
import { openSheet } from '../differential/sheet.js';

const START = Date.UTC(2026, 9, 1, 12);

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
