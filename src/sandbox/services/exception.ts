/** The exception of Google's services: an object named Exception, which need not be an Error. */
import type { Switches } from '../bridge/switches.js';

/** As Google says it to this person. */
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
 * Once for a realm. No source says whether `instanceof Error` holds, so a test can have it either way; and Google's words
 * are in the person's language: which one does not matter, because no script may look for any of them.
 */
export function installExceptions({ exceptionsAreErrors, exceptionWords }: Switches): void {
  if (exceptionsAreErrors) Object.setPrototypeOf(Exception.prototype, Error.prototype);
  if (exceptionWords === 'foreign')
    say = (message) => message.replace(/[aeiou]/g, (letter) => ACCENTS[letter] ?? letter);
}
