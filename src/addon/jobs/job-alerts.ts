/** The alerts of a job as people save, see, test and remove them. */
import type { AlertInput, AlertSecret, AlertState } from '../../contract/alerts.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { Alert } from '../alerts/alert.js';
import { addressOf, forgetOne, keepOne } from '../alerts/destinations.js';
import { outboxKey, outboxOf } from '../alerts/outbox.js';
import { prepared, sendOut } from '../alerts/send-alerts.js';
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { requireDocument } from '../storage/document-lock.js';
import type { Job, JobProgress } from './job.js';
import { listJobs, readJob } from './job-store.js';

/**
 * To be called before the job is written. What waits for an address that is replaced waits for the new one. Needs the
 * document's lock.
 * @param inputs undefined to keep those that the job has
 * @param secrets gets those of webhooks that the job did not have: an execution that died has shown none
 * @throws BAD_INPUT where an address is missing, or stands twice
 */
export function keepAll(
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
    const { secret, ...kept } = keepOne(platform, given.kind, address);
    const { id } = kept;
    const waiting = old && properties.get(outboxKey(old.id));
    if (waiting && !properties.get(outboxKey(id))) properties.set(outboxKey(id), waiting);
    if (secret !== '' && !before.some((one) => one.id === id)) secrets.push({ id, secret });
    return { ...given, ...kept };
  });
  if (new Set(alerts.map(({ id }) => id)).size < alerts.length)
    throw errors.badJob('second alert to the same address');
  return alerts;
}

/** To be called after the job was written or removed: addresses that no job here has any more, and what waits for them. */
export function forgetOld(platform: Platform, properties: Properties, before: Job | undefined): void {
  for (const { id } of before?.alerts ?? []) {
    if (listJobs(platform).some(({ job }) => job.alerts?.some((one) => one.id === id))) continue;
    forgetOne(platform, id);
    properties.remove(outboxKey(id));
  }
}

/** @returns a function of a job's id and an alert's that sends what waits, also in quiet hours, or else a test message */
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
        return prepared(platform, job.name, found, destination)();
      sendOut(platform, properties, { ...job, alerts: [{ ...found, quietFrom: 0, quietTo: 0 }] });
      const after = read();
      return after.unclear > unclear ? undefined : after.failure;
    };
    return { kind: 'alert-tested', id: found.id, failure: send() ?? '?' };
  };
}

/** As the sidebar shows them. */
export function statesOf(
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
