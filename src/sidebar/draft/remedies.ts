/** Derives from an error's code or key: the service's status, the wrong field, remedies, the charge. */
import type { CellErrorCode, ErrorData, ErrorKey } from '../../contract/error-texts.js';
import type { SectionName } from './sections.js';

export type Remedy = 'retry' | 'connect' | 'budget' | 'month' | 'groups' | 'limit' | 'held';
type ErrorCharge = 'none' | 'perhaps' | 'kept';

/** The field of the form Connect that an error is about, and why. */
export interface FieldProblem {
  readonly field: 'address' | 'key';
  readonly why: 'missing' | 'malformed' | 'refused' | 'nothing' | 'other';
}

/** Each code has remedies, and a key has its own if those of its code do not solve the error. */
type Remedies = Record<CellErrorCode, readonly Remedy[]> & Partial<Record<ErrorKey, readonly Remedy[]>>;

/** A wrong input has no remedy here: the person corrects it in its field. */
const REMEDIES: Readonly<Remedies> = {
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
  // the budget of the job and the cap of the key are not the spreadsheet's budget
  dayTooLargeForJob: [],
  dayOverCap: [],
  capReached: [],
  sharedUsed: ['connect'],
  monthUsed: ['month'],
};

/** The section and the element that a remedy opens. */
export const REMEDY_TARGETS: Readonly<
  Record<Exclude<Remedy, 'retry'>, { section: SectionName; focus: string; starting?: boolean }>
> = {
  connect: { section: 'connect', focus: 'tab-connect' },
  budget: { section: 'activity', focus: 'rules-budget' },
  month: { section: 'activity', focus: 'rules-month' },
  groups: { section: 'groups', focus: 'tab-groups' },
  limit: { section: 'build', starting: false, focus: 'build-limit' },
  held: { section: 'activity', focus: 'tab-activity' },
};

/** Actions that may buy records before they fail. The records of a job are in its tab. */
const JOB_RUN_IDS = /^job-.+-(?:run|error)$/;
const BUYING_IDS = /^(?:build-preview|starter-.+)$/;

/** An error without details is Google's: the call was not made, so a retry can help. */
export function remediesFor({ details }: ErrorData): readonly Remedy[] {
  return details ? (REMEDIES[details.key] ?? REMEDIES[details.code]) : ['retry'];
}

/** Undefined for a wrong input, which obviously costs nothing. @param isFree true if the action never costs credits */
export function chargeOf({ details }: ErrorData, actionId: string, isFree = false): ErrorCharge | undefined {
  const code = details?.code;
  if (code === 'BAD_INPUT') return undefined;
  if (isFree) return 'none';
  if (JOB_RUN_IDS.test(actionId)) return 'kept';
  const isUnclear = code === undefined || code === 'TIMEOUT' || code === 'SERVICE';
  // if only the answer is lost, the formula is in its cell and buys
  const isInserted = code === undefined && actionId === 'build-insert';
  return isInserted || (isUnclear && BUYING_IDS.test(actionId)) ? 'perhaps' : 'none';
}

/** The page's knowledge of the service: whether it responds, and whether it accepts the key. */
export type ServiceStatus = 'unknown' | 'answers' | 'silent' | 'refused';

/** Something else than the service answers at the address. */
const OTHER: FieldProblem = { field: 'address', why: 'other' };
const FIELD_PROBLEMS: Readonly<Partial<Record<ErrorKey, FieldProblem>>> = {
  unreachable: { field: 'address', why: 'nothing' },
  notJson: OTHER,
  proxy: OTHER,
  wrongAddress: OTHER,
  badAddress: { field: 'address', why: 'malformed' },
  badKeyText: { field: 'key', why: 'malformed' },
};
/** Errors of a service that responds and accepts the key. */
const KEY_ACCEPTED_CODES: readonly CellErrorCode[] = ['NO_CREDITS', 'FEW_CREDITS', 'NO_GROUP'];
const KEY_REFUSED_STATUSES: readonly unknown[] = [400, 401, 403];

/** Derives the service's status from an error; undefined if the error does not show it. */
export function serviceStatusOf({ details }: ErrorData): Exclude<ServiceStatus, 'unknown'> | undefined {
  if (!details) return undefined;
  const { code, key, args } = details;
  const status = key === 'status' ? args[0] : undefined;
  if (code === 'BAD_KEY' || KEY_REFUSED_STATUSES.includes(status)) return 'refused';
  const isElsewhere = ['nothing', 'other'].includes(FIELD_PROBLEMS[key]?.why ?? '');
  if (isElsewhere || code === 'TIMEOUT' || Number(status) >= 500) return 'silent';
  return KEY_ACCEPTED_CODES.includes(code) ? 'answers' : undefined;
}

/** @returns undefined if neither field is wrong, for instance because the service is slow */
export function fieldProblemOf(error: ErrorData): FieldProblem | undefined {
  if (serviceStatusOf(error) === 'refused') return { field: 'key', why: 'refused' };
  return error.details && FIELD_PROBLEMS[error.details.key];
}

/** True for a status that the person has to know. */
export function isServiceTrouble(status: ServiceStatus): boolean {
  return status === 'silent' || status === 'refused';
}
