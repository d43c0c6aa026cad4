/** The exceptions of Google's services: objects named Exception, which need not be Errors. */
import type { Switches } from '../bridge/switches.js';

/** Translates Google's messages; `installExceptions` can replace it. */
let say = (message: string): string => message;

export class Exception {
  readonly name = 'Exception';
  readonly message: string;
  readonly stack: string;

  constructor(message: string) {
    this.message = say(message);
    this.stack = String(new Error(this.message).stack).replace(/^Error/, this.name);
  }

  toString(): string {
    return `${this.name}: ${this.message}`;
  }
}

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/**
 * Applies the switches, once per realm. No source says if `instanceof Error` holds, so tests can have it
 * either way. Google translates messages into the person's language; accents stand for any language, because
 * a script must not search for words.
 */
export function installExceptions({ exceptionsAreErrors, exceptionWords }: Switches): void {
  if (exceptionsAreErrors) Object.setPrototypeOf(Exception.prototype, Error.prototype);
  if (exceptionWords === 'foreign')
    say = (message) => message.replace(/[aeiou]/g, (letter) => ACCENTS[letter] ?? letter);
}

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
