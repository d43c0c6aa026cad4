/** What the page knows of the service: whether it answers, and whether it accepts the key. */

import type { ErrorData, ErrorKey } from '../../contract/error-texts.js';
import type { CellErrorCode } from '../../contract/errors.js';
import type { FieldProblem } from '../draft/remedies.js';

export type ServiceCondition = 'unknown' | 'answers' | 'silent' | 'refused';

/** The address leads to something else. */
const ELSEWHERE: readonly ErrorKey[] = ['notJson', 'proxy', 'wrongAddress'];
/** What the service refuses for a reason of its own, it has read. */
const READ: readonly CellErrorCode[] = ['NO_CREDITS', 'FEW_CREDITS', 'NO_GROUP'];
const REFUSALS: readonly unknown[] = [400, 401, 403];

/** What an error says of the service; undefined where it says nothing. */
export function conditionOf({ details }: ErrorData): Exclude<ServiceCondition, 'unknown'> | undefined {
  if (!details) return undefined;
  const { code, key, args } = details;
  const status = key === 'status' ? args[0] : undefined;
  if (code === 'BAD_KEY' || REFUSALS.includes(status)) return 'refused';
  const isSilent = code === 'TIMEOUT' || key === 'unreachable' || ELSEWHERE.includes(key);
  if (isSilent || Number(status) >= 500) return 'silent';
  return READ.includes(code) ? 'answers' : undefined;
}

/** @returns undefined where neither field is to blame, such as for a service that is slow today */
export function fieldProblemOf(error: ErrorData): FieldProblem | undefined {
  if (conditionOf(error) === 'refused') return { field: 'key', why: 'refused' };
  const key = error.details?.key;
  if (key === undefined) return undefined;
  if (key === 'unreachable') return { field: 'address', why: 'nothing' };
  if (ELSEWHERE.includes(key)) return { field: 'address', why: 'other' };
  if (key === 'badKeyText') return { field: 'key', why: 'malformed' };
  return key === 'badAddress' ? { field: 'address', why: 'malformed' } : undefined;
}

/** Whether a person has to be told of it. */
export function isTrouble(condition: ServiceCondition): boolean {
  return condition === 'silent' || condition === 'refused';
}
