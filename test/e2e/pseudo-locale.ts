/**
 * A third language that is made of the English texts: no letter of it is ASCII, so that what is not translated is seen,
 * and its words are 40 % longer. One file, and one line in the list of languages, as for any other.
 */
import { filtersOf } from '../../src/contract/formula-question.js';
import { OWN_OPTIONS } from '../../src/contract/options.js';
import type { SidebarTexts } from '../../src/sidebar/texts/language.js';

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [
    letter,
    [...'áƀçďéƒĝĥíĵķľɱñóƥɋřšťúṽŵẋýž'][index]!,
  ]),
);
const CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LETTERS).map(([letter, other]) => [letter.toUpperCase(), other.toUpperCase()]),
);

/** Every letter gets an accent; four vowels of five are doubled. */
export function pseudo(text: string): string {
  let vowels = 0;
  return text.replace(/[a-z]/gi, (letter) => {
    const other = LETTERS[letter] ?? CAPITALS[letter] ?? letter;
    if (!/[aeiou]/.test(letter)) return other;
    vowels += 1;
    return vowels % 5 === 0 ? other : other + other;
  });
}

/** What is put into a text stays as it is. */
export function pseudoTexts<T>(texts: T): T {
  if (typeof texts === 'string') return pseudo(texts) as T;
  if (typeof texts === 'function') {
    const said = texts as unknown as (...given: unknown[]) => unknown;
    return ((...given: unknown[]) => {
      const answer = said(...given);
      return typeof answer === 'string' ? pseudoAround(answer, given) : pseudoTexts(answer);
    }) as T;
  }
  if (Array.isArray(texts)) return texts.map(pseudoTexts) as T;
  if (texts === null || typeof texts !== 'object') return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, pseudoTexts(value)])) as T;
}

function pseudoAround(text: string, given: readonly unknown[]): string {
  const [first, ...rest] = given.filter((one): one is string => typeof one === 'string' && /\w/.test(one));
  if (first === undefined) return pseudo(text);
  return text
    .split(first)
    .map((piece) => pseudoAround(piece, rest))
    .join(first);
}

/** With the names and hints of options, which English leaves to the contract. */
export function pseudoLanguage(en: SidebarTexts): SidebarTexts {
  const names = ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES'].flatMap((name) => Object.keys(filtersOf(name)));
  const options = [...names, ...Object.keys(OWN_OPTIONS)].map((name) => [name, [pseudo(name), pseudo(name)]]);
  return { ...pseudoTexts(en), language: 'ja', options: Object.fromEntries(options) };
}

/** Japanese dates have no letter that is ASCII. */
export const PSEUDO_LOCALE = 'ja_JP';
