/** The execution that calls, as its handlers get it, and the names of its stores. */
import type { Mode, User } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import type { UserInterface } from './user-interface.js';

/** An execution, as seen by its service calls. */
export interface Caller {
  readonly executionId: number;
  readonly functionName: string;
  readonly mode: Mode;
  readonly user: User;
  /** The spreadsheet in which it runs. */
  readonly documentId: string;
  /** The person whose user properties, cache and lock it uses: in a custom function, the owner. */
  readonly storeOwner: string;
  readonly ui: UserInterface;
  /** The cell that calls, in a custom function. */
  readonly cell: CellArea | undefined;
  /** Fires when the execution ends in any way. */
  readonly signal: AbortSignal;
}

/** The spreadsheet that a sandbox begins with. */
export const FIRST_DOCUMENT = 'spreadsheet';

/** The name of a store: one for each spreadsheet, one for the script, one for each person. */
export function storeName(caller: Caller, scope: 'document' | 'user' | 'script'): string {
  if (scope === 'user') return `user ${caller.storeOwner}`;
  return scope === 'document' ? documentStore(caller.documentId) : scope;
}

/** The name of a spreadsheet's own store. */
export function documentStore(documentId: string): string {
  return documentId === FIRST_DOCUMENT ? 'document' : `document ${documentId}`;
}
