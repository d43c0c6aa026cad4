/**
 * The outbox of each destination, in the document's properties. A record is reported once: it is written as
 * waiting together with the versions that count as seen, and taken out before the request that reports it.
 */
import { objectOf, readJson } from '../../contract/json.js';
import { short } from '../../contract/short-text.js';
import type { Properties } from '../platform.js';
import { asciiJson, hash } from '../storage/text.js';
import { type Alert, isTold, type NewRecord } from './alert.js';

export interface Outbox {
  /** In full, the first ones: as many as a message shows. */
  readonly waiting: readonly NewRecord[];
  /** How many wait beside them. */
  readonly more: number;
  /** Digests of versions that wait or were told. */
  readonly told: string;
  /** When a request was begun, and how many records it tells; 0 where none is. */
  readonly since: number;
  readonly count: number;
  /** The message to send next, where a request with it had no answer: the first of what waits, once more. */
  readonly again?: Message;
  /** Records of requests without an answer. */
  readonly unclear: number;
  /** As in `AlertState`. */
  readonly failure: string;
}

/** The part of an outbox that a message reports. */
export interface Message {
  /** The same when it is sent once more: a webhook knows by it what it has got. */
  readonly id: string;
  /** How many records it shows, and how many more it counts. */
  readonly shown: number;
  readonly more: number;
}

export const NOT_SENDING = { since: 0, count: 0 };

const EMPTY: Outbox = { ...NOT_SENDING, waiting: [], more: 0, told: '', unclear: 0, failure: '' };
const isOutbox = objectOf<Pick<Outbox, 'waiting' | 'told'>>({ waiting: 'list', told: 'string' });

const MAX_SHOWN = 5;
/** Plain ASCII: a character is a byte. A value may have 9 KB. */
const MAX_CHARACTERS = 8_000;
/** With a link of 250: a line of a message for Slack, escaped, has less than 3,000 characters. */
const MAX_TEXT_CHARACTERS = 80;
const DIGITS = 8;
/** Room for the names of 400 versions. */
const MAX_TOLD_CHARACTERS = 400 * DIGITS;
/** Nothing that could end a link, or the markup around it. */
const LINK = /^https?:\/\/[^\s"'<>\\^`{|}\u0080-\uffff]{1,250}$/;

export function outboxKey(id: string): string {
  return `alert:${id}`;
}

export function outboxOf(text: string | null | undefined): Outbox {
  return { ...EMPTY, ...readJson(text, isOutbox) };
}

/** The values to write; records without room are only counted. */
export function valuesOf(id: string, outbox: Outbox): Readonly<Record<string, string>> {
  const text = asciiJson(outbox);
  const { waiting, more } = outbox;
  const isTooMuch = waiting.length > MAX_SHOWN || (text.length > MAX_CHARACTERS && waiting.length > 0);
  return isTooMuch
    ? valuesOf(id, { ...outbox, waiting: waiting.slice(0, -1), more: more + 1 })
    : { [outboxKey(id)]: text };
}

/**
 * What has to be written so that records are told, together with what notes them as seen and before it: a version that
 * waits or was told is not added again. Needs the document's lock.
 * @param records those that are new, as the run has found them
 */
export function queued(
  properties: Properties,
  alerts: readonly Alert[] = [],
  records: readonly NewRecord[],
): Readonly<Record<string, string>> {
  const values = alerts.map((alert) => {
    if (alert.whole) return {};
    const outbox = outboxOf(properties.get(outboxKey(alert.id)));
    let { told, more } = outbox;
    const waiting = [...outbox.waiting];
    for (const record of records) {
      const { dataset, id, modified } = record;
      const version = hash(`${dataset} ${id} ${modified}`).slice(0, DIGITS);
      if (told.includes(version) || !isTold(alert, record)) continue;
      const isShown = waiting.length < MAX_SHOWN;
      if (isShown) waiting.push(cut(record));
      else more += 1;
      // what is shown is remembered longest
      told = isShown ? told + version : version + told;
    }
    if (told === outbox.told) return {};
    return valuesOf(alert.id, { ...outbox, waiting, more, told: told.slice(-MAX_TOLD_CHARACTERS) });
  });
  return Object.assign({}, ...values) as Record<string, string>;
}

function cut(record: NewRecord): NewRecord {
  const cutOf = (value: unknown) => (typeof value === 'string' ? short(value, MAX_TEXT_CHARACTERS) : value);
  const fields = Object.entries(record).map(([name, value]) => [name, cutOf(value)]);
  return { ...(Object.fromEntries(fields) as NewRecord), link: LINK.test(record.link) ? record.link : '' };
}
