import { createFormat } from '../../src/sidebar/page/format.js';

const at = (text: string) => Date.parse(text);
/** A Sunday, 23:30 in Berlin, an hour ahead of UTC. */
const NOW = at('2026-11-22T22:30:00Z');
const format = (locale: string, zone = 'Europe/Berlin', now = NOW) => createFormat(locale, zone, () => now);

test.each([
  ['2026-11-22T05:12:00Z', 'today', 'heute', '06:12'],
  ['2026-11-22T23:00:00Z', 'tomorrow', 'morgen', '00:00'],
  ['2026-11-21T23:00:00Z', 'today', 'heute', '00:00'],
  ['2026-11-21T22:59:00Z', 'yesterday', 'gestern', '23:59'],
  ['2026-11-24T05:00:00Z', 'Tuesday', 'Dienstag', '06:00'],
  ['2026-11-28T05:00:00Z', 'Saturday', 'Samstag', '06:00'],
  ['2026-11-29T05:00:00Z', 'Nov 29', '29. Nov.', '06:00'],
  ['2026-11-20T13:00:00Z', 'Nov 20', '20. Nov.', '14:00'],
])('%s is %s, %s, at %s', (text, english, german, time) => {
  expect([format('en_US').day(at(text)), format('de_DE').day(at(text))]).toEqual([english, german]);
  expect([format('en_US').time(at(text)), format('de_DE').time(at(text))]).toEqual([time, time]);
});

test('days are in the zone of the spreadsheet, also when its clocks change, and in any locale', () => {
  expect(format('en_US', 'Asia/Tokyo').day(at('2026-11-22T14:59:00Z'))).toBe('yesterday');
  // this day has 25 hours
  const before = at('2026-10-24T22:30:00Z');
  expect(format('en_US', 'Europe/Berlin', before).day(at('2026-10-25T22:59:00Z'))).toBe('today');
  expect(format('en_US', 'Europe/Berlin', before).day(at('2026-10-25T23:00:00Z'))).toBe('tomorrow');
  expect(format('fr_FR').day(NOW)).toBe('aujourd’hui');
  expect(format('no such locale', 'No/Where').day(NOW)).toBe('today');
});

test.each([
  ['de_DE', '1.000', '1000'],
  ['de_DE', ' 10.000.000 ', '10000000'],
  ['en_US', '1,000', '1000'],
  ['en_IN', '1,00,000', '100000'],
  ['fr_FR', '1 000', '1000'],
  // no whole number in this notation: the field refuses it
  ['en_US', '1.000', '1.000'],
  ['de_DE', '1,5', '1,5'],
  ['de_DE', '1.00', '1.00'],
  ['de_DE', '1000.000', '1000000'],
])('in %s, %p is typed for %p', (locale, typed, plain) => expect(format(locale).plain(typed)).toBe(plain));
