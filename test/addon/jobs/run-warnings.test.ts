/** Notices of runs: in the reader's language, and small enough for the store. */
import { type RunWarning, textOfWarnings, withWarning } from '../../../src/addon/jobs/run-warnings.js';
import { de } from '../../../src/addon/texts/de.js';
import { en } from '../../../src/addon/texts/en.js';
import { addDays } from '../../../src/contract/dates.js';

const ALL: readonly RunWarning[] = [
  { kind: 'columns', headers: ['Jobs', 'City'] },
  { kind: 'budget' },
  { kind: 'cut', day: '2026-11-18', limit: 10_000 },
  { kind: 'perhaps-cut', day: '2026-11-19', records: 100 },
  { kind: 'push-unclear' },
  { kind: 'no-place', places: ['Deals', 'Q1'] },
  { kind: 'changes-full' },
];

test('each warning is one or two sentences in either language, with its numbers', () => {
  expect(textOfWarnings(ALL, en)).toMatchInlineSnapshot(
    `"New columns: Jobs, City. Older rows get them when they change. The limit of credits is reached; a later run continues. 2026-11-18 has more than 10,000 records; the rest is left out. 2026-11-19 has exactly 100 records; the service may have left some out. The last push got no answer; the news may have arrived. Not found: "Deals", "Q1". Correct the tabs and ranges of this job. The list of changes is full, so the newest are missing; delete rows that you no longer need."`,
  );
  expect(textOfWarnings(ALL, de)).toMatchInlineSnapshot(
    `"Neue Spalten: Jobs, City. Ältere Zeilen erhalten sie, wenn sie sich ändern. Die Grenze an Credits ist erreicht; ein späterer Lauf macht weiter. Der 2026-11-18 hat mehr als 10.000 Datensätze; die übrigen fehlen. Der 2026-11-19 hat genau 100 Datensätze; möglicherweise hat der Dienst weitere weggelassen. Die letzte Sendung blieb ohne Antwort; die Nachrichten sind möglicherweise angekommen. Nicht gefunden: „Deals“, „Q1“. Berichtigen Sie die Blätter und Bereiche dieses Auftrags. Die Liste der Änderungen ist voll, die neuesten fehlen; löschen Sie Zeilen, die Sie nicht mehr brauchen."`,
  );
  expect(textOfWarnings([], de)).toBe('');
});

test('equal warnings are stored once', () => {
  const said = ALL.reduce(withWarning, [] as readonly RunWarning[]);
  expect(said).toEqual(ALL);
  expect(ALL.reduce(withWarning, said)).toEqual(ALL);
});

test('warnings for a year of truncated days fit into the store', () => {
  const cutOn = (day: string): RunWarning => ({ kind: 'cut', day, limit: 10_000 });
  const days = Array.from({ length: 365 }, (_, index) => cutOn(addDays('2025-01-01', index)));
  const said = days.reduce(withWarning, [] as readonly RunWarning[]);
  expect(said).toEqual(days.slice(0, 12));
  expect(JSON.stringify(said).length).toBeLessThan(1_000);
});
