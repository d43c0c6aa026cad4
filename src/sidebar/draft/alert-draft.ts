/** An alert of a job while it is edited, and the alert to save. */
import { type AlertInput, type AlertKind, type AlertState, isAtItsHost } from '../../contract/alerts.js';
import { isWhole } from './amount.js';

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
  quietFrom: '20',
  quietTo: '7',
  /** True if a webhook gets all records in batches, regardless of the rules. */
  whole: false,
};

export type AlertDraft = Readonly<typeof NEW_ALERT>;

/** @param isMine true if the person owns the job: only the person who entered an address has it */
export function draftOfAlert(alert: AlertState, isMine: boolean): AlertDraft {
  const { id, kind, address, isMissing, types, minJobs, minInvestment, currency, quietFrom, quietTo } = alert;
  const isQuiet = quietFrom !== quietTo;
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
    ...(isQuiet && { quietFrom: String(quietFrom), quietTo: String(quietTo) }),
    whole: alert.whole === true,
  };
}

export function alertOfDraft(draft: AlertDraft): AlertInput {
  const { id, kind, address, types, isQuiet } = draft;
  // a webhook that gets all records ignores the typed rules
  const minInvestment = Number(draft.minInvestment) || 0;
  return {
    ...(id !== '' && { id }),
    kind,
    address: address.trim(),
    types,
    minJobs: Number(draft.minJobs) || 0,
    minInvestment,
    currency: minInvestment > 0 ? draft.currency : '',
    quietFrom: isQuiet ? Number(draft.quietFrom) : 0,
    quietTo: isQuiet ? Number(draft.quietTo) : 0,
    ...(getsAll(draft) && { whole: true }),
  };
}

/** Returns the fields that have to be corrected, by the endings of their ids. A rule may be empty. */
export function wrongFieldsOf(alert: AlertDraft) {
  const isWrong = (rule: string) => !getsAll(alert) && rule !== '' && !isWhole(rule);
  const all = [
    ['address', addressProblem(alert) !== undefined],
    ['jobs', isWrong(alert.minJobs)],
    ['investment', isWrong(alert.minInvestment)],
  ] as const;
  return all.filter(([, isFound]) => isFound).map(([name]) => name);
}

export function getsAll({ kind, whole }: AlertDraft): boolean {
  return kind === 'webhook' && whole;
}

export function addressProblem({ kind, address, stored }: AlertDraft): 'missing' | 'elsewhere' | undefined {
  const text = address.trim();
  if (text === '') return stored === '' ? 'missing' : undefined;
  return isAtItsHost(kind, text) ? undefined : 'elsewhere';
}
