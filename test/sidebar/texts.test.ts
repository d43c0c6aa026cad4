import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { isStructurallySame } from '@formatjs/icu-messageformat-parser/manipulator.js';
import { ERROR_TEXTS } from '../../src/contract/error-texts.js';
import { filtersOf } from '../../src/contract/formula-question.js';
import { OWN_OPTIONS } from '../../src/contract/options.js';
import { errorText, dataOf as thrownAs } from '../../src/sidebar/page/error-text.js';
import { industryName, optionHint, optionName } from '../../src/sidebar/page/option-words.js';
import { textsFor } from '../../src/sidebar/texts/language.js';
import { compileTexts } from '../../tools/build/texts.mjs';

/** The texts as in their files. */
interface Messages {
  readonly [name: string]: string | Messages;
}

const FOLDER = path.join(__dirname, '../../src/sidebar/texts');
const read = (file: string): Messages => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
const [ENGLISH, GERMAN] = [read('en.json'), read('de.json')];
const TRANSLATIONS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'en.json')
  .map((file) => [file, read(file)] as const);

const [en, de] = [textsFor('en'), textsFor('de')];

/** Every message by its path. */
function flatten(messages: Messages, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, message]): [string, string][] =>
    typeof message === 'string' ? [[path + name, message]] : flatten(message, `${path}${name}.`),
  );
}

const [english, german] = [new Map(flatten(ENGLISH)), new Map(flatten(GERMAN))];

test('German has every text, each different from English', () => {
  expect([...english.keys()].filter((path) => !german.has(path))).toEqual([]);
  // English has options and errors in the contract
  const unknown = [...german.keys()].filter((path) => !english.has(path));
  expect(unknown.filter((path) => !/^(?:options|sentences)\./.test(path))).toEqual([]);
  expect([...german].filter(([, text]) => text.trim() === '')).toEqual([]);
  const same = [...german].filter(([path, text]) => english.get(path) === text);
  // words that both languages share
  expect(same.filter(([, text]) => text.length >= 30)).toEqual([]);
});

test.each(TRANSLATIONS)('%s has the arguments of the English texts', (_, translation) => {
  for (const [path, message] of flatten(translation)) {
    const original = english.get(path);
    if (original === undefined) continue;
    expect([path, isStructurallySame(parse(original), parse(message))]).toEqual([path, { success: true }]);
  }
});

test('a text that a language lacks is in English', () => {
  const message = '{count, plural, one {# crédito} other {# créditos}}';
  const spanish = { loading: 'Cargando…', sections: { build: 'Fórmula' }, credits: message };
  const [english, es] = [ENGLISH, spanish].map((texts) => compileTexts(JSON.stringify(texts)));
  const languages = { en: english!, es: es! };
  const { language, loading, working, sections, credits, activity } = textsFor('es_MX', languages);
  expect([language, loading, working]).toEqual(['es', 'Cargando…', 'Working…']);
  expect([sections.build, sections.groups]).toEqual(['Fórmula', 'Groups']);
  const said = [0, 1, 12_345].map((count) => credits({ count }));
  expect(said).toEqual(['0 créditos', '1 crédito', '12,345 créditos']);
  expect(activity.spent({ spent: 7, budget: 12_345 })).toBe('7 of 12,345 credits');
});

test.each([
  ['en_US', ['0 credits', '1 credit', '1,000 credits']],
  ['en_CH', ['0 credits', '1 credit', `${(1000).toLocaleString('en-CH')} credits`]],
  ['de', ['0 Credits', '1 Credit', '1.000 Credits']],
  // the English texts do not use the French plural of zero
  ['fr', ['0 credits', '1 credit', '1\u202f000 credits']],
])('%s has the plurals of its texts and the numbers of its locale', (locale, said) =>
  expect([0, 1, 1000].map((count) => textsFor(locale).credits({ count }))).toEqual(said),
);

test.each([...TRANSLATIONS, ['en.json', ENGLISH] as const])('%s has singular forms', (_, messages) => {
  for (const [path, message] of flatten(messages)) {
    const forms = [...message.matchAll(/plural,([^#]*)#/g)].map(([, options]) => options);
    // an adjective has one form
    const wrong = forms.filter((options) => !/\bone \{|=0 \{\} other/.test(options ?? ''));
    expect([path, wrong]).toEqual([path, []]);
  }
});

test.each([
  ['mail', 'This is no mail address.', 'Das ist keine Mailadresse.'],
  ['webhook', 'It begins with https://.', 'Sie beginnt mit https://.'],
  [
    'chat',
    'Use the address that begins with https:// and is at a.test.',
    'Verwenden Sie die Adresse, die mit https:// beginnt und bei a.test liegt.',
  ],
] as const)('a wrong address of an alert by %s is told in both languages', (kind, ...said) =>
  expect([en, de].map(({ alerts }) => alerts.problems.elsewhere({ kind, hosts: 'a.test' }))).toEqual(said),
);

test('Start writes industries as people do', () => {
  const names = ['it services & outsourcing', 'spac/ blank check', 'not-for-profit/ ngo', 'aviation'];
  const shown = ['IT services & outsourcing', 'SPAC/blank check', 'Not-for-profit/NGO', 'Aviation'];
  expect(names.map(industryName)).toEqual(shown);
});

/** The options of the specification and of formulas. A new one is in English until it has German texts. */
const OPTIONS = [
  ...['dateType', 'startDate', 'endDate', 'date', 'companyName', 'companyDomain', 'companyIndustry'],
  ...['companyLocation', 'companyType', 'companyTicker', 'expansionType', 'expansionLocation', 'investment'],
  ...['currency', 'jobs', 'limit', 'companyIds', 'industries', 'industrySegments', 'countries', 'count'],
  ...['title', 'reason', ...Object.keys(OWN_OPTIONS)],
];

test('every option has a German name and a German hint', () => {
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

test('texts that send a person to a section name one that is there', () => {
  const named = (messages: Iterable<string>, form: RegExp) =>
    [...messages].flatMap((message) => [...message.matchAll(form)].map(([, name]) => name));
  const errors = flatten(ERROR_TEXTS).map(([, text]) => text);
  const inEnglish = named([...english.values(), ...errors], /\b(?:under|section) ([A-Z]\w+)/g);
  const inGerman = named(german.values(), /(?:unter|Bereich) „([^“]+)“/g);
  expect(inGerman.length).toBeGreaterThan(20);
  for (const [found, texts] of [[inEnglish, en] as const, [inGerman, de] as const]) {
    const places = [...Object.values(texts.sections), texts.jobs.advanced, texts.sharing.title];
    expect(found.filter((name) => !places.includes(name!))).toEqual([]);
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
])('%p gets the language %s', (locale, language) => expect(textsFor(locale).language).toBe(language));

test.each([new Error('PERMISSION_DENIED'), { message: 'Zugriff verweigert' }, 'Timed out'])(
  'an error of Google shows its own message and a hint: %p',
  (thrown) => {
    const words = typeof thrown === 'string' ? thrown : thrown.message;
    for (const texts of [en, de])
      expect(errorText(thrownAs(thrown), texts)).toBe(`${words}. ${texts.google.hint}`);
  },
);
