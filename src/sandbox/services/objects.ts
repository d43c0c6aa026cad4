/** Which object of Google's in this realm is about what: scripts do not see it. */
import type { Table } from './define.js';

interface Opened {
  readonly kind: string;
  readonly data: object;
}

const OPENED = new WeakMap<object, Opened>();

export function remember(object: object, opened: Opened): void {
  OPENED.set(object, opened);
}

/** What an object of this table is about; undefined for anything else. */
export function dataOf<Data extends object>(table: Table, object: unknown): Data | undefined {
  const opened = typeof object === 'object' && object !== null ? OPENED.get(object) : undefined;
  return opened?.kind === table.kind ? (opened.data as Data) : undefined;
}
