/** How the host answers the calls of a script: one handler for each operation, told which execution asks. */
import type { Mode, User } from '../bridge/modes.js';
import type { CellArea, OperationName, Operations } from '../bridge/operations.js';
import type { UserInterface } from './user-interface.js';

/** An execution as its service calls see it. */
export interface Caller {
  readonly executionId: number;
  readonly functionName: string;
  readonly mode: Mode;
  readonly user: User;
  /** Whose user properties, cache and lock it has: in a custom function the owner's. */
  readonly storeOwner: string;
  readonly ui: UserInterface;
  /** The cell that calls, in a custom function. */
  readonly cell: CellArea | undefined;
  /** Fires when the execution is over, however it ended. */
  readonly signal: AbortSignal;
}

type Answer<K extends OperationName> = ReturnType<Operations[K]>;

export type Handlers<K extends OperationName = OperationName> = {
  readonly [Name in K]: (
    caller: Caller,
    ...args: Parameters<Operations[Name]>
  ) => Answer<Name> | Promise<Answer<Name>>;
};

/** The operations whose names begin with one of these services. */
export type OperationsOf<Service extends string> = Extract<OperationName, `${Service}.${string}`>;

/** The name of a store: one for the spreadsheet, one for the script, one for each person. */
export function storeName(caller: Caller, scope: 'document' | 'user' | 'script'): string {
  return scope === 'user' ? `user ${caller.storeOwner}` : scope;
}
