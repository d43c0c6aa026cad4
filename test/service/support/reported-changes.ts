/** The content of a reply with changes. */
import type { Changes } from '../../../src/contract/changes.js';
import type { Reply } from './test-service.js';

export interface ReportedChanges {
  readonly ids: readonly string[];
  readonly removed: readonly string[];
  readonly cursor: string;
  readonly more: boolean;
}

/** @throws the reply's text if it is an error */
export function reportedChanges(reply: Reply): ReportedChanges {
  if (reply.status !== 200) throw new Error(reply.text);
  const { records, removed, cursor, more } = reply.json() as Changes<{ id: string }>;
  return { ids: records.map(({ id }) => id), removed, cursor, more };
}
