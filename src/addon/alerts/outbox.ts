/**
 * The outbox of each destination, in document properties. To report a record only once, a run queues it in
 * the call that marks its version as seen, and removes it before the request that reports it.
 */
import { objectOf, readJson } from '../../contract/json.js';
import { short } from '../../contract/short-text.js';
import type { Properties } from '../platform.js';
import { asciiJson, shortHash } from '../storage/text.js';
import { versionName } from '../table/record-summary.js';
import { type Alert, matchesRules, type NewRecord } from './alert.js';

export interface Outbox {
  /** The first waiting records, in full: as many as a message shows. */
  readonly waiting: readonly NewRecord[];
  /** How many more records wait. */
  readonly more: number;
  /** Names of the versions that wait or were reported. */
  readonly versions: string;
  /** Start of the current request, and how many records it reports; 0 without a request. */
  readonly since: number;
  readonly count: number;
  /** The message to send again, because its request had no answer. Its records are the first waiting ones. */
  readonly again?: Message | undefined;
  /** Records of requests without an answer. */
  readonly unclear: number;
  /** As in `AlertState`. */
  readonly failure: string;
}

/** The part of an outbox that a message reports. */
export interface Message {
  /** Stays the same when it is sent again, so that a webhook recognizes the message. */
  readonly id: string;
  /** How many records it shows, and how many more it counts. */
  readonly shown: number;
  readonly more: number;
}

export const NOT_SENDING = { since: 0, count: 0 };

const EMPTY: Outbox = { ...NOT_SENDING, waiting: [], more: 0, versions: '', unclear: 0, failure: '' };
const isOutbox = objectOf<Pick<Outbox, 'waiting' | 'versions'>>({ waiting: 'list', versions: 'string' });

const MAX_SHOWN = 5;
/** The text is ASCII, so a character is a byte. Google allows 9 KB per value. */
const MAX_CHARACTERS = 8_000;
/** With a link of 250 characters, an escaped line for Slack stays below 3,000 characters. */
const MAX_TEXT_CHARACTERS = 80;
const NAME_CHARACTERS = 8;
const MAX_NAMES = 400;
/** No characters that could end a link or the markup around it. */
const LINK = /^https?:\/\/[^\s"'<>\\^`{|}\u0080-\uffff]{1,250}$/;

export function outboxKey(id: string): string {
  return `alert:${id}`;
}

export function outboxOf(text: string | null | undefined): Outbox {
  return { ...EMPTY, ...readJson(text, isOutbox) };
}

/** Returns the value to write. Records without room are only counted. */
export function valuesOf(id: string, outbox: Outbox): Readonly<Record<string, string>> {
  const text = asciiJson(outbox);
  const { waiting, more } = outbox;
  const hasNoRoom = waiting.length > MAX_SHOWN || (text.length > MAX_CHARACTERS && waiting.length > 0);
  return hasNoRoom
    ? valuesOf(id, { ...outbox, waiting: waiting.slice(0, -1), more: more + 1 })
    : { [outboxKey(id)]: text };
}

function newestOf(versions: string, count = MAX_NAMES): string {
  return versions.slice(Math.max(0, versions.length - count * NAME_CHARACTERS));
}

/** A name that only occurs across two others does not count. */
function hasName(versions: string, name: string): boolean {
  let at = versions.indexOf(name);
  while (at % NAME_CHARACTERS > 0) at = versions.indexOf(name, at + 1);
  return at >= 0;
}

/** Returns an outbox with the waiting records of another one, each once. */
export function withWaiting(outbox: Outbox, other: Outbox): Outbox {
  const isNew = (version: string) => !hasName(outbox.versions, version);
  const count = other.waiting.length + other.more;
  const names = newestOf(other.versions, count).match(/.{8}/g) ?? [];
  const added = names.filter(isNew);
  const waiting = other.waiting.filter((record) => isNew(versionName(record)));
  // a forgotten version counts as new
  const more = Math.max(0, count - names.length + added.length - waiting.length);
  return {
    ...outbox,
    waiting: [...outbox.waiting, ...waiting],
    more: outbox.more + more,
    versions: newestOf(outbox.versions + added.join('')),
    unclear: outbox.unclear + other.unclear + other.count,
  };
}

/**
 * Returns the properties that queue records. Write them before the marks that the records are seen, in the
 * same call: a version that waits or was reported is not queued again. Needs the document's lock.
 */
export function valuesToQueue(
  properties: Properties,
  alerts: readonly Alert[] = [],
  records: readonly NewRecord[],
): Readonly<Record<string, string>> {
  // the names of so many may not all fit, so the run has a name by which a repeated run is recognized
  const isLarge = records.length > MAX_NAMES;
  const runName = isLarge ? shortHash(records.map(versionName).sort().join()) : '';
  const values = alerts.map((alert) => {
    if (alert.whole) return {};
    const outbox = outboxOf(properties.get(outboxKey(alert.id)));
    if (isLarge && hasName(outbox.versions, runName)) return {};
    let { versions, more } = outbox;
    let shown = '';
    const waiting = [...outbox.waiting];
    for (const record of records) {
      const version = versionName(record);
      if (hasName(versions + shown, version) || !matchesRules(alert, record)) continue;
      if (waiting.length < MAX_SHOWN) {
        waiting.push(truncated(record));
        shown += version;
      } else {
        more += 1;
        versions += version;
      }
    }
    if (versions + shown === outbox.versions) return {};
    // the oldest are forgotten first, the shown ones last
    return valuesOf(alert.id, { ...outbox, waiting, more, versions: newestOf(versions + runName + shown) });
  });
  return Object.assign({}, ...values) as Record<string, string>;
}

function truncated(record: NewRecord): NewRecord {
  const truncatedText = (value: unknown) =>
    typeof value === 'string' ? short(value, MAX_TEXT_CHARACTERS) : value;
  const fields = Object.entries(record).map(([name, value]) => [name, truncatedText(value)]);
  return { ...(Object.fromEntries(fields) as NewRecord), link: LINK.test(record.link) ? record.link : '' };
}
