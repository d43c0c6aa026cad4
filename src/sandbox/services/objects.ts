/** The data behind each object of Google's in this realm, which scripts do not see. */
import type { Table } from './define.js';

interface Opened {
  readonly kind: string;
  readonly data: object;
}

const OPENED = new WeakMap<object, Opened>();

export function remember(object: object, opened: Opened): void {
  OPENED.set(object, opened);
}

/** The data behind an object of this table; undefined for anything else. */
export function dataOf<Data extends object>(table: Table, object: unknown): Data | undefined {
  const opened = typeof object === 'object' && object !== null ? OPENED.get(object) : undefined;
  return opened?.kind === table.kind ? (opened.data as Data) : undefined;
}
