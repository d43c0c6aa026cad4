/** Blobs: bytes, from Utilities. Their names and types are not emulated. */
import type { Binary } from '../bridge/operations.js';
import { tableOf } from './define.js';
import { dataOf } from './objects.js';

/** The data behind a blob. */
export interface Content {
  readonly content: Binary;
}

export const BLOB = tableOf<GoogleAppsScript.Base.Blob, Content, readonly [content: Binary]>({
  kind: 'Blob',
  target: ({ content }) => [content],
})({
  getBytes: {},
  getDataAsString: { toArguments: (_blob, charset = 'UTF-8') => [charset] as const },
});

/** The bytes of a blob, of an array of signed bytes, or of a text; undefined for anything else. */
export function binaryOf(value: unknown): Binary | undefined {
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value) && value.every(isSignedByte)) return { bytes: value };
  return dataOf<Content>(BLOB, value)?.content;
}

function isSignedByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -128 && (value as number) <= 127;
}
