/** Relaxes a question that finds nothing: wider days, without a filter, or with an existing value. */
import { canonicalDay, resolveDay } from '../../contract/day-words.js';
import { type BuilderQuestion, type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { DAYS, optionOf, textsOf, valueWith, withOption, withoutOption } from './question-edit.js';

/** A relaxed question, with the first day of its wider days or the name of the filter that it omits. */
export type Loosened =
  | { readonly days: string; readonly question: BuilderQuestion }
  | { readonly without: string; readonly question: BuilderQuestion };

/** The page requests an estimate for each. */
export const MOST_LOOSENED = 3;
const WIDER = ['-30d', '-90d', '-365d'];
/** Filters that stay: they set the number of records, or the meaning of another filter. */
const KEPT = ['limit', 'dateType', 'currency', ...DAYS];

/** @param today as YYYY-MM-DD */
export function loosenedOf(question: BuilderQuestion, today: string): readonly Loosened[] {
  const names = question.parts.flatMap((part) => (part.kind === 'option' ? [part.name] : []));
  // the add-on's own options stay: they shape the table or choose the companies
  const others = names.filter((name) => name in filtersOf(question.functionName) && !KEPT.includes(name));
  return [
    ...(DAYS.some((name) => names.includes(name)) ? widened(question, today) : []),
    ...others.map((without) => ({ without, question: withoutFilter(question, without) })),
  ].slice(0, MOST_LOOSENED);
}

function widened(question: BuilderQuestion, today: string): Loosened[] {
  const [text = ''] = textsOf(optionOf(question, 'startDate') ?? optionOf(question, 'date'));
  const word = canonicalDay(text);
  // without a known first day, offer the widest days
  const startOf = (day: string) => resolveDay(day, today).start;
  const days = word === undefined ? WIDER.at(-1) : WIDER.find((one) => startOf(one) < startOf(word));
  if (days === undefined) return [];
  const rest = ['endDate', 'date'].reduce(withoutOption, question);
  return [{ days, question: withOption(rest, 'startDate', valueWith(days)) }];
}

/** Removes a filter, and a currency with its amount. */
function withoutFilter(question: BuilderQuestion, name: string): BuilderQuestion {
  const rest = withoutOption(question, name);
  return name === 'investment' ? withoutOption(rest, 'currency') : rest;
}

/** Replaces a value wherever it occurs; undefined if it does not, for instance because a cell has it. */
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
