/**
 * Sends the waiting records of a job's alerts, after it marks them as being sent. Records that a destination
 * certainly did not get wait again. A message without an answer is sent once more with the same id: only
 * Google's error text, in the person's language, says whether it has left.
 */
import { short } from '../../contract/short-text.js';
import { ignoreErrors, messageOf } from '../errors.js';
import type { HttpAnswer, Platform, Properties, Values } from '../platform.js';
import { zoneOrUtc } from '../question/zone.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { asciiJson } from '../storage/text.js';
import { textsFor } from '../texts/language.js';
import { type Alert, isQuiet } from './alert.js';
import { addressOf, type Destination } from './destinations.js';
import { formats, linesOf, plainText } from './formats.js';
import { type Message, NOT_SENDING, type Outbox, outboxKey, outboxOf, valuesOf } from './outbox.js';

const TIMEOUT_SECONDS = 10;
/** After this time, an execution that was sending counts as dead: a request and its write take less. */
const SENDING_MS = 120_000;
/** The key of the text that reports a missing answer. Google's own text could contain the address. */
export const NO_ANSWER = 'noAnswer';
/** Google sends no further mail of this person today. */
const NO_MAIL_LEFT = 'noMailLeft';
const MAX_REASON_CHARACTERS = 100;
/** The form of Slack's refusals. Any other text could contain the address. */
const REFUSAL = /^[a-z_]{3,40}$/;

/** True while an execution is sending a message of this outbox, unless it counts as dead. */
export function isSending({ since }: Outbox, now: number): boolean {
  return now - since < SENDING_MS;
}

/**
 * Sends only the current user's own alerts: the addresses of others cannot be read.
 * @param deadline no message begins after it, in milliseconds since 1970; what is left waits for the next run
 */
export function sendAlerts(
  platform: Platform,
  properties: Properties,
  { name, alerts = [] }: { readonly name: string; readonly alerts?: readonly Alert[] },
  deadline = Number.POSITIVE_INFINITY,
): void {
  for (const alert of alerts) {
    if (platform.clock.now() >= deadline) return;
    if (!alert.whole) sendAlert(platform, properties, name, alert);
  }
}

function sendAlert(platform: Platform, properties: Properties, job: string, alert: Alert): void {
  const key = outboxKey(alert.id);
  const now = platform.clock.now();
  const read = () => outboxOf(properties.get(key));
  const write = (outbox: Outbox) => properties.setAll(valuesOf(alert.id, outbox));
  const hasNothingToSend = (outbox: Outbox) =>
    outbox.waiting.length + outbox.more === 0 || isSending(outbox, now);
  const destination = addressOf(platform, alert.id);
  if (!destination || hasNothingToSend(read())) return;
  if (isQuiet(alert, zoneOrUtc(platform.spreadsheet.timeZone()).hourOf(new Date(now)))) return;
  const begun = withDocumentLock(platform, () => {
    const before = read();
    if (hasNothingToSend(before)) return undefined;
    const message = nextMessage(platform, before);
    const { id, shown, more } = message;
    const records = before.waiting.slice(0, shown);
    const send = prepareMessage(platform, job, alert, destination, { id, records, more });
    const remaining = { waiting: before.waiting.slice(shown), more: before.more - more, again: undefined };
    // records that a dead execution was sending may have arrived
    const unclear = before.unclear + before.count;
    write({ ...before, ...remaining, since: now, count: shown + more, unclear });
    return { message, records, send, wasRepeated: before.again !== undefined };
  });
  if (!begun) return;
  const { message, records, wasRepeated } = begun;
  const failure = begun.send();
  withDocumentLock(platform, () => {
    // a person may have removed the alert
    if (properties.get(key) === null) return;
    const outbox = read();
    const after = { ...outbox, ...NOT_SENDING, failure: failure ?? NO_ANSWER };
    if (failure === '') return write(after);
    if (failure === undefined && wasRepeated)
      return write({ ...after, failure: '', unclear: outbox.unclear + outbox.count });
    write({
      ...after,
      waiting: [...records, ...outbox.waiting],
      more: message.more + outbox.more,
      again: failure === undefined || wasRepeated ? message : undefined,
    });
  });
}

/** Returns all waiting records, or the message to repeat. Records that lost their room are only counted. */
function nextMessage(platform: Platform, { waiting, more, again }: Outbox): Message {
  if (!again) return { id: newId(platform), shown: waiting.length, more };
  const shown = Math.min(again.shown, waiting.length);
  return { id: again.id, shown, more: Math.min(more, again.more + again.shown - shown) };
}

function newId(platform: Platform): string {
  return `msg_${platform.uuid()}`;
}

/** Returns '' for a message that arrived, a reason if it certainly did not, undefined if unknown. */
type Send = () => string | undefined;

/** Prepares everything first, because nothing may fail after the mark. @param message undefined for a test */
export function prepareMessage(
  platform: Platform,
  job: string,
  { kind }: Alert,
  destination: Destination,
  message?: { readonly id: string; readonly records: Outbox['waiting']; readonly more: number },
): Send {
  const { alerts: texts, digest } = textsFor(platform.person.locale());
  const { id = newId(platform), records, more } = message ?? { records: [], more: 0 };
  const { address: url } = destination;
  const sheet = sheetAddress(platform);
  const title = message ? digest.subject(job, records.length + more) : `${job}: ${texts.test}`;
  const lines = [[title, '', ''], ...linesOf(records, more, texts), [texts.open, '', sheet]] as const;
  if (kind === 'mail') {
    const text = plainText(lines);
    return () =>
      mailRefusal(platform) ||
      ignoreErrors(() => {
        platform.mail.send(url, title.replace(/\s+/g, ' '), text);
        return '';
      });
  }
  if (kind !== 'webhook') return preparePost(platform, url, {}, asciiJson(formats[kind](title, lines)));
  const type = message ? 'records.new' : 'test';
  const data = { job, url: sheet, records, more };
  return prepareSignedPost(platform, destination, id, { type, data });
}

/** Prepares a request as Standard Webhooks defines it. @param id the same for a repeated message */
export function prepareSignedPost(
  platform: Platform,
  { address, secret }: Destination,
  id: string,
  { type, data }: { readonly type: string; readonly data: object },
): Send {
  const seconds = Math.floor(platform.clock.now() / 1000);
  const body = asciiJson({ type, timestamp: new Date(seconds * 1000).toISOString(), data });
  const signature = secret && platform.hmac(`${id}.${seconds}.${body}`, secret.slice('whsec_'.length));
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': `v1,${signature}`,
  };
  return preparePost(platform, address, secret ? headers : {}, body);
}

function preparePost(platform: Platform, url: string, headers: Values, body: string): Send {
  return () =>
    ignoreErrors(() => {
      const [answer] = platform.http.send([{ method: 'post', url, headers, body }], TIMEOUT_SECONDS);
      const { status, text } = answer!;
      if ((status >= 200 && status < 300) || isFromAppsScript(url, answer!)) return '';
      return REFUSAL.test(text) ? `${status} ${text}` : `${status}`;
    });
}

/**
 * A web app of Apps Script has run when it answers with a redirect to its text. The add-on follows no redirect,
 * because one could send news to another host.
 */
function isFromAppsScript(url: string, answer: HttpAnswer): boolean {
  const to = answer.header('location') ?? '';
  return (
    answer.status === 302 &&
    url.startsWith('https://script.google.com/') &&
    to.startsWith('https://script.googleusercontent.com/')
  );
}

export function sheetAddress({ spreadsheet }: Pick<Platform, 'spreadsheet'>): string {
  return `https://docs.google.com/spreadsheets/d/${spreadsheet.id()}`;
}

/** Returns why no mail can be sent, or ''. */
function mailRefusal({ mail }: Platform): string {
  try {
    return mail.remaining() < 1 ? NO_MAIL_LEFT : '';
  } catch (error) {
    return short(messageOf(error), MAX_REASON_CHARACTERS) || NO_MAIL_LEFT;
  }
}
