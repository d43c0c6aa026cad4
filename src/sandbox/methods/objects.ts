/** Stores the data behind each of Google's objects in this realm, invisible to scripts. */
import type { Table } from './define.js';

interface Opened {
  readonly kind: string;
  readonly data: object;
}

const OPENED = new WeakMap<object, Opened>();

export function remember(object: object, opened: Opened): void {
  OPENED.set(object, opened);
}

/** Returns the data behind an object of this table; undefined for other values. */
export function dataOf<Data extends object>(table: Table, object: unknown): Data | undefined {
  const opened = typeof object === 'object' && object !== null ? OPENED.get(object) : undefined;
  return opened?.kind === table.kind ? (opened.data as Data) : undefined;
}
