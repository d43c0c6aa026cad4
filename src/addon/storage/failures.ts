/** Failures are remembered for a minute: two hundred cells with the same trouble ask once, not two hundred times. */
import type { CellErrorCode } from '../../contract/errors.js';
import { SignalsError } from '../errors.js';
import type { Cache, Clock } from '../platform.js';

const FAILURE_SECONDS = 60;

export function failureKey(key: string): string {
  return `failure:${key}`;
}

export function remember(cache: Cache | null, clock: Clock, key: string, error: SignalsError): void {
  cache?.putAll({ [failureKey(key)]: `${clock.now()} ${error.message}` }, FAILURE_SECONDS);
}

/**
 * The error that was thrown a moment ago, from `time #CODE: text`.
 * @param after failures before that moment are forgotten: a refresh was requested since
 */
export function recall(text: string | undefined, after: number): SignalsError | undefined {
  const [, time, code, message] = /^(\d+) #(\w+): ([\s\S]*)$/.exec(text ?? '') ?? [];
  if (code === undefined || message === undefined || Number(time) < after) return undefined;
  return new SignalsError(code as CellErrorCode, message);
}
