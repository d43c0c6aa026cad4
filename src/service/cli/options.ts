/** Reading the values of options. */
import { UsageError } from './command-errors.js';

export function wholeNumberOf(name: string, text: string | undefined, min: number, max: number): number {
  const value = text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`);
}

export function idOf(text: string | undefined): number {
  return wholeNumberOf('id', text, 1, Number.MAX_SAFE_INTEGER);
}

export function choiceOf<T extends string>(name: string, text: string | undefined, values: readonly T[]): T {
  const value = values.find((known) => known === text);
  if (value !== undefined) return value;
  throw new UsageError(`${name} must be one of ${values.join(', ')}`);
}
