/** Questions near one that finds nothing: with other days, without a filter, or with a value that exists. */
import type { BuilderQuestion, BuilderValue } from '../../contract/formula-question.js';
import { DAYS, optionOf, textsOf, valueWith, withOption, withoutOption } from './question-edit.js';

/** One change of a question: the first day of wider ones, or the name of the filter that goes. */
export type Loosened =
  | { readonly days: string; readonly question: BuilderQuestion }
  | { readonly without: string; readonly question: BuilderQuestion };

/** Of each of them, the page asks what it would bring. */
export const MOST_LOOSENED = 3;
const WIDER = ['-30d', '-90d', '-365d'];
/** The most days back that a word can mean. */
const DAYS_OF: Readonly<Record<string, number>> = {
  today: 0,
  yesterday: 1,
  week: 7,
  month: 31,
  quarter: 92,
  year: 366,
};
/** They say how much is shown, and of which companies: a person without an answer wants the same companies. */
const KEPT = [
  'limit',
  'columns',
  'headers',
  'exact',
  'sort',
  'dateType',
  'group',
  'currency',
  'since',
  'refresh',
];

export function loosenedOf(question: BuilderQuestion): readonly Loosened[] {
  const names = question.parts.flatMap((part) => (part.kind === 'option' ? [part.name] : []));
  const others = names.filter((name) => !DAYS.includes(name) && !KEPT.includes(name));
  return [
    ...widened(question, names),
    ...others.map((without) => ({ without, question: withoutFilter(question, without) })),
  ].slice(0, MOST_LOOSENED);
}

function widened(question: BuilderQuestion, names: readonly string[]): Loosened[] {
  if (!DAYS.some((name) => names.includes(name))) return [];
  const [start = ''] = textsOf(optionOf(question, 'startDate'));
  const named = DAYS_OF[start.replace(/^(?:this|last) /, '')];
  const back =
    Number(/^-(\d+)d$/.exec(start)?.[1] ?? named ?? 364) + (start.startsWith('last ') ? (named ?? 0) : 0);
  const days = WIDER.find((one) => -Number.parseInt(one, 10) > back);
  if (days === undefined) return [];
  const rest = ['endDate', 'date'].reduce(withoutOption, question);
  return [{ days, question: withOption(rest, 'startDate', valueWith(days)) }];
}

/** A currency means nothing without its amount. */
function withoutFilter(question: BuilderQuestion, name: string): BuilderQuestion {
  const rest = withoutOption(question, name);
  return name === 'investment' ? withoutOption(rest, 'currency') : rest;
}

/** With another value in the place of one, wherever it stands; undefined where it stands in a cell. */
export function withNearest(
  question: BuilderQuestion,
  value: string,
  nearest: string,
): BuilderQuestion | undefined {
  let isFound = false;
  const replaced = (given: BuilderValue): BuilderValue =>
    given.kind === 'texts'
      ? valueWith(
          ...given.texts.map((text) => {
            const isIt = text.trim().toLowerCase() === value.trim().toLowerCase();
            isFound ||= isIt;
            return isIt ? nearest : text;
          }),
        )
      : given;
  const first = replaced(question.first);
  const parts = question.parts.map((part) =>
    part.kind === 'option' ? { ...part, value: replaced(part.value) } : part,
  );
  return isFound ? { ...question, first, parts } : undefined;
}
