/** From what the service writes into a field to what a row holds, by the type of the field. */

import { type DateFormat, isoFromWire } from '../../contract/dates.js';
import type { FieldType } from '../../contract/fields.js';
import { isObject } from '../../contract/json.js';
import { plainText } from './plain-text.js';

/** Text, number, ISO date (or the text of an unreadable one), list of texts, or null where nothing is disclosed. */
export type FieldValue = string | number | readonly string[] | null;

type Reader = (value: unknown) => FieldValue;

/** A reader for each type of field; of nothing that makes sense, null. */
export function createFieldReaders(dates: DateFormat): Readonly<Record<FieldType, Reader>> {
  const known = new Map<string, FieldValue>();
  return {
    text: readText,
    number: readNumber,
    list: readList,
    refs: readRefs,
    date(value) {
      // dates repeat: a table of 10,000 records holds a few hundred days
      if (typeof value !== 'string') return readDate(value, dates);
      let found = known.get(value);
      if (found === undefined) {
        found = readDate(value, dates);
        known.set(value, found);
      }
      return found;
    },
  };
}

function readText(value: unknown): FieldValue {
  if (typeof value === 'string') return plainText(value) || null;
  return Array.isArray(value) ? plainText(textsOf(value).join(', ')) || null : scalarText(value) || null;
}

/** "1,000", "100.0" and 100 are the same number; "10-15" stays the text it is. */
function readNumber(value: unknown): FieldValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim().replace(/,(?=\d{3}(?:\D|$))/g, '');
  const number = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : plainText(value) || null;
}

function readList(value: unknown): readonly string[] | null {
  // nearly every list is as it should be already, and then needs no copy
  if (Array.isArray(value) && value.length > 0 && value.every(isPlainText)) return value;
  const texts = textsOf(Array.isArray(value) ? value : [value]);
  return texts.length > 0 ? texts : null;
}

function isPlainText(item: unknown): item is string {
  return typeof item === 'string' && item !== '' && plainText(item) === item;
}

function textsOf(items: readonly unknown[]): string[] {
  const texts: string[] = [];
  for (const item of items) {
    const text = typeof item === 'string' ? plainText(item) : scalarText(item);
    if (text !== '') texts.push(text);
  }
  return texts;
}

/** Of an object its name or id. */
function scalarText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isObject(value)) return typeof value === 'string' ? plainText(value) : '';
  const named = value['name'] ?? value['id'];
  return isObject(named) ? '' : scalarText(named);
}

function readRefs(value: unknown): readonly string[] | null {
  const items = Array.isArray(value) ? value : [value];
  return readList(items.map((item: unknown) => (isObject(item) ? (item['id'] ?? item['name']) : item)));
}

/** The dataset's own format first, then the other one, then the date in a timestamp; day first, never month first. */
function readDate(value: unknown, dates: DateFormat): FieldValue {
  if (value === 0 || (typeof value !== 'string' && typeof value !== 'number')) return null;
  const text = String(value).trim();
  const other: DateFormat = dates === 'YYYY-MM-DD' ? 'DD/MM/YYYY' : 'YYYY-MM-DD';
  const day = EPOCH.test(text)
    ? dayOfEpoch(Number(text))
    : (isoFromWire(text, dates) ??
      isoFromWire(text, other) ??
      isoFromWire(text.slice(0, 10), text[4] === '-' ? 'YYYY-MM-DD' : 'DD/MM/YYYY'));
  // the dates of a sheet begin in 1900
  return day && day >= '1900' ? day : plainText(text) || null;
}

/** Seconds or milliseconds since 1970, this century or shortly before; 20261118 is neither. */
const EPOCH = /^(?:\d{9,10}|\d{12,13})(?:\.\d+)?$/;

function dayOfEpoch(time: number): string | null {
  const ms = time < 1e11 ? time * 1000 : time;
  return ms < 4e12 ? new Date(ms).toISOString().slice(0, 10) : null;
}
