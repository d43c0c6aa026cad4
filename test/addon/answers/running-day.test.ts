/** The day that runs, of which one formula has brought a part: another one shows all of it, or none. */
import { createApp } from '../../../src/addon/app.js';
import { addDays, isoFromWire, wireFromIso } from '../../../src/contract/dates.js';
import { createFakePlatform } from '../fake-platform.js';

const TODAY = '2026-10-01';

/** Six were changed on each day. */
const RECORDS = Array.from({ length: 60 }, (_, index) => ({
  id: `mh-${String(99 - index)}`,
  day: addDays(TODAY, -Math.floor(index / 6)),
}));

interface Dataset {
  readonly name: 'business-expansion' | 'major-hiring';
  readonly options: readonly unknown[];
  readonly format: 'YYYY-MM-DD' | 'DD/MM/YYYY';
}

function openSheet({ name, options, format }: Dataset) {
  const iso = (wire: string | undefined, open: string) => (wire ? isoFromWire(wire, format)! : open);
  const platform = createFakePlatform({
    now: `${TODAY}T10:00:00Z`,
    respond({ body }) {
      const { startDate, endDate, limit } = JSON.parse(String(body));
      const found = RECORDS.filter(({ day }) => day >= iso(startDate, '') && day <= iso(endDate, '9999'));
      const toWire = ({ id, day }: (typeof RECORDS)[number]) => {
        const date = wireFromIso(day, format);
        return { id, announcedDate: date, lastModified: date };
      };
      return { body: found.slice(0, limit).map(toWire) };
    },
  });
  const idsOf = (days: number, limit: number) =>
    createApp(platform)
      .dataset(name, [...options, 'from', `-${days}d`, 'limit', limit, 'columns', 'id'])
      .slice(1)
      .map(([id]) => id);
  return { platform, idsOf };
}

const newest = (count: number) => RECORDS.slice(0, count).map(({ id }) => id);

test.each<Dataset>([
  { name: 'major-hiring', options: [], format: 'DD/MM/YYYY' },
  { name: 'business-expansion', options: ['dateType', 'LAST-MODIFIED'], format: 'YYYY-MM-DD' },
])('$name: what a limit has cut off within it is there in another table', (dataset) => {
  const { platform, idsOf } = openSheet(dataset);
  expect(idsOf(3, 2)).toEqual(newest(2));
  expect(idsOf(8, 9)).toEqual(newest(9));
  expect(idsOf(8, 40)).toEqual(newest(40));
  platform.setNow(`${addDays(TODAY, 1)}T10:00:00Z`);
  expect(idsOf(3, 2)).toEqual(newest(2));
  expect(idsOf(9, 40)).toEqual(newest(40));
});
