/** What helps against an error, by its code, and what it has cost: one table for all places that show errors. */
import type { ErrorData } from '../../contract/error-texts.js';
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

interface Way {
  readonly section: SectionName;
  readonly focus: string;
  readonly starting?: boolean;
}

/** Where a remedy leads. */
export const WAYS: Readonly<Record<Exclude<Remedy, 'retry'>, Way>> = {
  connect: { section: 'connect', focus: 'tab-connect' },
  budget: { section: 'activity', focus: 'rules-budget' },
  groups: { section: 'groups', focus: 'tab-groups' },
  limit: { section: 'build', starting: false, focus: 'build-limit' },
  held: { section: 'activity', focus: 'tab-activity' },
};

/** Calls that may spend, by the place that they are made from. */
const RUN = /^job-.+-(?:run|error)$/;
const PREVIEW = 'build-preview';

/** An error without details is Google's, of a call that has not been made. */
export function remediesFor({ details }: ErrorData): readonly Remedy[] {
  return details ? REMEDIES[details.code] : ['retry'];
}

/** Undefined for what is wrong with an input, which no one takes for a purchase. */
export function chargeOf({ details }: ErrorData, place: string): ErrorCharge | undefined {
  const code = details?.code;
  if (code === 'BAD_INPUT') return undefined;
  if (RUN.test(place)) return 'kept';
  const isUnclear = code === undefined || code === 'TIMEOUT' || code === 'SERVICE';
  return isUnclear && place === PREVIEW ? 'perhaps' : 'none';
}
