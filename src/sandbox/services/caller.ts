/** An execution's request, the execution as services see it, and the stores and locks that it reaches. */
import type { AuthMode, Mode, User } from '../bridge/modes.js';
import type { CellArea } from '../bridge/operations.js';
import type { Switches } from '../bridge/switches.js';
import type { HostClock } from './clock.js';
import type { Permissions } from './permissions.js';
import type { UserInterface } from './user-interface.js';

export interface ExecutionRequest {
  readonly functionName: string;
  readonly args: readonly unknown[];
  readonly user: User;
  readonly mode: Mode;
  readonly authMode: AuthMode;
  readonly ui: UserInterface;
  /** The cell of the formula, for a custom function. */
  readonly cell?: CellArea;
  /** Ends the execution after this number of service calls, once the last one has taken effect. */
  readonly killAfterCalls?: number;
}

export interface Caller extends ExecutionRequest {
  readonly permissions: Permissions;
  /** As they were at the start of the execution. */
  readonly switches: Switches;
  readonly documentId: string;
  /** False for a script without a spreadsheet: its document stores are null. */
  readonly inDocument: boolean;
  /** The person whose user properties, cache and lock the execution uses; the owner in custom functions. */
  readonly storeOwner: string;
  /** The execution's own clock, which leads to its time limit. */
  readonly runTime: Pick<HostClock, 'now' | 'advance'>;
  /** Aborts when the execution ends in any way. No other execution has it. */
  readonly signal: AbortSignal;
}

/** The owner of a store or lock: the spreadsheet, the person or the script. */
export type Scope = 'document' | 'user' | 'script';

/** The id of the first spreadsheet. Only it has the web app: a copy's script needs a new deployment. */
export const FIRST_DOCUMENT = 'spreadsheet';

/** Returns the name of a store or lock. Each spreadsheet, each person and the script have one. */
export function storeName({ storeOwner, documentId }: Caller, scope: Scope): string {
  if (scope === 'user') return `user ${storeOwner}`;
  return scope === 'script' || documentId === FIRST_DOCUMENT ? scope : `document ${documentId}`;
}
