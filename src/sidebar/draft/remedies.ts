/** What an error says, by its code or its key: of the service, of what was typed, what helps and what it has cost. */
import type { ErrorData, ErrorKey } from '../../contract/error-texts.js';
import type { CellErrorCode } from '../../contract/errors.js';
import type { SectionName } from './sections.js';

export type Remedy = 'retry' | 'connect' | 'budget' | 'groups' | 'limit' | 'held';
export type ErrorCharge = 'none' | 'perhaps' | 'kept';

/** The field of the form Connect that an error is about, and why. */
export interface FieldProblem {
  readonly field: 'address' | 'key';
  readonly why: 'missing' | 'malformed' | 'refused' | 'nothing' | 'other';
}

/** What is wrong with an input is corrected in its field. */
const REMEDIES: Readonly<Record<CellErrorCode, readonly Remedy[]>> = {
  BAD_INPUT: [],
  NO_KEY: ['connect'],
  BAD_KEY: ['connect'],
  NO_GROUP: ['groups'],
  BUDGET: ['budget'],
  FEW_CREDITS: ['limit'],
  NO_CREDITS: ['retry'],
  BUSY: ['retry'],
  TIMEOUT: ['retry', 'held'],
  SERVICE: ['retry', 'held'],
};

/** Errors that the remedy of their code would not help. */
const BY_KEY: Readonly<Partial<Record<ErrorKey, readonly Remedy[]>>> = {
  // the budget of the job, the cap of the key: neither is that of the spreadsheet
  dayTooLargeForJob: [],
  capReached: [],
};

/** The place that a remedy leads to. */
export const WAYS: Readonly<
  Record<Exclude<Remedy, 'retry'>, { section: SectionName; focus: string; starting?: boolean }>
> = {
  connect: { section: 'connect', focus: 'tab-connect' },
  budget: { section: 'activity', focus: 'rules-budget' },
  groups: { section: 'groups', focus: 'tab-groups' },
  limit: { section: 'build', starting: false, focus: 'build-limit' },
  held: { section: 'activity', focus: 'tab-activity' },
};

/** Actions in which something may have been bought before they failed: what a job has bought is in its tab. */
const RUN = /^job-.+-(?:run|error)$/;
const BUYING = /^(?:build-preview|starter-.+)$/;

/** An error without details is Google's, of a call that has not been made. */
export function remediesFor({ details }: ErrorData): readonly Remedy[] {
  return details ? (BY_KEY[details.key] ?? REMEDIES[details.code]) : ['retry'];
}

/** Undefined for what is wrong with an input, which no one takes for a purchase. */
export function chargeOf({ details }: ErrorData, place: string): ErrorCharge | undefined {
  const code = details?.code;
  if (code === 'BAD_INPUT') return undefined;
  if (RUN.test(place)) return 'kept';
  const isUnclear = code === undefined || code === 'TIMEOUT' || code === 'SERVICE';
  return isUnclear && BUYING.test(place) ? 'perhaps' : 'none';
}

/** What the page knows of the service: whether it answers, and whether it accepts the key. */
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

/** A person has to be told of these. */
export function isTrouble(condition: ServiceCondition): boolean {
  return condition === 'silent' || condition === 'refused';
}
