/** The payload of a news push, checked field by field against the contract. */

import { columnsOf, type FieldType } from '../../contract/fields.js';
import { type Fields, isObject } from '../../contract/json.js';
import { NEWS_ITEM } from '../../contract/records.js';
import { errors } from '../errors.js';

const MAX_ITEMS = 5_000;
const MAX_ID_CHARACTERS = 200;

/** Checked news of one group. */
export interface PushedItems {
  readonly group: string;
  readonly items: readonly Fields[];
}

/** The news of a payload `{group, postedDate, news}`. @throws BAD_INPUT naming the field */
export function readPushedNews(contents: string): PushedItems {
  const payload = parse(contents);
  if (!isObject(payload)) throw errors.badPush('body');
  const { group, postedDate, news } = payload;
  if (typeof group !== 'string' || group === '') throw errors.badPush('group');
  if (postedDate !== undefined && typeof postedDate !== 'string') throw errors.badPush('postedDate');
  if (!Array.isArray(news) || news.length > MAX_ITEMS) throw errors.badPush('news');
  const items = news.map((item: unknown, index) => {
    if (!isObject(item)) throw errors.badPush(`news[${index}]`);
    const { id } = item;
    if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_ID_CHARACTERS) {
      throw errors.badPush(`news[${index}].id`);
    }
    for (const { path, type } of columnsOf(NEWS_ITEM)) {
      const value = item[path];
      if (value !== undefined && value !== null && !CHECKS[type](value)) {
        throw errors.badPush(`news[${index}].${path}`);
      }
    }
    return item;
  });
  return { group, items };
}

const CHECKS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  list: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  refs: (value) =>
    Array.isArray(value) && value.every((one) => isObject(one) && typeof one['id'] === 'string'),
};

function parse(contents: string): unknown {
  try {
    return JSON.parse(contents) as unknown;
  } catch {
    return undefined;
  }
}
