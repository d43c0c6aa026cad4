/** Checks a line of a file with accounts. */
import { z } from 'zod';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { isObject } from '../../contract/json.js';
import type { AccountLine } from '../database/accounts.js';
import { BILLINGS } from '../database/keys.js';
import { ItemError } from './read-item.js';

/** Far below the largest integers of the database and JavaScript. */
const MOST = 1e15;
/** A zero character, or half of a UTF-16 surrogate pair. */
const NOT_STORABLE = /[\0\p{Cs}]/u;

const whole = (min: number) => z.int().min(min).max(MOST);
const id = whole(1);
const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => !NOT_STORABLE.test(value), 'cannot be stored');
const day = z.iso.date();
const time = z.iso.datetime({ offset: true });
const dataset = z.enum(Object.keys(DATASETS) as DatasetName[]);

const entry = { id, keyId: id, delta: whole(-MOST), at: time };
const ENTRY = z.discriminatedUnion('kind', [
  z.strictObject({ ...entry, kind: z.literal('created'), delta: whole(0) }),
  z.strictObject({ ...entry, kind: z.literal('added'), delta: whole(1) }),
  z.strictObject({ ...entry, kind: z.literal('removed'), delta: whole(-MOST).max(-1) }),
  z.strictObject({ ...entry, kind: z.literal('changed'), delta: z.literal(0), note: text(1_000) }),
  z.strictObject({ ...entry, kind: z.literal('charge'), delta: whole(-MOST).max(0), dataset }),
  z.strictObject({ ...entry, kind: z.literal('refund'), delta: whole(1), dataset, chargeId: id }),
]);

const LINES: Readonly<Record<keyof AccountLine, z.ZodType>> = {
  pepper: z.string().regex(/^[0-9a-f]{64}$/),
  entitlement: z.strictObject({
    keyId: id,
    dataset,
    recordId: text(200),
    lastModified: day.optional(),
    chargeId: id,
    shared: z.boolean(),
  }),
  ledger: ENTRY,
  key: z.strictObject({
    id,
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    prefix: text(20),
    name: text(200),
    credits: whole(0),
    billing: z.enum(BILLINGS),
    dailyCap: whole(0).optional(),
    spentDay: day.optional(),
    spent: whole(-MOST),
    mayEditGroups: z.boolean(),
    created: time,
    revoked: time.optional(),
  }),
};

/** @throws ItemError */
export function readAccountLine(value: unknown): AccountLine {
  const [part = '', ...others] = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || !Object.hasOwn(LINES, part) || others.length > 0)
    throw new ItemError(`line must be an object with one of ${Object.keys(LINES).join(', ')}`);
  const { data, error } = LINES[part as keyof AccountLine].safeParse(value[part]);
  if (error) {
    const { path, message } = error.issues[0]!;
    throw new ItemError(`${[part, ...path].join('.')}: ${message}`);
  }
  return { [part]: data } as AccountLine;
}
