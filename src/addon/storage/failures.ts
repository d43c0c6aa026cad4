/** Failures are remembered for a minute: two hundred cells with the same trouble ask once, not two hundred times. */
import type { ErrorDetails } from '../../contract/error-texts.js';
import { objectOf, readJson } from '../../contract/json.js';
import { errorOf, type SignalsError } from '../errors.js';
import type { Cache, Clock } from '../platform.js';
import { asciiJson } from './ascii-json.js';

interface Failure {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly details: ErrorDetails;
}

const FAILURE_SECONDS = 60;
const isFailure = objectOf<Failure>({ at: 'number', details: 'object' });

export function failureKey(key: string): string {
  return `failure:${key}`;
}

export function remember(cache: Cache | null, clock: Clock, key: string, { details }: SignalsError): void {
  if (!details) return;
  const failure: Failure = { at: clock.now(), details };
  cache?.putAll({ [failureKey(key)]: asciiJson(failure) }, FAILURE_SECONDS);
}

/**
 * The error that was thrown a moment ago.
 * @param after failures before that moment are forgotten: a refresh was requested since
 */
export function recall(text: string | undefined, after: number): SignalsError | undefined {
  const failure = readJson(text, isFailure);
  return failure && failure.at >= after ? errorOf(failure.details) : undefined;
}
