/** Saves, shows, tests and removes the alerts of a job for the sidebar. */
import type { AlertInput, AlertSecret, AlertState } from '../../contract/alerts.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { Alert } from '../alerts/alert.js';
import { addressOf, storeAddress } from '../alerts/destinations.js';
import { outboxKey, outboxOf, valuesOf, withWaiting } from '../alerts/outbox.js';
import { isSending, prepareMessage, sendAlerts } from '../alerts/send-alerts.js';
import { errors } from '../errors.js';
import type { Platform, Properties, Values } from '../platform.js';
import { requireDocument } from '../storage/document-lock.js';
import type { Job, JobProgress } from './job.js';
import { listJobs, readJob } from './job-store.js';

/**
 * Call this before you write the job, under the document's lock. Records that wait for a replaced address
 * move to the new one, unless an alert of any job keeps the old one.
 * @param inputs undefined keeps the job's alerts
 * @param secrets receives the secrets of webhooks whose address was entered, also again: one may be lost
 * @returns the alerts, and the outboxes after the edit, to be written with the job
 * @throws BAD_INPUT if an address is missing or duplicated; BUSY while a message goes to a replaced address
 */
export function storeAlerts(
  platform: Platform,
  properties: Properties,
  inputs: readonly AlertInput[] | undefined,
  old: Pick<Job, 'alerts'> & Partial<Pick<Job, 'id'>>,
  secrets: AlertSecret[],
) {
  const { alerts: before = [] } = old;
  if (!inputs) return { alerts: before, outboxes: {} };
  const alerts = inputs.map(({ address, ...given }): Alert => {
    const known = before.find(({ id }) => id === given.id);
    if (address === '') {
      if (known?.kind !== given.kind || !addressOf(platform, known.id)) throw errors.noAlertAddress();
      return { ...given, id: known.id, address: known.address };
    }
    const { secret, ...stored } = storeAddress(platform, given.kind, address);
    const { id } = stored;
    if (secret !== '') secrets.push({ id, secret });
    return { ...given, ...stored };
  });
  if (new Set(alerts.map(({ id }) => id)).size < alerts.length)
    throw errors.badJob('second alert to the same address');
  const others = listJobs(platform).filter(({ job }) => job.id !== old.id);
  // a webhook for all records sends no outbox
  const senders = [...others.flatMap(({ job }) => job.alerts ?? []), ...alerts].filter(({ whole }) => !whole);
  const moved = inputs
    .map(({ id: from = '' }, index) => ({ from, to: alerts[index]!.id }))
    .filter(({ from, to }) => from !== to && before.some(({ id }) => id === from))
    .filter(({ from }) => !senders.some(({ id }) => id === from));
  const outboxes = moved.map(({ from, to }) => movedOutbox(platform, properties, from, to));
  return { alerts, outboxes: Object.assign({}, ...outboxes) as Values };
}

/** Returns the property that moves an outbox to another address. */
function movedOutbox({ clock }: Platform, properties: Properties, from: string, to: string) {
  const text = properties.get(outboxKey(from));
  if (!text) return {};
  const outbox = outboxOf(text);
  // a run that is sending writes unsent records back into the old outbox
  if (isSending(outbox, clock.now())) throw errors.running('');
  const there = properties.get(outboxKey(to));
  // the failure is that of the old address
  return valuesOf(to, there ? withWaiting(outboxOf(there), outbox) : { ...outbox, failure: '' });
}

/**
 * Sends an alert's waiting records, even in quiet hours, or a test message.
 * @throws BUSY while another execution sends the alert's records
 */
export function testAlert(platform: Platform, id: unknown, alertId: unknown): Outcome {
  const properties = requireDocument(platform);
  const job = readJob(properties, String(id));
  const found = job?.alerts?.find((one) => one.id === alertId);
  if (!job || !found) throw errors.noJob();
  const destination = addressOf(platform, found.id);
  if (!destination) throw errors.noAlertAddress();
  const read = () => {
    const outbox = outboxOf(properties.get(outboxKey(found.id)));
    if (isSending(outbox, platform.clock.now())) throw errors.running('');
    return outbox;
  };
  const { waiting, more, unclear } = read();
  let failure: string | undefined;
  if (found.whole || waiting.length + more === 0) {
    failure = prepareMessage(platform, job.name, found, destination)();
  } else {
    sendAlerts(platform, properties, { ...job, alerts: [{ ...found, quietFrom: 0, quietTo: 0 }] });
    const after = read();
    failure = after.unclear > unclear ? undefined : after.failure;
  }
  return { kind: 'alert-tested', failure: failure ?? '?' };
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
