/** From the parts of a sentence to the fields of the builder, with what was left out and what was supposed. */
import type { BuilderQuestion } from '../../contract/formula-question.js';
import { newQuestion, valueWith, withOption, withoutOption } from './question-edit.js';
import type { Lists, Saying, SentencePart } from './sentence.js';
import { isNear, partsOf, withNames } from './sentence.js';
import { foldWords } from './sentence-words.js';

/** Words that became no field, or that could mean something else. */
export interface Doubt {
  readonly at: number;
  readonly end: number;
  readonly words: string;
  /** What they were taken for; empty if they are left out. */
  readonly supposed: string;
  /** Words that could be meant instead. */
  readonly instead: readonly string[];
  /** Whether it could be the name of a company. */
  readonly isName: boolean;
}

const MOST_INSTEAD = 3;

export interface Reading {
  readonly question: BuilderQuestion;
  readonly doubts: readonly Doubt[];
  /** Places in the sentence that are understood. */
  readonly understood: readonly { readonly at: number; readonly end: number }[];
  /** Whether the sentence names days; else the builder's usual ones stand. */
  readonly hasDays: boolean;
  /** Whether an amount has no currency, so that any is asked for. */
  readonly anyCurrency: boolean;
  /** Whether places are headquarters, because the function knows no others. */
  readonly headquarters: boolean;
  /** Whether no word says what is asked for. */
  readonly isWhatSupposed: boolean;
}

const ONE = ['title', 'reason', 'startDate', 'endDate', 'investment', 'jobs', 'count', 'limit', 'dateType'];

/** Undefined where nothing at all is understood. */
export function readSentence(
  sentence: string,
  lists: Lists,
  context: { readonly groups: readonly string[]; readonly today: string },
): Reading {
  const parts = withNames(sentence, partsOf(sentence, lists, context));
  const { functionName, isSupposed } = functionOf(parts);
  const fields = new Map<string, string[]>();
  const doubts: Doubt[] = [];
  const understood: SentencePart[] = [];
  const titles = new Set(
    parts.flatMap(({ saying }) =>
      (saying.kind === 'words' ? saying.meanings : []).flatMap((one) =>
        one.kind === 'title' ? [one.value] : [],
      ),
    ),
  );
  for (const part of parts) {
    const given = fieldsOf(part.saying, functionName, titles.size);
    const taken = given?.some(([name]) => ONE.includes(name) && fields.has(name));
    const words = sentence.slice(part.at, part.end);
    if (!given || taken) {
      const instead = taken ? [] : wordsNear(words, lists);
      doubts.push({ at: part.at, end: part.end, words, supposed: '', instead, isName: part.isName === true });
      continue;
    }
    for (const [name, value] of given) fields.set(name, [...new Set([...(fields.get(name) ?? []), value])]);
    if (given.length === 0 && part.saying.kind === 'words' && part.saying.meanings[0]?.kind === 'reason')
      continue;
    understood.push(part);
    if (part.supposed !== undefined)
      doubts.push({
        at: part.at,
        end: part.end,
        words,
        supposed: part.supposed,
        instead: [],
        // a place that no list has
        isName: part.saying.kind === 'place' && part.supposed === words,
      });
  }
  const hasDays = fields.has('startDate') || fields.has('endDate');
  const anyCurrency = fields.has('investment') && !fields.has('currency');
  if (anyCurrency) fields.set('currency', ['any']);
  let question = newQuestion(functionName, '');
  if (hasDays) question = withoutOption(question, 'startDate');
  for (const [name, values] of fields) {
    if (name === 'companies') question = { ...question, first: valueWith(...values) };
    else question = withOption(question, name, valueWith(...values));
  }
  return {
    question,
    doubts,
    understood,
    hasDays,
    anyCurrency,
    headquarters: fields.has('countries'),
    isWhatSupposed: isSupposed,
  };
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

function functionOf(parts: readonly SentencePart[]): { functionName: string; isSupposed: boolean } {
  const kinds = new Set<string>();
  const named = new Set<string>();
  for (const { saying } of parts) {
    if (saying.kind !== 'words') kinds.add(saying.kind);
    else
      for (const { kind, value } of saying.meanings)
        if (value !== 'New Appointment')
          (kind === 'what' ? named : kinds).add(kind === 'what' ? value : kind);
  }
  const has = (name: string) => named.has(name);
  const name = has('TRACKED_COMPANIES')
    ? 'TRACKED_COMPANIES'
    : has('EXEC_CHANGES') || kinds.has('title') || (kinds.has('reason') && named.size === 0)
      ? 'EXEC_CHANGES'
      : has('HIRINGS') && !has('EXPANSIONS')
        ? 'HIRINGS'
        : 'EXPANSIONS';
  const isTold =
    has(name) ||
    (name === 'EXPANSIONS'
      ? // jobs alone may be those of a major hiring
        kinds.has('type') || kinds.has('money')
      : kinds.has('title'));
  return { functionName: name, isSupposed: !isTold || named.size > 1 };
}

type Fields = readonly (readonly [string, string])[];

/** The fields of one part, undefined where the function has none for it. */
function fieldsOf(saying: Saying, functionName: string, titles: number): Fields | undefined {
  const isExpansions = functionName === 'EXPANSIONS';
  const isTracked = functionName === 'TRACKED_COMPANIES';
  switch (saying.kind) {
    case 'unknown':
      return undefined;
    case 'group':
      return [[isTracked ? 'companies' : 'group', saying.value]];
    case 'company':
      return isTracked ? undefined : [['companies', saying.value]];
    case 'limit':
      return isTracked ? undefined : [['limit', saying.value]];
    case 'days':
      return isTracked
        ? undefined
        : [
            ...(saying.start === undefined ? [] : [['startDate', saying.start] as const]),
            ...(saying.end === undefined ? [] : [['endDate', saying.end] as const]),
          ];
    case 'place':
      if (isTracked) return undefined;
      if (isExpansions)
        return [[saying.isOrigin ? 'companyLocation' : 'expansionLocation', saying.place.name]];
      return saying.place.isCountry ? [['countries', saying.place.name]] : undefined;
    case 'money':
      if (!isExpansions) return undefined;
      return [
        ['investment', saying.expression],
        ...(saying.currency ? [['currency', saying.currency] as const] : []),
      ];
    case 'jobs': {
      if (isExpansions) return [['jobs', saying.expression]];
      const [, operator, figures] = /^(>=|>)(\d+)$/.exec(saying.expression) ?? [];
      return functionName === 'HIRINGS' && figures
        ? [['count', String(Number(figures) + (operator === '>' ? 1 : 0))]]
        : undefined;
    }
    case 'words':
      return ofWords(saying, functionName, titles);
  }
}

function ofWords(
  { meanings, ofCompanies }: Extract<Saying, { kind: 'words' }>,
  functionName: string,
  titles: number,
): Fields | undefined {
  const of = (kind: string) => meanings.find((one) => one.kind === kind)?.value;
  const what = of('what');
  if (what) return what === functionName ? [] : undefined;
  const isExpansions = functionName === 'EXPANSIONS';
  const isExecutive = functionName === 'EXEC_CHANGES';
  const reason = of('reason');
  if (reason) return isExecutive ? [['reason', reason]] : reason === 'New Appointment' ? [] : undefined;
  const title = of('title');
  if (title) return isExecutive && titles === 1 ? [['title', title]] : undefined;
  if (functionName === 'TRACKED_COMPANIES') return undefined;
  const [type, industry, owner, changed] = [of('type'), of('industry'), of('owner'), of('changed')];
  if (type && isExpansions && !(industry && ofCompanies)) return [['expansionType', type]];
  if (industry) return [[isExpansions ? 'companyIndustry' : 'industries', industry]];
  if (owner) return isExpansions ? [['companyType', owner]] : undefined;
  return changed ? (isExpansions ? [['dateType', changed]] : []) : undefined;
}
