/** An alert of a job while it is edited, and the alert to save. */
import { type AlertInput, type AlertKind, type AlertState, isAtItsHost } from '../../contract/alerts.js';

/** Hours of a new alert that waits at night. */
const NIGHT = { quietFrom: '20', quietTo: '7' };

export const NEW_ALERT = {
  /** Empty for a new alert. */
  id: '',
  kind: 'slack' as AlertKind,
  /** The typed address; empty keeps the stored one, which the page never gets. */
  address: '',
  /** Host and last characters of the stored address; empty if the person has to enter it. */
  stored: '',
  types: [] as readonly string[],
  minJobs: '',
  minInvestment: '',
  currency: 'USD',
  isQuiet: false,
  ...NIGHT,
  /** True if a webhook gets all records in batches, regardless of the rules. */
  whole: false,
};

export type AlertDraft = Readonly<typeof NEW_ALERT>;

/** @param isMine true if the person owns the job: only the person who entered an address has it */
export function draftOfAlert(alert: AlertState, isMine: boolean): AlertDraft {
  const { id, kind, address, isMissing, types, minJobs, minInvestment, currency } = alert;
  const isQuiet = alert.quietFrom !== alert.quietTo;
  return {
    ...NEW_ALERT,
    id,
    kind,
    stored: isMine && !isMissing ? address : '',
    types,
    minJobs: minJobs > 0 ? String(minJobs) : '',
    minInvestment: minInvestment > 0 ? String(minInvestment) : '',
    currency: currency || NEW_ALERT.currency,
    isQuiet,
    ...(isQuiet ? { quietFrom: String(alert.quietFrom), quietTo: String(alert.quietTo) } : NIGHT),
    whole: alert.whole === true,
  };
}

export function alertOfDraft(draft: AlertDraft): AlertInput {
  const { id, kind, address, types, isQuiet } = draft;
  const minInvestment = Number(draft.minInvestment);
  return {
    ...(id !== '' && { id }),
    kind,
    address: address.trim(),
    types,
    minJobs: Number(draft.minJobs),
    minInvestment,
    currency: minInvestment > 0 ? draft.currency : '',
    quietFrom: isQuiet ? Number(draft.quietFrom) : 0,
    quietTo: isQuiet ? Number(draft.quietTo) : 0,
    ...(kind === 'webhook' && draft.whole && { whole: true }),
  };
}

/** Returns the problem of an address that the page can detect. */
export function addressProblem({ kind, address, stored }: AlertDraft): 'missing' | 'elsewhere' | undefined {
  const text = address.trim();
  if (text === '') return stored === '' ? 'missing' : undefined;
  return isAtItsHost(kind, text) ? undefined : 'elsewhere';
}
