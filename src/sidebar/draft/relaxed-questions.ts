/** Relaxes a question that finds nothing: wider days, without a filter, or with an existing value. */
import { canonicalDay, resolveDay } from '../../contract/day-words.js';
import { type BuilderQuestion, type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { DAYS, optionOf, textsOf, valueWith, withOption, withoutOption } from './question-edit.js';

/** A relaxed question, with the first day of its wider days or the name of the filter that it omits. */
export type RelaxedQuestion =
  | { readonly days: string; readonly question: BuilderQuestion }
  | { readonly without: string; readonly question: BuilderQuestion };

/** The page requests an estimate for each. */
export const MAX_RELAXED = 3;
const WIDER_PERIODS = ['-30d', '-90d', '-365d'];
/** Filters that stay: they set the number of records, or the meaning of another filter. */
const FIXED_FILTERS = ['limit', 'dateType', 'currency', ...DAYS];

/** @param today as YYYY-MM-DD */
export function relaxedQuestionsOf(question: BuilderQuestion, today: string): readonly RelaxedQuestion[] {
  const names = question.parts.flatMap((part) => (part.kind === 'option' ? [part.name] : []));
  // the add-on's own options stay: they shape the table or choose the companies
  const others = names.filter(
    (name) => name in filtersOf(question.functionName) && !FIXED_FILTERS.includes(name),
  );
  return [
    ...(DAYS.some((name) => names.includes(name)) ? withWiderDays(question, today) : []),
    ...others.map((without) => ({ without, question: withoutFilter(question, without) })),
  ].slice(0, MAX_RELAXED);
}

function withWiderDays(question: BuilderQuestion, today: string): RelaxedQuestion[] {
  const [text = ''] = textsOf(optionOf(question, 'startDate') ?? optionOf(question, 'date'));
  const word = canonicalDay(text);
  // without a known first day, offer the widest days
  const startOf = (day: string) => resolveDay(day, today).start;
  const days =
    word === undefined ? WIDER_PERIODS.at(-1) : WIDER_PERIODS.find((one) => startOf(one) < startOf(word));
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
export function withNearestValue(
  question: BuilderQuestion,
  value: string,
  nearest: string,
): BuilderQuestion | undefined {
  let isFound = false;
  const replaced = (old: BuilderValue): BuilderValue =>
    old.kind === 'texts'
      ? valueWith(
          ...old.texts.map((text) => {
            const isMatch = text.trim().toLowerCase() === value.trim().toLowerCase();
            isFound ||= isMatch;
            return isMatch ? nearest : text;
          }),
        )
      : old;
  const first = replaced(question.first);
  const parts = question.parts.map((part) =>
    part.kind === 'option' ? { ...part, value: replaced(part.value) } : part,
  );
  return isFound ? { ...question, first, parts } : undefined;
}
