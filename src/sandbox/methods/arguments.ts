/** Google's errors for arguments. */
import { Exception } from './exception.js';

/** @throws Google's error for a missing argument */
export function requireArgument(name: string, value: unknown): void {
  if (value === null || value === undefined) throw new Exception(`Argument cannot be null: ${name}`);
}

/** Returns Google's error for arguments of wrong types. */
export function wrongSignature(method: string, args: readonly unknown[]): Exception {
  const types = args.map((arg) => typeName(arg));
  return new Exception(`The parameters (${types.join(',')}) don't match the method signature for ${method}.`);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'number[]';
  return typeof value === 'string' ? 'String' : typeof value;
}
