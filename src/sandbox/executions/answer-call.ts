/** The start of an execution and its service calls, within the time that is left for triggers. */

import { type CallOutcome, decode, encode } from '../bridge/wire.js';
import type { Dispatch } from '../google/dispatch.js';
import type { Caller } from '../google/handlers.js';
import type { TriggerTime } from '../google/trigger-time.js';
import { endedError } from './script-error.js';

/** @throws ScriptError if there is no time left for triggers. */
export function start(triggerTime: TriggerTime | undefined): void {
  try {
    triggerTime?.use();
  } catch (error) {
    throw endedError((error as Error).message);
  }
}

/** What comes of a service call: never throws, since the realm creates its own errors. */
export async function answerCall(
  dispatch: Dispatch,
  caller: Caller,
  operation: string,
  argsJson: string,
  triggerTime: TriggerTime | undefined,
): Promise<CallOutcome> {
  try {
    triggerTime?.use();
    const handle = dispatch.get(operation)?.handle;
    if (!handle) return [false, `${operation} is not emulated`];
    return [true, encode(await handle(caller, ...(decode(argsJson) as never[])))];
  } catch (error) {
    return [false, error instanceof Error ? error.message : String(error)];
  }
}
