/** The account of what is known: regions that are joined say no less than each of them. */
import { piecesOf, type Region, withRegion } from '../../../src/addon/answers/regions.js';

const NOW = Date.UTC(2026, 11, 1, 2, 57);
const whole: Region = {
  by: 'announced',
  start: '2026-09-14',
  end: '9999-12-31',
  floor: '',
  at: Date.UTC(2026, 10, 23, 12),
};
const settled: Region = {
  by: 'modified',
  start: '2026-11-23',
  end: '2026-11-29',
  floor: '',
  at: NOW,
  until: '2026-11-29',
};

test.each([
  ['before', [{ ...settled, until: '2026-12-01' }, settled]],
  ['after', [settled, { ...settled, until: '2026-12-01' }]],
])('changes through the running day, asked in the same instant %s others, are known as of it', (_, asked) => {
  // days that begin at different places are not the same region
  const [first, second] = asked as [Region, Region];
  const regions = [first, { ...second, start: '2026-11-26' }].reduce(withRegion, [whole] as Region[]);
  expect(piecesOf(regions, false)[0]).toMatchObject({ start: '2026-09-14', seen: NOW });
});
