/** Blobs: the bytes that Utilities returns. Names and types are not emulated. */
import type { Binary } from '../bridge/operations.js';
import { dataOf, tableOf } from './define.js';

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

/** Returns the bytes of a blob, an array of signed bytes or a text; undefined for other values. */
export function binaryOf(value: unknown): Binary | undefined {
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value) && value.every(isSignedByte)) return { bytes: value };
  return dataOf<Content>(BLOB, value)?.content;
}

function isSignedByte(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -128 && (value as number) <= 127;
}
