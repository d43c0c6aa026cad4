/** The exceptions of Google's services: objects named Exception, which need not be Errors. */

/** Translates Google's messages; `translateExceptions` replaces it. */
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

/**
 * Google translates messages into the person's language; accents stand for any language, because a script must
 * not search for words.
 */
export function translateExceptions(): void {
  say = (message) => message.replace(/[aeiou]/g, '$&\u0301').normalize();
}
