/** Every sentence of the add-on's errors in German, with what it names, and nothing of the English one. */
import { errors, type SignalsError } from '../../src/addon/errors.js';
import { translated } from '../../src/sidebar/page/error-sentences.js';
import { errorText } from '../../src/sidebar/page/error-text.js';
import { de } from '../../src/sidebar/texts/de.js';

const NAMED = ['Ärz', 'Öl', 'Übb', 'Ünn'];
type Entry = (...named: never[]) => SignalsError;

/** Where an entry says different things: what to call it with. */
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
    'name',
    'mail address',
    'kind',
    'schedule',
    'hour',
    'days of the week',
    'tab',
    'first day',
    'budget',
    'places',
    'list of alerts',
    'second alert to the same address',
  ].map((what) => [what]),
  storeFull: ['words in this job', 'jobs', 'formulas at once', 'groups', 'templates'].map((what) => [what]),
  badCallback: [['callback'], ['alert']],
};

const said = Object.entries(errors as unknown as Readonly<Record<string, Entry>>).flatMap(([name, entry]) =>
  (VARIANTS[name] ?? [NAMED.slice(0, entry.length)]).map((named) => ({
    name,
    named,
    error: entry(...(named as never[])),
  })),
);

test.each(said)('$name $named', ({ error, named }) => {
  const english = error.message.replace(/^#[A-Z_]+: /, '');
  const german = errorText(error, de);
  expect(german).not.toBe(errorText(error, { ...de, errors: {}, sentences: {} }));
  expect(german).toMatch(/^[^a-z].*[.?]$/);
  expect(german).not.toMatch(
    /\{\d\}|\[\d\]|\b(the|is|are|and|use|this|correct|check|must|another|has|not|only)\b/,
  );
  if (error.code in de.errors) return;
  // „{1}“ of an English sentence may be a word of the sentence: what is named has letters that English lacks
  for (const name of named.flat().map(String)) {
    if (english.includes(name) && /[^ -~]|^\d/.test(name)) expect(german).toContain(name);
  }
});

test('every sentence of the list is one that the add-on says', () => {
  const english = said.map(({ error }) => error.message.replace(/^#[A-Z_]+: /, ''));
  const unused = Object.keys(de.sentences).filter(
    (sentence) =>
      !english.some((text) => translated(text, { [sentence]: 'x' }) === 'x') &&
      // a part of one
      !english.some((text) => text.includes(sentence.split(/\{\d\}|\[\d\]/)[0] ?? '')),
  );
  expect(unused).toEqual([]);
});

test('what a sentence names cannot change what it says', () => {
  const tab = '{1} "; wait $& until {2}';
  expect(errorText(errors.noTab(tab), de)).toContain(`„${tab}“`);
  expect(errorText(errors.noTab('use x'), de)).toContain('„use x“');
});
