/** Exit codes, and the errors that lead to them. */
import type { CellErrorCode } from '../../contract/errors.js';

export const EXIT = { done: 0, failed: 1, usage: 2, key: 3, credits: 4, later: 5, interrupted: 130 } as const;

const CODES: Readonly<Partial<Record<CellErrorCode, number>>> = {
  BAD_INPUT: EXIT.usage,
  NO_GROUP: EXIT.usage,
  NO_KEY: EXIT.key,
  BAD_KEY: EXIT.key,
  NO_CREDITS: EXIT.credits,
  FEW_CREDITS: EXIT.credits,
  BUDGET: EXIT.credits,
};

export function exitCodeOf(code: CellErrorCode): number {
  return CODES[code] ?? EXIT.later;
}

/** A wrong command line; the message says why. */
export class UsageError extends Error {}
