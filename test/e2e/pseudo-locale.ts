/**
 * A third language that is made of the English texts: no letter of it is ASCII, so that what is not translated is seen,
 * and its words are 40 % longer. One file, and one line in the list of languages, as for any other.
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

/** What is put into a message stays as it is. */
function pseudoMessage(message: readonly MessageFormatElement[]): MessageFormatElement[] {
  return message.map((element) => {
    // of a literal, the text of which is no name of an argument
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

/** With the names and hints of options, which English leaves to the contract. */
export function pseudoLanguage(english: Messages): Messages {
  const names = ['EXPANSIONS', 'HIRINGS', 'EXEC_CHANGES'].flatMap((name) => Object.keys(filtersOf(name)));
  const options = [...names, ...Object.keys(OWN_OPTIONS)].map((name) => [
    name,
    { name: pseudo(name), hint: pseudo(name) },
  ]);
  return { ...pseudoMessages(english), options: Object.fromEntries(options) };
}

/** Japanese dates have no letter that is ASCII. */
export const PSEUDO_LOCALE = 'ja_JP';
