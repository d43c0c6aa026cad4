/** An alert of a job as the document keeps it, without its address: which records it tells, and in which hours it waits. */
import type { AlertSettings } from '../../contract/alerts.js';
import { DATASETS } from '../../contract/datasets.js';
import type { RecordSummary } from '../table/record-summary.js';

export interface Alert extends AlertSettings {
  /** Digest of kind and address: two jobs with the same destination share what waits for it and what it was told. */
  readonly id: string;
  /** For people: host and last characters of the address. */
  readonly address: string;
}

/** A record that is new. */
export interface NewRecord extends RecordSummary {
  /** Name of the tab in which it is new. Of a version that comes twice the first counts. */
  readonly tab: string;
}

/** Whether its rules let a record through. */
export function isTold(
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
