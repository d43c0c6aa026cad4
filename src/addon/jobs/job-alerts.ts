/** Saves, shows, tests and removes the alerts of a job for the sidebar. */
import type { AlertInput, AlertSecret, AlertState } from '../../contract/alerts.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { Alert } from '../alerts/alert.js';
import { addressOf, removeAddress, storeAddress } from '../alerts/destinations.js';
import { outboxKey, outboxOf } from '../alerts/outbox.js';
import { prepareMessage, sendAlerts } from '../alerts/send-alerts.js';
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { requireDocument } from '../storage/document-lock.js';
import type { Job, JobProgress } from './job.js';
import { listJobs, readJob } from './job-store.js';

/**
 * Call this before you write the job, under the document's lock. Records that wait for a replaced address
 * move to the new one.
 * @param inputs undefined keeps the job's alerts
 * @param secrets receives secrets of webhooks that are new to the stored job: a dead execution showed none
 * @throws BAD_INPUT if an address is missing or duplicated
 */
export function storeAlerts(
  platform: Platform,
  properties: Properties,
  inputs: readonly AlertInput[] | undefined,
  { alerts: before = [] }: Pick<Job, 'alerts'>,
  secrets: AlertSecret[],
): readonly Alert[] {
  if (!inputs) return before;
  const alerts = inputs.map(({ address, ...given }): Alert => {
    const old = before.find(({ id }) => id === given.id);
    if (address === '') {
      if (old?.kind !== given.kind || !addressOf(platform, old.id)) throw errors.noAlertAddress();
      return { ...given, id: old.id, address: old.address };
    }
    const { secret, ...stored } = storeAddress(platform, given.kind, address);
    const { id } = stored;
    const waiting = old && properties.get(outboxKey(old.id));
    if (waiting && !properties.get(outboxKey(id))) properties.set(outboxKey(id), waiting);
    if (secret !== '' && !before.some((one) => one.id === id)) secrets.push({ id, secret });
    return { ...given, ...stored };
  });
  if (new Set(alerts.map(({ id }) => id)).size < alerts.length)
    throw errors.badJob('second alert to the same address');
  return alerts;
}

/** Removes addresses and outboxes that no job uses any more. Call it after you write or remove the job. */
export function removeUnusedAlerts(
  platform: Platform,
  properties: Properties,
  before: Job | undefined,
): void {
  for (const { id } of before?.alerts ?? []) {
    if (listJobs(platform).some(({ job }) => job.alerts?.some((one) => one.id === id))) continue;
    removeAddress(platform, id);
    properties.remove(outboxKey(id));
  }
}

/** @returns a function that sends an alert's waiting records, even in quiet hours, or a test message */
export function alertTest(platform: Platform): (id: unknown, alert: unknown) => Outcome {
  return (id, alertId) => {
    const properties = requireDocument(platform);
    const job = readJob(properties, String(id));
    const found = job?.alerts?.find((one) => one.id === alertId);
    if (!job || !found) throw errors.noJob();
    const destination = addressOf(platform, found.id);
    if (!destination) throw errors.noAlertAddress();
    const read = () => outboxOf(properties.get(outboxKey(found.id)));
    const { waiting, more, unclear } = read();
    const send = () => {
      if (found.whole || waiting.length + more === 0)
        return prepareMessage(platform, job.name, found, destination)();
      sendAlerts(platform, properties, { ...job, alerts: [{ ...found, quietFrom: 0, quietTo: 0 }] });
      const after = read();
      return after.unclear > unclear ? undefined : after.failure;
    };
    return { kind: 'alert-tested', id: found.id, failure: send() ?? '?' };
  };
}

export function alertStatesOf(
  platform: Platform,
  { alerts = [] }: Job,
  { outbox }: JobProgress,
  isMine: boolean,
): AlertState[] {
  const values = platform.allDocumentProperties();
  return alerts.map((alert) => {
    const { waiting, more, unclear, count, failure } = outboxOf(values[outboxKey(alert.id)]);
    const state = { ...alert, isMissing: isMine && !addressOf(platform, alert.id) };
    if (alert.whole)
      return { ...state, waiting: outbox?.waiting ?? 0, failure: outbox?.failure ?? '', unclear: 0 };
    return { ...state, waiting: waiting.length + more, failure, unclear: unclear + count };
  });
}
