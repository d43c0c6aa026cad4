/** A job's alert as the document stores it, without address: the records that it reports, and quiet hours. */
import type { AlertSettings } from '../../contract/alerts.js';
import { DATASETS } from '../../contract/datasets.js';
import type { RecordSummary } from '../table/record-summary.js';

export interface Alert extends AlertSettings {
  /** Hash of kind and address: two jobs with the same destination share its outbox. */
  readonly id: string;
  /** For people: host and last characters of the address. */
  readonly address: string;
}

export interface NewRecord extends RecordSummary {
  /** Name of the tab with the new record. If several tabs have this version, the first one counts. */
  readonly tab: string;
}

/** True if the alert's rules select a record. */
export function matchesRules(
  { types, minJobs, minInvestment, currency }: AlertSettings,
  record: RecordSummary,
): boolean {
  const { dataset, what, jobs = 0, investment = 0 } = record;
  const isOfType =
    types.length === 0 ||
    ('expansionType' in DATASETS[dataset].filters &&
      types.some((type) => `, ${what}, `.includes(`, ${type}, `)));
  const hasJobs = minJobs > 0 && jobs >= minJobs;
  const hasInvestment = minInvestment > 0 && record.currency === currency && investment >= minInvestment;
  return isOfType && (hasJobs || hasInvestment || !(minJobs > 0 || minInvestment > 0));
}

/** @param hour of the wall clock */
export function isQuiet({ quietFrom, quietTo }: AlertSettings, hour: number): boolean {
  return quietFrom <= quietTo ? quietFrom <= hour && hour < quietTo : quietFrom <= hour || hour < quietTo;
}
