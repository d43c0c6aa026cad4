/** Turns the parts of a sentence into the fields of the builder, and notes what was left out and what was supposed. */
import type { BuilderQuestion } from '../../contract/formula-question.js';
import { foldWords, type Lists } from './lexicon.js';
import { newQuestion, valueWith, withOption, withoutOption } from './question-edit.js';
import {
  isNear,
  partsOf,
  type Saying,
  type SentenceContext,
  type SentencePart,
  withNames,
} from './sentence.js';

/** Words that became no field, or that could mean something else. */
export interface Doubt {
  readonly at: number;
  readonly end: number;
  readonly words: string;
  /** What they were taken for; empty if they are left out. */
  readonly supposed: string;
  /** Words that could be meant instead. */
  readonly instead: readonly string[];
  /** It could be the name of a company. */
  readonly isName: boolean;
}

const MOST_INSTEAD = 3;

export interface Reading {
  readonly question: BuilderQuestion;
  readonly doubts: readonly Doubt[];
  /** Places in the sentence that are understood. */
  readonly understood: readonly { readonly at: number; readonly end: number }[];
  /** The sentence names days; else the builder's usual ones stand. */
  readonly hasDays: boolean;
  /** An amount has no currency, so that any is asked for. */
  readonly anyCurrency: boolean;
  /** Places are headquarters, because the function knows no others. */
  readonly headquarters: boolean;
  /** No word says what is asked for. */
  readonly isWhatSupposed: boolean;
}

type Fields = readonly (readonly [name: string, value: string])[];

/** Options that have one value. */
const ONE = ['title', 'reason', 'startDate', 'endDate', 'investment', 'jobs', 'count', 'limit', 'dateType'];

export function readSentence(sentence: string, lists: Lists, context: SentenceContext): Reading {
  const parts = withNames(sentence, partsOf(sentence, lists, context));
  const { functionName, isSupposed } = functionOf(parts);
  const hasOneTitle = new Set(meaningsOf(parts, 'title')).size === 1;
  const fields = new Map<string, string[]>();
  const doubts: Doubt[] = [];
  const understood: SentencePart[] = [];
  for (const part of parts) {
    const { at, end, saying, supposed = '' } = part;
    const words = sentence.slice(at, end);
    const given = fieldsOf(saying, functionName, hasOneTitle);
    const isTaken = given?.some(([name]) => ONE.includes(name) && fields.has(name)) === true;
    if (!given || isTaken) {
      const instead = isTaken ? [] : wordsNear(words, lists);
      doubts.push({ at, end, words, supposed: '', instead, isName: part.isName === true });
      continue;
    }
    for (const [name, value] of given) fields.set(name, [...new Set([...(fields.get(name) ?? []), value])]);
    // "new" says something only beside executives
    const isIdle = saying.kind === 'words' && saying.meanings[0]?.kind === 'reason' && given.length === 0;
    if (isIdle) continue;
    understood.push(part);
    if (supposed === '') continue;
    // a place that no list has may be a company
    const isName = saying.kind === 'place' && supposed === words;
    doubts.push({ at, end, words, supposed, instead: [], isName });
  }
  const hasDays = fields.has('startDate') || fields.has('endDate');
  const anyCurrency = fields.has('investment') && !fields.has('currency');
  if (anyCurrency) fields.set('currency', ['any']);
  const question = questionOf(functionName, fields, hasDays);
  const headquarters = fields.has('countries');
  return { question, doubts, understood, hasDays, anyCurrency, headquarters, isWhatSupposed: isSupposed };
}

function questionOf(
  functionName: string,
  fields: ReadonlyMap<string, string[]>,
  hasDays: boolean,
): BuilderQuestion {
  const usual = newQuestion(functionName, '');
  let question = hasDays ? withoutOption(usual, 'startDate') : usual;
  for (const [name, values] of fields) {
    const value = valueWith(...values);
    question = name === 'companies' ? { ...question, first: value } : withOption(question, name, value);
  }
  return question;
}

/** Words that became no field: what is asked leaves them out, and may be another question. */
export function leftOut({ doubts }: Pick<Reading, 'doubts'>): readonly Doubt[] {
  return doubts.filter(({ supposed }) => supposed === '');
}

/** Words of the lists that are a letter away, where it is not clear which is meant. */
function wordsNear(words: string, { words: known, places }: Lists): readonly string[] {
  const folded = foldWords(words);
  const near = [...known.keys(), ...places.keys()].filter((one) => isNear(folded, one));
  return [...new Set(near)].slice(0, MOST_INSTEAD);
}

/** The values of a kind that the words can mean. */
function meaningsOf(parts: readonly SentencePart[], wanted: string): readonly string[] {
  return parts.flatMap(({ saying }) =>
    saying.kind === 'words'
      ? saying.meanings.filter(({ kind }) => kind === wanted).map(({ value }) => value)
      : [],
  );
}

function functionOf(parts: readonly SentencePart[]): { functionName: string; isSupposed: boolean } {
  const named = new Set(meaningsOf(parts, 'what'));
  const says = (kind: string) => meaningsOf(parts, kind).length > 0;
  // "new" may be a reason, and says nothing of it
  const saysReason = meaningsOf(parts, 'reason').some((value) => value !== 'New Appointment');
  const functionName = named.has('TRACKED_COMPANIES')
    ? 'TRACKED_COMPANIES'
    : named.has('EXEC_CHANGES') || says('title') || (saysReason && named.size === 0)
      ? 'EXEC_CHANGES'
      : named.has('HIRINGS') && !named.has('EXPANSIONS')
        ? 'HIRINGS'
        : 'EXPANSIONS';
  // jobs alone may be those of a major hiring
  const saysMoney = parts.some(({ saying }) => saying.kind === 'money');
  const isMeant = functionName === 'EXPANSIONS' ? says('type') || saysMoney : says('title');
  return { functionName, isSupposed: !(named.has(functionName) || isMeant) || named.size > 1 };
}

/** The fields of one part, undefined where the function has none for it. */
function fieldsOf(saying: Saying, functionName: string, hasOneTitle: boolean): Fields | undefined {
  if (saying.kind === 'unknown') return undefined;
  if (saying.kind === 'words') return ofWords(saying, functionName, hasOneTitle);
  if (functionName === 'TRACKED_COMPANIES') {
    return saying.kind === 'group' ? [['companies', saying.value]] : undefined;
  }
  const isExpansions = functionName === 'EXPANSIONS';
  switch (saying.kind) {
    case 'group':
    case 'limit':
      return [[saying.kind, saying.value]];
    case 'company':
      return [['companies', saying.value]];
    case 'days':
      return given({ startDate: saying.start, endDate: saying.end });
    case 'place': {
      const { name, isCountry } = saying.place;
      if (isExpansions) return [[saying.isOrigin ? 'companyLocation' : 'expansionLocation', name]];
      return isCountry ? [['countries', name]] : undefined;
    }
    case 'money':
      return isExpansions ? given({ investment: saying.expression, currency: saying.currency }) : undefined;
    case 'jobs': {
      if (isExpansions) return [['jobs', saying.expression]];
      const [, operator, figures] = /^(>=|>)(\d+)$/.exec(saying.expression) ?? [];
      const least = Number(figures) + (operator === '>' ? 1 : 0);
      return functionName === 'HIRINGS' && figures ? [['count', String(least)]] : undefined;
    }
  }
}

function given(fields: Readonly<Record<string, string | undefined>>): Fields {
  return Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function ofWords(
  { meanings, ofCompanies }: Extract<Saying, { kind: 'words' }>,
  functionName: string,
  hasOneTitle: boolean,
): Fields | undefined {
  const of = (kind: string) => meanings.find((one) => one.kind === kind)?.value;
  const isExpansions = functionName === 'EXPANSIONS';
  const isExecutive = functionName === 'EXEC_CHANGES';
  const [what, reason, title] = [of('what'), of('reason'), of('title')];
  if (what) return what === functionName ? [] : undefined;
  if (reason) return isExecutive ? [['reason', reason]] : reason === 'New Appointment' ? [] : undefined;
  if (title) return isExecutive && hasOneTitle ? [['title', title]] : undefined;
  if (functionName === 'TRACKED_COMPANIES') return undefined;
  const [type, industry, owner, changed] = [of('type'), of('industry'), of('owner'), of('changed')];
  if (type && isExpansions && !(industry && ofCompanies)) return [['expansionType', type]];
  if (industry) return [[isExpansions ? 'companyIndustry' : 'industries', industry]];
  if (owner) return isExpansions ? [['companyType', owner]] : undefined;
  return changed ? (isExpansions ? [['dateType', changed]] : []) : undefined;
}
