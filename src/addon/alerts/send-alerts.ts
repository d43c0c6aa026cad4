/**
 * Sends what waits for the alerts of a job. At most once: it is marked as being sent before the request, and only what a
 * destination has certainly not got waits again.
 */
import { messageOf } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { createZone } from '../question/zone.js';
import { asciiJson } from '../storage/ascii-json.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { textsFor } from '../texts/language.js';
import { type Alert, isQuiet } from './alert.js';
import { addressOf, type Destination } from './destinations.js';
import { formats, linesOf, plainText } from './formats.js';
import { NOT_SENDING, type Outbox, outboxKey, outboxOf, valuesOf } from './outbox.js';

/** What is used of a job. */
export interface AlertingJob {
  readonly name: string;
  readonly alerts?: readonly Alert[];
}

const TIMEOUT_SECONDS = 10;
/** A request and what follows it take less. */
const SENDING_MS = 120_000;
/** Google's words for a request that has not left. */
const NOT_SENT =
  /^(?:DNS error|Service invoked too many times[\w ]*: email|Service invoked too many times|You do not have permission)/i;
/** What Slack says of a refusal. Anything else could repeat the address. */
const REFUSAL = /^[a-z_]{3,40}$/;

/** For the person whose addresses they are: for anyone else it does nothing. */
export function sendOut(platform: Platform, properties: Properties, job: AlertingJob): void {
  const { clock, spreadsheet } = platform;
  for (const alert of job.alerts ?? []) {
    const now = clock.now();
    let send: Send | undefined;
    const read = () => outboxOf(properties.get(outboxKey(alert.id)));
    const write = (outbox: Outbox) => properties.setAll(valuesOf(alert.id, outbox));
    const isNothing = ({ waiting, more, since }: Outbox) =>
      waiting.length + more === 0 || now - since < SENDING_MS;
    const destination = addressOf(platform, alert.id);
    if (!destination || isNothing(read())) continue;
    if (isQuiet(alert, createZone(spreadsheet.timeZone()).hourOf(new Date(now)))) continue;
    const taken = withDocumentLock(platform, () => {
      const outbox = read();
      if (isNothing(outbox)) return outbox;
      send = prepared(platform, job.name, alert, destination, outbox);
      const { waiting, more, unclear, count } = outbox;
      const marked = { waiting: [], more: 0, since: now, count: waiting.length + more };
      // what an execution was sending when it died may have arrived
      write({ ...outbox, ...marked, unclear: unclear + count });
      return outbox;
    });
    if (!send) continue;
    const { waiting, more } = taken;
    const failure = send();
    withDocumentLock(platform, () => {
      const { count, ...outbox } = read();
      const after = { ...outbox, ...NOT_SENDING, failure: failure ?? '' };
      if (failure === undefined) return write({ ...after, unclear: outbox.unclear + count });
      if (failure === '') return write(after);
      write({ ...after, waiting: [...waiting, ...outbox.waiting], more: more + outbox.more });
    });
  }
}

/** Empty where the destination has the message; why it has certainly not got it; undefined where that is not known. */
type Send = () => string | undefined;

/** All of a message but its request, so that nothing can fail between the mark and that. @param outbox undefined for a test */
export function prepared(
  platform: Platform,
  job: string,
  { kind }: Alert,
  { address: url, secret }: Destination,
  outbox?: Outbox,
): Send {
  const { alerts: texts, digest } = textsFor(platform.person.locale());
  const { waiting: records = [], more = 0 } = outbox ?? {};
  const sheet = `https://docs.google.com/spreadsheets/d/${platform.spreadsheet.id()}`;
  const title = outbox ? digest.subject(job, records.length + more) : `${job}: ${texts.test}`;
  const lines = [[title, '', ''], ...linesOf(records, more, texts), [texts.open, '', sheet]] as const;
  if (kind === 'mail') {
    const text = plainText(lines);
    return () =>
      sentOr(() => {
        platform.mail.send(url, title.replace(/\s+/g, ' '), text);
        return '';
      });
  }
  const id = `msg_${platform.uuid()}`;
  const seconds = Math.floor(platform.clock.now() / 1000);
  const timestamp = new Date(seconds * 1000).toISOString();
  const type = outbox ? 'records.new' : 'test';
  const body = asciiJson(
    kind === 'webhook'
      ? { type, timestamp, data: { job, url: sheet, records, more } }
      : formats[kind](title, lines),
  );
  const signature = secret && platform.hmac(`${id}.${seconds}.${body}`, secret.slice('whsec_'.length));
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': `v1,${signature}`,
  };
  const headers = secret ? signed : {};
  return () =>
    sentOr(() => {
      const [answer] = platform.http.send([{ method: 'post', url, headers, body }], TIMEOUT_SECONDS);
      const { status, text } = answer!;
      if (status >= 200 && status < 300) return '';
      return REFUSAL.test(text) ? `${status} ${text}` : `${status}`;
    });
}

function sentOr(send: () => string): ReturnType<Send> {
  try {
    return send();
  } catch (error) {
    return NOT_SENT.exec(messageOf(error))?.[0];
  }
}
