/**
 * A third language made from the English texts: it has no ASCII letter, so untranslated texts are visible,
 * and its words are 40 % longer. Like any other, it is a file and a line in the list of languages.
 */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { filtersOf } from '../../src/contract/formula-question.js';
import { OWN_OPTIONS } from '../../src/contract/options.js';
import type { Messages } from '../../src/sidebar/texts/language.js';

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [
    letter,
    [...'áƀçďéƒĝĥíĵķľɱñóƥɋřšťúṽŵẋýž'][index]!,
  ]),
);
const CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LETTERS).map(([letter, other]) => [letter.toUpperCase(), other.toUpperCase()]),
);

/** Adds an accent to every letter and doubles four of five vowels. */
export function pseudo(text: string): string {
  let vowels = 0;
  return text.replace(/[a-z]/gi, (letter) => {
    const other = LETTERS[letter] ?? CAPITALS[letter] ?? letter;
    if (!/[aeiou]/.test(letter)) return other;
    vowels += 1;
    return vowels % 5 === 0 ? other : other + other;
  });
}

/** Keeps the arguments of a message. */
function pseudoMessage(message: readonly MessageFormatElement[]): MessageFormatElement[] {
  return message.map((element) => {
    // only literals: other values are names of arguments
    if (element.type === 0) return { ...element, value: pseudo(element.value) };
    if (!('options' in element)) return element;
    const options = Object.entries(element.options).map(([name, { value }]) => [
      name,
      { value: pseudoMessage(value) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

function pseudoMessages(messages: Messages): Messages {
  const said = Object.entries(messages).map(([name, message]) => {
    if (typeof message === 'string') return [name, pseudo(message)];
    return [name, Array.isArray(message) ? pseudoMessage(message) : pseudoMessages(message)];
  });
  return Object.fromEntries(said);
}

/** Adds names and hints of options, which English takes from the contract. */
export function pseudoLanguage(english: Messages): Messages {
  const names = ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES'].flatMap((name) => Object.keys(filtersOf(name)));
  const options = [...names, ...Object.keys(OWN_OPTIONS)].map((name) => [
    name,
    { name: pseudo(name), hint: pseudo(name) },
  ]);
  return { ...pseudoMessages(english), options: Object.fromEntries(options) };
}

/** Japanese dates contain no ASCII letter. */
export const PSEUDO_LOCALE = 'ja_JP';
