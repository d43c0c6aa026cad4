/** The failure of a script, as reported to the person who started it. */
import type { ScriptFailure } from '../bridge/wire.js';

const CODE_LINE = /Code\.js:(\d+)/;

export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  /** The name of the error in the script, such as TypeError; empty if the script threw another value. */
  readonly errorName: string;
  readonly scriptStack: string;

  constructor({ name, message, stack }: ScriptFailure) {
    super(message);
    this.errorName = name;
    this.scriptStack = stack;
  }

  /** The text that Sheets shows at the cell: `Error: message (line N).` */
  get note(): string {
    const line = CODE_LINE.exec(this.scriptStack)?.[1];
    const lineText = line === undefined ? '' : ` (line ${line}).`;
    return `${this.errorName ? `${this.errorName}: ` : ''}${this.message}${lineText}`;
  }
}

/** Compares the name, because host and server are separate bundles with a copy each of this class. */
export function isScriptError(error: unknown): error is ScriptError {
  return error instanceof Error && error.name === 'ScriptError';
}

/** Returns the error of an execution that the sandbox has ended or refused. */
export function endedError(message: string): ScriptError {
  return new ScriptError({ name: 'Exception', message, stack: '' });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
