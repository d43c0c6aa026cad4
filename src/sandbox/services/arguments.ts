/** Google's errors for arguments. */
import { Exception } from './exception.js';

/** For a missing argument. */
export function requireArgument(name: string, value: unknown): void {
  if (value === null || value === undefined) throw new Exception(`Argument cannot be null: ${name}`);
}

/** For arguments of the wrong types. */
export function wrongSignature(method: string, args: readonly unknown[]): Exception {
  const types = args.map((arg) => typeName(arg));
  return new Exception(`The parameters (${types.join(',')}) don't match the method signature for ${method}.`);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'number[]';
  return typeof value === 'string' ? 'String' : typeof value;
}
