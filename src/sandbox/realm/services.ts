/** What every emulated service is made with. */
import type { Environment } from '../executions/modes.js';
import type { Call } from './door.js';
import type { Permissions } from './permissions.js';

export interface ServiceContext {
  readonly call: Call;
  readonly environment: Environment;
  readonly permissions: Permissions;
}

/** Google's complaint about an argument that is missing. */
export function requireArgument(name: string, value: unknown): void {
  if (value === null || value === undefined) throw new Error(`Argument cannot be null: ${name}`);
}

/** Google's complaint about arguments of other types than the method has. */
export function wrongSignature(method: string, args: readonly unknown[]): Error {
  const types = args.map((arg) => (arg === null ? 'null' : Array.isArray(arg) ? 'number[]' : typeof arg));
  return new Error(`The parameters (${types.join(',')}) don't match the method signature for ${method}.`);
}
