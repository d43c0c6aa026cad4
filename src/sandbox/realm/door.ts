/** The only way out of a script's realm: a typed, blocking call to the host. */
import type { OperationName, Operations } from '../executions/operations.js';
import type { Reply } from '../executions/thread.js';
import { decode, encode } from '../executions/wire.js';

/** @throws Error of this realm with the host's message. */
export type Call = <K extends OperationName>(
  operation: K,
  ...args: Parameters<Operations[K]>
) => ReturnType<Operations[K]>;

export function createCall(door: (operation: string, argsJson: string) => Reply): Call {
  return (operation, ...args) => {
    const [ok, json] = door(operation, encode(args) ?? '[]');
    // a new error: one of another realm would not be an instance of this realm's Error
    if (!ok) throw new Error(json);
    return decode(json) as ReturnType<Operations[typeof operation]>;
  };
}
