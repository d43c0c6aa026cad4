/**
 * The outbox of each destination, in document properties. To report a record only once, a run queues it in
 * the call that marks its version as seen, and removes it before the request that reports it.
 */
import { objectOf, readJson } from '../../contract/json.js';
import { short } from '../../contract/short-text.js';
import type { Properties, Values } from '../platform.js';
import { asciiJson, shortHash } from '../storage/text.js';
import { versionName } from '../table/record-summary.js';
import { type Alert, matchesRules, type NewRecord } from './alert.js';

export interface Outbox {
  /** The first waiting records, in full: as many as a message shows. */
  readonly waiting: readonly NewRecord[];
  /** How many more records wait. */
  readonly more: number;
  /** Names of the versions that wait or were reported. The first ones are forgotten first. */
  readonly versions: readonly string[];
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

const EMPTY: Outbox = { ...NOT_SENDING, waiting: [], more: 0, versions: [], unclear: 0, failure: '' };
/** In the store, the names of versions are one text. */
const isStored = objectOf<Pick<Outbox, 'waiting'> & { readonly versions: string }>({
  waiting: 'list',
  versions: 'string',
});

const MAX_SHOWN = 5;
/** The text is ASCII, so a character is a byte. Google allows 9 KB per value. */
const MAX_CHARACTERS = 8_000;
/** With a link of 250 characters, an escaped line for Slack stays below 3,000 characters. */
const MAX_TEXT_CHARACTERS = 80;
const NAMES = /.{8}/g;
const MAX_NAMES = 400;
/** No characters that could end a link or the markup around it. */
const LINK = /^https?:\/\/[^\s"'<>\\^`{|}\u0080-\uffff]{1,250}$/;

export function outboxKey(id: string): string {
  return `alert:${id}`;
}

export function outboxOf(text: string | null | undefined): Outbox {
  const stored = readJson(text, isStored);
  return stored ? { ...EMPTY, ...stored, versions: stored.versions.match(NAMES) ?? [] } : EMPTY;
}

/** Returns the value to write. Records without room are only counted. */
export function valuesOf(id: string, outbox: Outbox): Values {
  const { waiting, more, versions } = outbox;
  const text = asciiJson({ ...outbox, versions: versions.join('') });
  const hasNoRoom = waiting.length > MAX_SHOWN || (text.length > MAX_CHARACTERS && waiting.length > 0);
  return hasNoRoom
    ? valuesOf(id, { ...outbox, waiting: waiting.slice(0, -1), more: more + 1 })
    : { [outboxKey(id)]: text };
}

/** Returns an outbox with the waiting records of another one, each once. */
export function withWaiting(outbox: Outbox, other: Outbox): Outbox {
  const isNew = (version: string) => !outbox.versions.includes(version);
  const count = other.waiting.length + other.more;
  const names = other.versions.slice(Math.max(0, other.versions.length - count));
  const added = names.filter(isNew);
  const waiting = other.waiting.filter((record) => isNew(versionName(record)));
  // a forgotten version counts as new
  const more = Math.max(0, count - names.length + added.length - waiting.length);
  return {
    ...outbox,
    waiting: [...outbox.waiting, ...waiting],
    more: outbox.more + more,
    versions: [...outbox.versions, ...added].slice(-MAX_NAMES),
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
): Values {
  // the names of so many may not all fit, so the run has a name by which a repeated run is recognized
  const isLarge = records.length > MAX_NAMES;
  const runNames = isLarge ? [shortHash(records.map(versionName).sort().join())] : [];
  const values = alerts.map((alert) => {
    if (alert.whole) return {};
    const outbox = outboxOf(properties.get(outboxKey(alert.id)));
    const known = new Set(outbox.versions);
    if (runNames.some((name) => known.has(name))) return {};
    const added = records.filter((record) => {
      const version = versionName(record);
      const isNew = !known.has(version) && matchesRules(alert, record);
      if (isNew) known.add(version);
      return isNew;
    });
    if (added.length === 0) return {};
    const room = Math.max(0, MAX_SHOWN - outbox.waiting.length);
    const [shown, counted] = [added.slice(0, room), added.slice(room)];
    const waiting = [...outbox.waiting, ...shown.map(truncated)];
    // the shown ones are forgotten last
    const names = [...outbox.versions, ...counted.map(versionName), ...runNames, ...shown.map(versionName)];
    const versions = names.slice(-MAX_NAMES);
    return valuesOf(alert.id, { ...outbox, waiting, more: outbox.more + counted.length, versions });
  });
  return Object.assign({}, ...values) as Values;
}

function truncated(record: NewRecord): NewRecord {
  const truncatedText = (value: unknown) =>
    typeof value === 'string' ? short(value, MAX_TEXT_CHARACTERS) : value;
  const fields = Object.entries(record).map(([name, value]) => [name, truncatedText(value)]);
  return { ...(Object.fromEntries(fields) as NewRecord), link: LINK.test(record.link) ? record.link : '' };
}
