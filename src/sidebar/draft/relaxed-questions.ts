/** Changes a question that finds nothing: wider days, or a value that exists. */
import { canonicalDay, resolveDay } from '../../contract/day-words.js';
import type { BuilderQuestion, BuilderValue } from '../../contract/formula-question.js';
import { DAYS, optionOf, textsOf, valueWith, withOption, withoutOption } from './question-edit.js';

const WIDER_PERIODS = ['-30d', '-90d', '-365d'];

/**
 * Returns the question with wider days, and their first day; undefined if it has no days, or the widest.
 * @param today as YYYY-MM-DD
 */
export function withWiderDays(question: BuilderQuestion, today: string) {
  if (!DAYS.some((name) => optionOf(question, name))) return undefined;
  const [text = ''] = textsOf(optionOf(question, 'startDate') ?? optionOf(question, 'date'));
  const word = canonicalDay(text);
  // without a known first day, offer the widest days
  const startOf = (day: string) => resolveDay(day, today).start;
  const days =
    word === undefined ? WIDER_PERIODS.at(-1) : WIDER_PERIODS.find((one) => startOf(one) < startOf(word));
  if (days === undefined) return undefined;
  const rest = ['endDate', 'date'].reduce(withoutOption, question);
  return { days, question: withOption(rest, 'startDate', valueWith(days)) };
}

/** Replaces a value wherever it occurs; undefined if it does not, for instance because a cell has it. */
export function withNearestValue(
  question: BuilderQuestion,
  value: string,
  nearest: string,
): BuilderQuestion | undefined {
  let isFound = false;
  const replace = (text: string): string => {
    const isMatch = text.trim().toLowerCase() === value.trim().toLowerCase();
    isFound ||= isMatch;
    return isMatch ? nearest : text;
  };
  const replaced = (old: BuilderValue) => (old.kind === 'texts' ? valueWith(...old.texts.map(replace)) : old);
  const first = replaced(question.first);
  const parts = question.parts.map((part) =>
    part.kind === 'option' ? { ...part, value: replaced(part.value) } : part,
  );
  return isFound ? { ...question, first, parts } : undefined;
}
