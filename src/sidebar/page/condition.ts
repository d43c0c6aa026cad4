/** What the page knows of the service: whether it answers, and whether it accepts the key. */

import type { FieldProblem } from '../draft/remedies.js';

export type ServiceCondition = 'unknown' | 'answers' | 'silent' | 'refused';

/** What an error says of the service; undefined where it says nothing. */
export function conditionOf(error: unknown): Exclude<ServiceCondition, 'unknown'> | undefined {
  const message = error instanceof Error ? error.message : String(error);
  if (/#BAD_KEY|failed with status 40[013]\b/.test(message)) return 'refused';
  if (/#TIMEOUT|did not answer|failed with status 5|cannot be read|no signals service|a proxy/.test(message))
    return 'silent';
  // what it refuses for another reason, it has read
  return /#(NO_CREDITS|FEW_CREDITS|NO_GROUP)/.test(message) ? 'answers' : undefined;
}

/** @returns undefined where neither field is to blame, such as for a service that is slow today */
export function fieldProblemOf(error: unknown): FieldProblem | undefined {
  const message = error instanceof Error ? error.message : String(error);
  if (conditionOf(message) === 'refused') return { field: 'key', why: 'refused' };
  if (/did not answer/.test(message)) return { field: 'address', why: 'nothing' };
  if (/no signals service|cannot be read|a proxy/.test(message)) return { field: 'address', why: 'other' };
  if (/the API key must/.test(message)) return { field: 'key', why: 'malformed' };
  if (/the address must/.test(message)) return { field: 'address', why: 'malformed' };
  return undefined;
}

/** Whether a person has to be told of it. */
export function isTrouble(condition: ServiceCondition): boolean {
  return condition === 'silent' || condition === 'refused';
}
