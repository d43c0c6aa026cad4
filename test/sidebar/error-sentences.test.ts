/** Every error of the add-on has a German text, with its arguments and without English words. */
import { dataOf, errors, type SignalsError } from '../../src/addon/errors.js';
import { ERROR_TEXTS, type ErrorKey } from '../../src/contract/error-texts.js';
import { errorText } from '../../src/sidebar/page/error-text.js';
import { textsFor } from '../../src/sidebar/texts/language.js';

const [en, de] = [textsFor('en'), textsFor('de')];

const NAMED = ['Ärz', 'Öl', 'Übb', 'Ünn'];
type Entry = (...named: never[]) => SignalsError;

/** Arguments for the errors that have several texts. */
const VARIANTS: Readonly<Record<string, readonly unknown[][]>> = {
  noGroup: [['Ärz'], ['Ärz', 'Öl']],
  unknownOption: [
    ['Ärz', 'HIRINGS'],
    ['Ärz', 'HIRINGS', 'Öl'],
  ],
  badChoice: [
    ['Ärz', 'Öl', 'Übb', ['Ünn']],
    ['Ärz', 'Öl', undefined, ['Ünn', 'Äpp']],
    ['Ärz', 'Öl', undefined, [...'abcdefghijklmnopqrstuvwxyz']],
  ],
  badColumn: [['Ärz'], ['Ärz', 'Öl']],
  badWhole: [
    ['Ärz', 'Öl', 17],
    ['Ärz', 'Öl', 17, 41],
  ],
  cellError: [['Ärz', '#REF!']],
  badCell: [
    ['Ärz', 'date'],
    ['Ärz', 'object'],
  ],
  unresolved: [[['Ärz']], [['Ärz', 'Öl', 'Übb']]],
  onlyPayerRaises: [['Ärz'], ['']],
  onlyPayerReleases: [['Ärz'], ['']],
  running: [['Ärz'], ['']],
  tabTaken: [['Ärz'], ['']],
  dayTooLarge: [
    ['2026-03-01', 17, true],
    ['2026-03-01', 17, false],
  ],
  status: [[503, 'Ärz']],
  badJob: [
    ['name', 'mail address', 'settings', 'days of the week', 'tab', 'first day', 'budget', 'places'],
    ['second alert to the same address'],
  ]
    .flat()
    .map((what) => [what]),
  storeFull: ['words in this job', 'jobs', 'formulas at once', 'groups'].map((what) => [what]),
  badCallback: [['callback'], ['alert']],
};

/** Returns the number of arguments in the English text of a key. */
function placesIn(name: string): number {
  const texts: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(ERROR_TEXTS));
  return new Set(texts[name]?.match(/\{\d/g)).size;
}

const said = Object.entries(errors as unknown as Readonly<Record<string, Entry>>).flatMap(([name, entry]) =>
  (VARIANTS[name] ?? [NAMED.slice(0, entry.length || placesIn(name))]).map((named) => ({
    name,
    named,
    error: entry(...(named as never[])),
  })),
);

test.each(said)('$name $named', ({ error }) => {
  const { details, ...rest } = dataOf(error);
  if (!details) throw new Error('no key');
  const german = errorText({ ...rest, details }, de);
  const english = errorText({ ...rest, details }, en);
  expect(german).not.toBe(english);
  // the code of the error is for cells
  for (const text of [english, german]) expect(text).not.toContain(`#${details.code}`);
  expect(german).toMatch(/^[^a-z].*[.?]$/);
  expect(german).not.toMatch(/\{\d|\b(the|is|are|and|use|this|correct|check|must|another|has|not|only)\b/);
  // the German text does not name the kind of address
  if (details.key === 'badCallback') return;
  for (const named of details.args) expect(german).toContain(`${named}`);
});

test('the add-on uses every key of the contract', () => {
  const used = new Set(said.map(({ error }) => error.details?.key));
  const keys = Object.values(ERROR_TEXTS).flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key) => !used.has(key as ErrorKey))).toEqual([]);
});

test('an argument cannot change the text around it', () => {
  const tab = '{1} "; wait $& until {2}';
  expect(errorText(dataOf(errors.noTab(tab)), de)).toContain(`„${tab}“`);
  expect(errorText(dataOf(errors.noTab('use x')), de)).toContain('„use x“');
});
