/** Questions near one that finds nothing: with other days, without a filter, or with a value that exists. */
import { canonicalDay, resolveDay } from '../../contract/day-words.js';
import { type BuilderQuestion, type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { DAYS, optionOf, textsOf, valueWith, withOption, withoutOption } from './question-edit.js';

/** One change of a question: the first day of wider ones, or the name of the filter that goes. */
export type Loosened =
  | { readonly days: string; readonly question: BuilderQuestion }
  | { readonly without: string; readonly question: BuilderQuestion };

/** The page asks of each of them what it would bring. */
export const MOST_LOOSENED = 3;
const WIDER = ['-30d', '-90d', '-365d'];
/** They say how much is asked for, and what another filter means. */
const KEPT = ['limit', 'dateType', 'currency', ...DAYS];

/** @param today as YYYY-MM-DD */
export function loosenedOf(question: BuilderQuestion, today: string): readonly Loosened[] {
  const names = question.parts.flatMap((part) => (part.kind === 'option' ? [part.name] : []));
  // the add-on's own options say how a table is shown, and of which companies: those are still wanted
  const others = names.filter((name) => name in filtersOf(question.functionName) && !KEPT.includes(name));
  return [
    ...(DAYS.some((name) => names.includes(name)) ? widened(question, today) : []),
    ...others.map((without) => ({ without, question: withoutFilter(question, without) })),
  ].slice(0, MOST_LOOSENED);
}

function widened(question: BuilderQuestion, today: string): Loosened[] {
  const [text = ''] = textsOf(optionOf(question, 'startDate') ?? optionOf(question, 'date'));
  const word = canonicalDay(text);
  // without a first day that is known, the widest ones are offered
  const startOf = (day: string) => resolveDay(day, today).start;
  const days = word === undefined ? WIDER.at(-1) : WIDER.find((one) => startOf(one) < startOf(word));
  if (days === undefined) return [];
  const rest = ['endDate', 'date'].reduce(withoutOption, question);
  return [{ days, question: withOption(rest, 'startDate', valueWith(days)) }];
}

/** A currency means nothing without its amount. */
function withoutFilter(question: BuilderQuestion, name: string): BuilderQuestion {
  const rest = withoutOption(question, name);
  return name === 'investment' ? withoutOption(rest, 'currency') : rest;
}

/** Puts another value in the place of one, wherever it stands; undefined where it stands in a cell. */
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
