/** What every emulated service needs. */

import type { Environment } from '../bridge/modes.js';
import type { Operations } from '../bridge/operations.js';
import { decode, encode, type Reply } from '../bridge/wire.js';
import { Exception } from '../services/exception.js';
import type { Permissions } from './permissions.js';

/**
 * The only way out of a script's realm: a typed, blocking call to the host.
 * @throws Exception with the host's message.
 */
export type Call = <K extends keyof Operations>(
  operation: K,
  ...args: Parameters<Operations[K]>
) => ReturnType<Operations[K]>;

/** The calls of one realm, over the function that its thread hands in. */
export function createCall(
  door: (operation: string, argsJson: string) => Reply,
  moveClock: (offsetMs: number) => void,
): Call {
  return (operation, ...args) => {
    const [ok, json, clockOffsetMs] = door(operation, encode(args) ?? '[]');
    moveClock(clockOffsetMs);
    if (!ok) throw new Exception(json);
    return decode(json) as ReturnType<Operations[typeof operation]>;
  };
}

export interface ServiceContext {
  readonly call: Call;
  readonly environment: Environment;
  readonly permissions: Permissions;
}

/** Google's ids of tabs and charts are numbers. */
export function numericId(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 2_147_483_647;
  return hash;
}
