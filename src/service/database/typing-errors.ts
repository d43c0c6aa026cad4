/** Distinguishes typing errors and abbreviated words in company names from other names. */
import { type CompanyName, inSingular } from '../../contract/company-names.js';
import { pairsIn } from '../../contract/core-name.js';
import { editsBetween } from '../../contract/edits.js';

/** A shorter name may have no typing error, because any other letter makes another name. */
const SHORT_NAME = 6;
/** A shorter name may only have a swapped or a doubled letter. */
const MIDDLE_NAME = 8;
/** Names of this length or longer may have two typing errors. */
const LONG_NAME = 12;
const MOST_TYPING_ERRORS = 2;
/** In a shorter word, an added letter makes another word: Car and Care. */
const SHORT_WORD = 4;
/** Parts that alone distinguish names: Southeast and Southwest, Freiburg and Freiberg, Kowalski and Kowalska, II and III. */
const TELLING = /north|south|east|west|b[eu]rg|s[eo]ns?$|sk[ai]$|ova?$|^[ivx]+$/g;
/** Abbreviated words with the beginning of the whole words. It has no word that may stand for two others. */
const CUT_WORDS = pairsIn(
  'tech:technolog ind:industr inds:industr eng:engineering fin:financ ins:insurance pharm:pharmac pharma:pharmaceut ' +
    'chem:chemical med:medical sys:system assoc:associat constr:construction transp:transport labs:laboratories hosp:hospital',
);
/** Words between the others, which people leave out. */
const LINKS: ReadonlySet<string> = new Set(['and', 'of', 'de', 'di', 'du']);
/** The most letters by which a plural differs, as in technology and technologies. */
const MOST_LETTERS_OF_PLURALS = 3;
/** Names with more edits are not candidates. */
export const MOST_EDITS = MOST_TYPING_ERRORS + MOST_LETTERS_OF_PLURALS;

/** Returns the core with the beginnings of abbreviated words: acmetechnolog for Acme Tech. */
export function coreInFull({ words }: CompanyName): string {
  const [first = '', ...others] = words.trim().split(' ');
  return [first, ...others.map((word) => CUT_WORDS.get(word) ?? word)].join('');
}

/** True if the names differ only in abbreviated words: Acme Tech and Acme Technologies, but not Acme. */
export function hasCutWord(wanted: CompanyName, known: CompanyName): boolean {
  const [words, others] = [wordsOf(wanted), wordsOf(known)];
  const isSame = (word: string, at: number) =>
    word === others[at] || (at > 0 && others[at]!.startsWith(CUT_WORDS.get(word) ?? ' '));
  return words.length === others.length && words.every(isSame);
}

/** Returns the share of equal letters of names that differ by one or two typing errors; else undefined. */
export function similarityOf(wanted: CompanyName, known: CompanyName): number | undefined {
  const edits = Math.min(
    typingErrors(wanted.core, known.core),
    1 + typingErrors(wanted.singular, known.singular),
  );
  const length = Math.min(wanted.core.length, known.core.length);
  if (edits > mostTypingErrors(length)) return undefined;
  return 1 - edits / Math.max(wanted.core.length, known.core.length);
}

/** Allows fewer errors in shorter names, where one edit more often makes the name of another company. */
function mostTypingErrors(length: number): number {
  if (length < SHORT_NAME) return 0;
  return length < LONG_NAME ? 1 : MOST_TYPING_ERRORS;
}

/** Returns Infinity for names that differ by more than typing errors. */
function typingErrors(a: string, b: string): number {
  const most = mostTypingErrors(Math.min(a.length, b.length));
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > most || fixedIn(a) !== fixedIn(b)) return Infinity;
  // in a short name, only a swapped or doubled letter is certainly a typing error
  if (Math.min(a.length, b.length) < MIDDLE_NAME && lettersIn(a) !== lettersIn(b)) return Infinity;
  return editsBetween(a, b);
}

/** True if all words differ at most by typing errors: Capital II is neither Capital nor Capital III. */
export function areWordsNear(wanted: CompanyName, known: CompanyName): boolean {
  const [words, others] = [wordsOf(wanted), wordsOf(known)];
  // the plural of a short name in one word is another name: Watsons is not Watson, but Kelloggs is Kellogg
  const isPlural = wanted.core !== known.core && wanted.singular === known.singular;
  if (words.length === 1 && isPlural && known.singular.length <= SHORT_NAME) return false;
  if (words.length === others.length) return words.every((word, index) => isNearWord(word, others[index]!));
  const isPart = (some: readonly string[], all: readonly string[]) =>
    some.every((word) => all.includes(word));
  return !isPart(words, others) && !isPart(others, words) && isNearWord(wanted.core, known.core);
}

/** Leaves out words that people leave out: Procter Gamble, First National Bank Alaska. */
function wordsOf({ words }: CompanyName): readonly string[] {
  return words
    .trim()
    .split(' ')
    .filter((word, at) => at === 0 || !LINKS.has(word));
}

/** A typing error keeps the first letter, and most of a short word: Foods and Goods, Home and Hope differ. */
function isNearWord(word: string, other: string): boolean {
  if (word === other || inSingular(word) === inSingular(other)) return true;
  const least = Math.min(word.length, other.length);
  if (word[0] !== other[0] || word.replace(TELLING, '*') === other.replace(TELLING, '*')) return false;
  const isReplaced = least < SHORT_NAME && (least < SHORT_WORD || word.length === other.length);
  if (isReplaced && lettersIn(word) !== lettersIn(other)) return false;
  const edits = Math.min(editsBetween(word, other), 1 + editsBetween(inSingular(word), inSingular(other)));
  return edits <= Math.max(1, mostTypingErrors(least));
}

/** Returns the numbers of a text, and its letters of scripts in which a letter is often a word: 第一 and 第二. */
function fixedIn(text: string): string {
  return text.replace(/[^\p{N}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/gu, '');
}

function lettersIn(text: string): string {
  return [...new Set(text)].sort().join('');
}
