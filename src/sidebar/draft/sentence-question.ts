/** Turns the parts of a sentence into fields of the builder, and lists omitted and ambiguous words. */
import type { BuilderQuestion, Part } from '../../contract/formula-question.js';
import options from './lexicon/options.json';
import { fill } from './lexicon.js';
import { newQuestion, valueWith } from './question-edit.js';
import { isPlace, partsOf, type SentenceContext, type SentencePart } from './sentence.js';
import { isCountry, withHeadquarters, withRegions } from './sentence-places.js';

/** Words that are ambiguous, or that became no field: then `assumed` is empty. */
export interface UnclearWords extends Required<Pick<SentencePart, 'at' | 'end' | 'assumed' | 'isName'>> {
  readonly words: string;
}

/** The text before an amount that is asked for instead of the one before. */
const OR = new RegExp(fill('^,? {or} '));
/** The option for each kind of meaning. Of several meanings of a word, the first counts. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = options.byKind;

export interface Reading {
  readonly question: BuilderQuestion;
  readonly unclear: readonly UnclearWords[];
  /** The parts of the sentence that are understood. */
  readonly understood: readonly { readonly at: number; readonly end: number }[];
  /** True if the sentence names days; otherwise the builder's default days remain. */
  readonly hasDays: boolean;
  /** True if an amount has no currency, so that the question takes any. */
  readonly anyCurrency: boolean;
  readonly isFunctionAssumed: boolean;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** Returns the question, the understood and the unclear parts of the sentence, and what the question assumes. */
export function readSentence(sentence: string, context: SentenceContext): Reading {
  const named = withNames(sentence, partsOf(sentence, context));
  const { functionName, isFunctionAssumed } = functionOf(named);
  const hasPlaces = OPTIONS[functionName]?.['place'] !== undefined;
  const parts = hasPlaces ? withHeadquarters(sentence, withRegions(sentence, named)) : named;
  const hasOneTitle = meaningsOf(parts, 'title').size === 1;
  const fields = new Map<string, string[]>();
  const unclear: UnclearWords[] = [];
  const understood: SentencePart[] = [];
  for (const [index, part] of parts.entries()) {
    const { at, end, assumed = '' } = part;
    const words = sentence.slice(at, end);
    const isInstead = isOtherAmount(sentence, part, parts[index - 1]);
    const given = isInstead ? undefined : fieldsOf(part, functionName, hasOneTitle);
    const isSet = ([name, value]: Fields[number]) =>
      options.single.includes(name) && (fields.get(name)?.[0] ?? value) !== value;
    if (!given || given.some(isSet)) {
      unclear.push({ at, end, words, assumed: '', isName: part.isName === true });
      continue;
    }
    for (const [name, value] of given) fields.set(name, [...new Set([...(fields.get(name) ?? []), value])]);
    // "new" has a meaning only for executives
    if (part.meanings[0]?.kind === 'new' && given.length === 0) continue;
    understood.push(part);
    // an unlisted place may be a company
    const isName = part.isName === true || (isPlace(part) && assumed === words);
    if (assumed !== '') unclear.push({ at, end, words, assumed, isName });
  }
  // idle words alone mean nothing: "Bring" is no reason to ask for everything
  if (understood.length === 0 && unclear.length === 0) {
    const words = sentence.trim();
    unclear.push({ at: 0, end: sentence.length, words, assumed: '', isName: !words.includes(' ') });
  }
  const hasDays = fields.has('startDate') || fields.has('endDate');
  const anyCurrency = fields.has('investment') && !fields.has('currency');
  if (anyCurrency) fields.set('currency', ['any']);
  const { companies = [], ...others } = Object.fromEntries(fields);
  const asked = Object.entries(others).map(
    ([name, texts]): Part => ({ kind: 'option', name, value: valueWith(...texts) }),
  );
  const usual = hasDays ? [] : newQuestion(functionName, '').parts;
  const question = { functionName, first: valueWith(...companies), parts: [...usual, ...asked] };
  return { question, unclear, understood, hasDays, anyCurrency, isFunctionAssumed };
}

/** Returns the words that became no field: without them, the question may not be the intended one. */
export function omittedWords({ unclear }: Pick<Reading, 'unclear'>): readonly UnclearWords[] {
  return unclear.filter(({ assumed }) => assumed === '');
}

/** Returns the values of a kind that the words can mean. */
function meaningsOf(parts: readonly SentencePart[], wanted: string): ReadonlySet<string> {
  const meant = parts.flatMap(({ meanings }) => meanings.filter(({ kind }) => kind === wanted));
  return new Set(meant.map(({ value }) => value));
}

function functionOf(parts: readonly SentencePart[]) {
  const named = meaningsOf(parts, 'what');
  const names = (kind: string) => meaningsOf(parts, kind).size > 0;
  const functionName = named.has('TRACKED_COMPANIES')
    ? 'TRACKED_COMPANIES'
    : named.has('EXEC_CHANGES') || names('title') || (names('reason') && named.size === 0 && !names('type'))
      ? 'EXEC_CHANGES'
      : named.has('HIRINGS') && !named.has('EXPANSIONS')
        ? 'HIRINGS'
        : 'EXPANSIONS';
  // jobs alone may be those of a major hiring
  const isMeant = functionName === 'EXPANSIONS' ? names('type') || names('money') : names('title');
  return { functionName, isFunctionAssumed: !(named.has(functionName) || isMeant) || named.size > 1 };
}

/** Returns the fields of one part; undefined if the function has none for it. */
function fieldsOf(part: SentencePart, functionName: string, hasOneTitle: boolean): Fields | undefined {
  const of = (kind: string) => part.meanings.find((one) => one.kind === kind)?.value;
  const [what, reason] = [of('what'), of('reason')];
  const isExecutive = functionName === 'EXEC_CHANGES';
  // "hired" is a reason, too
  if (what && !(reason && isExecutive)) return what === functionName ? [] : undefined;
  // "new" can be a reason, but does not imply one
  if (of('new') && !isExecutive) return [];
  if (of('title') && !reason && !(isExecutive && hasOneTitle)) return undefined;
  if (of('jobs') && functionName === 'HIRINGS') return atLeast(of('jobs')!);
  const known = OPTIONS[functionName]!;
  const found = Object.entries(known).flatMap(([kind, name]) => {
    const value = of(kind);
    return value === undefined ? [] : [[name, value] as const];
  });
  // the other datasets have only the date of last change
  if (found.length === 0) return of('changed') && known['start'] ? [] : undefined;
  return part.isWord ? found.slice(0, 1) : found;
}

/** True for the second amount of "over $10m or over 100 jobs": a question can only ask for both. */
function isOtherAmount(sentence: string, part: SentencePart, before?: SentencePart): boolean {
  const isAmount = (one?: SentencePart) =>
    one?.meanings.some(({ kind }) => kind === 'money' || kind === 'jobs') ?? false;
  return isAmount(before) && isAmount(part) && OR.test(sentence.slice(before!.end, part.at));
}

function atLeast(jobs: string): Fields | undefined {
  const [, operator, figures] = /^(>=|>)(\d+)$/.exec(jobs) ?? [];
  return figures ? [['count', String(Number(figures) + (operator === '>' ? 1 : 0))]] : undefined;
}

/**
 * Joins capitalised words that are not understood with those after them: "Halvorsen Bay Pharma" is one name,
 * and does not mean an industry.
 */
function withNames(sentence: string, parts: readonly SentencePart[]): SentencePart[] {
  const joined: SentencePart[] = [];
  for (const part of parts) {
    const { meanings, at, end } = part;
    const last = joined.at(-1);
    const isCapital = /^\d*-?\p{Lu}[^\s]*$/u.test(sentence.slice(at, end));
    const isIndustry = meanings.every(({ kind }) => kind === 'industry');
    const isNext = last?.isName && last.meanings.length === 0 && sentence.slice(last.end, at) === ' ';
    if (last && isCapital && areOneName(sentence, last, part))
      joined[joined.length - 1] = oneName(last, part);
    else if (isNext && (isCapital || part.isName) && isIndustry) joined[joined.length - 1] = { ...last, end };
    else joined.push(meanings.length === 0 && isCapital ? { ...part, isName: true } : part);
  }
  return joined;
}

/** Returns the name; at the start of a sentence "Deutsche Banken" may also be the banks of Germany. */
function oneName(first: SentencePart, second: SentencePart): SentencePart {
  const { at } = first;
  const meanings = at === 0 && second.meanings[0] ? [...first.meanings, second.meanings[0]] : [];
  const assumed = meanings.filter(({ kind }) => kind !== 'country').map(({ value }) => value);
  return { meanings, at, end: second.end, assumed: assumed.join(', '), isName: true };
}

/** True for "Deutsche Bank", "Texas Instruments" and "Bank of America": a word alone means something else. */
function areOneName(sentence: string, first: SentencePart, second: SentencePart): boolean {
  if (!/^\p{Lu}/u.test(sentence.slice(first.at))) return false;
  const between = sentence.slice(first.end, second.at);
  const [one = '', other] = [first.meanings[0]?.kind, second.meanings[0]?.kind];
  const isOrigin = one === 'origin' || (first.at === 0 && isCountry(first));
  if (between === ' ' && isOrigin && other === 'industry') return true;
  // the first word of a sentence is capitalised even if it is no name, unless it is a place
  if (between === ' ' && !other && !/\p{Ll}/u.test(sentence.slice(second.at, second.end))) return false;
  if (between === ' ' && !other) return one === 'place' || (first.at > 0 && ['origin', 'new'].includes(one));
  return between === ' of ' && one === 'industry' && (other === 'place' || other === 'origin');
}
