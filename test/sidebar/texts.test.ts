import { dataOf, errors } from '../../src/addon/errors.js';
import { filtersOf } from '../../src/contract/formula-question.js';
import { OWN_OPTIONS } from '../../src/contract/options.js';
import { HEALTH_PROBLEMS } from '../../src/contract/sidebar-api.js';
import { CONTRADICTIONS } from '../../src/sidebar/draft/contradictions.js';
import { STARTERS } from '../../src/sidebar/draft/starters.js';
import { errorText, dataOf as thrownAs } from '../../src/sidebar/page/error-text.js';
import { optionHint, optionName } from '../../src/sidebar/page/option-words.js';
import { de } from '../../src/sidebar/texts/de.js';
import { en } from '../../src/sidebar/texts/en.js';
import { textsFor } from '../../src/sidebar/texts/language.js';

type Said = [string, string][];

/** Every text by its path; a text with places to fill in is filled with its own path. */
function flatten(value: unknown, path = ''): Said {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [[path, String((value as (...args: string[]) => string)(path, path))]];
  return Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, `${path}.${key}`));
}

test('German says everything that English says, and in other words', () => {
  const [english, german] = [en, de].map((texts) => flatten({ ...texts, sentences: {}, options: {} })) as [
    Said,
    Said,
  ];
  expect(german.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  expect(german.filter(([, text]) => text.trim() === '')).toEqual([]);
  const said = new Map(english);
  const same = german.filter(([path, text]) => said.get(path) === text).map(([, text]) => text);
  // words that both languages share
  expect(same.every((text) => text.length < 30)).toBe(true);
});

/** Those of the specification and the formulas' own. One that is new has its English words until it gets German ones. */
const OPTIONS = [
  ...['dateType', 'startDate', 'endDate', 'date', 'companyName', 'companyDomain', 'companyIndustry'],
  ...['companyLocation', 'companyType', 'companyTicker', 'expansionType', 'expansionLocation', 'investment'],
  ...['currency', 'jobs', 'limit', 'companyIds', 'industries', 'industrySegments', 'countries', 'count'],
  ...['title', 'reason', ...Object.keys(OWN_OPTIONS)],
];

test('every option has a German name and says in German what it is for', () => {
  const functions = ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES'];
  const filters = functions.flatMap((name) => Object.keys(filtersOf(name)));
  expect(Object.keys(de.options).sort()).toEqual([...OPTIONS].sort());
  for (const name of OPTIONS) {
    expect(filters.includes(name) || name in OWN_OPTIONS).toBe(true);
    expect(optionName(de, name)).not.toBe(optionName(en, name));
    expect(optionHint(en, functions.find((one) => filtersOf(one)[name]) ?? '', name)).not.toBe('');
    expect(optionHint(de, '', name)).toMatch(/[a-zäöüß]{3}/);
  }
  expect([optionName(en, 'expansionType'), optionName(en, 'jobs')]).toEqual(['Expansion type', 'Jobs']);
  expect(optionName(de, 'newFilter')).toBe('New filter');
});

test('every trouble, contradiction and starter has its words', () => {
  for (const texts of [en, de]) {
    for (const name of HEALTH_PROBLEMS) expect(texts.health.problems[name]).toHaveLength(2);
    for (const name of CONTRADICTIONS) expect(texts.build.contradictions[name]).not.toBe('');
    for (const name of STARTERS) expect(texts.start.names[name]).not.toBe('');
  }
});

test.each([
  ['de', 'de'],
  ['de_AT', 'de'],
  ['de-CH', 'de'],
  ['DE', 'de'],
  ['en_US', 'en'],
  ['fr', 'en'],
  ['', 'en'],
  ['den', 'en'],
])('%p is spoken as %s', (locale, language) => {
  expect(textsFor(locale).language).toBe(language);
});

test('codes are left out, in every language', () => {
  expect(errorText(dataOf(errors.badKey()), de)).toBe(de.errors.BAD_KEY);
  expect(errorText(dataOf(errors.badCap()), en)).toBe(
    'The daily cap must be a whole number of credits, 1 or more; correct it.',
  );
  expect(errorText(dataOf(errors.noTab('Öl')), de)).toContain('Das Blatt „Öl“ wurde gelöscht.');
});

test.each([new Error('PERMISSION_DENIED'), { message: 'Zugriff verweigert' }, 'Timed out'])(
  'what Google says is shown in its words, with what may be the reason: %p',
  (thrown) => {
    const words = typeof thrown === 'string' ? thrown : thrown.message;
    for (const texts of [en, de])
      expect(errorText(thrownAs(thrown), texts)).toBe(`${words}. ${texts.google.hint}`);
  },
);
