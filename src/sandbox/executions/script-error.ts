/** The failure of a script, as reported to the person who started it. */
import type { ScriptFailure } from '../bridge/wire.js';

const CODE_LINE = /Code\.js:(\d+)/;

export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  /** The name of the error in the script, such as TypeError; empty if no Error was thrown. */
  readonly errorName: string;
  /** The place in the script. */
  readonly scriptStack: string;

  constructor({ name, message, stack }: ScriptFailure) {
    super(message);
    this.errorName = name;
    this.scriptStack = stack;
  }

  /** The text that Sheets shows over a cell: `Error: message (line N).` */
  get note(): string {
    const line = CODE_LINE.exec(this.scriptStack)?.[1];
    const place = line === undefined ? '' : ` (line ${line}).`;
    return `${this.errorName ? `${this.errorName}: ` : ''}${this.message}${place}`;
  }
}

/** By name: host and server are separate bundles, each with its own copy of this class. */
export function isScriptError(error: unknown): error is ScriptError {
  return error instanceof Error && error.name === 'ScriptError';
}

/** Ended from outside: by the time limit, or on purpose in a test. */
export function endedError(message: string): ScriptError {
  return new ScriptError({ name: 'Exception', message, stack: '' });
}
