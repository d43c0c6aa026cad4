import { HEALTH_PROBLEMS } from '../../src/contract/sidebar-api.js';
import { CONTRADICTIONS } from '../../src/sidebar/draft/contradictions.js';
import { STARTERS } from '../../src/sidebar/draft/starters.js';
import { errorText, isAccountMixUp } from '../../src/sidebar/page/error-text.js';
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
  const [english, german] = [en, de].map((texts) => flatten({ ...texts, sentences: {} })) as [Said, Said];
  expect(german.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort());
  expect(german.filter(([, text]) => text.trim() === '')).toEqual([]);
  const said = new Map(english);
  const same = german.filter(([path, text]) => said.get(path) === text).map(([, text]) => text);
  // words that both languages share
  expect(same.every((text) => text.length < 30)).toBe(true);
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

test('codes are left out, in every language and behind whatever Google writes before them', () => {
  expect(errorText(new Error('Error: #BAD_KEY: the service rejected the key'), de)).toBe(de.errors.BAD_KEY);
  expect(errorText(new Error('#BAD_INPUT: correct the address'), de)).toBe('Correct the address');
  expect(errorText('no code at all', en)).toBe('no code at all');
  expect(errorText({ message: 'an object' }, en)).toBe('an object');
});

test('only Google’s own complaints are a mix-up of accounts', () => {
  expect(isAccountMixUp(new Error('PERMISSION_DENIED'))).toBe(true);
  expect(
    isAccountMixUp(
      new Error(
        'We’re sorry, a server error occurred while reading from storage. Error code PERMISSION_DENIED.',
      ),
    ),
  ).toBe(true);
  expect(isAccountMixUp(new Error('#SERVICE: PERMISSION_DENIED'))).toBe(false);
  expect(isAccountMixUp(new Error('Timed out'))).toBe(false);
});
