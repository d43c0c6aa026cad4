/** What each command works with. */
import type { SignalsClient } from '../types.js';
import type { Confirm } from './confirm.js';
import type { LineSettings, OutputFormat } from './options.js';
import type { Output } from './output.js';

export interface CommandContext {
  readonly client: SignalsClient;
  readonly settings: LineSettings;
  readonly output: Output;
  readonly format: OutputFormat;
  /** Undefined where no one is there to answer. */
  readonly confirm: Confirm | undefined;
  /** Ends a watch. */
  readonly signal: AbortSignal;
}
