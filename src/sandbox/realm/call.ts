/** The only connection of a script's realm to the host. */
import { decode, encode, type Reply } from '../bridge/wire.js';
import { Exception } from '../methods/exception.js';

/** A blocking call to the host. @throws Exception with the host's message */
export type Call = (operation: string, args: readonly unknown[]) => unknown;

/** Creates a realm's Call from the function of its thread. */
export function createCall(
  callHost: (operation: string, argsJson: string) => Reply,
  moveClock: (offsetMs: number) => void,
): Call {
  return (operation, args) => {
    const [ok, json, clockOffsetMs] = callHost(operation, encode(args) ?? '[]');
    moveClock(clockOffsetMs);
    if (!ok) throw new Exception(json);
    return decode(json);
  };
}
