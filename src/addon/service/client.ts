/** Sends calls to the service with a deadline and at most one retry, and masks the key in responses. */
import { asFields, isObject, readJson } from '../../contract/json.js';
import type { Connection } from '../../contract/sidebar-api.js';
import { errors, ignoreErrors, isSignalsError, messageOf } from '../errors.js';
import type { HttpAnswer, Platform } from '../platform.js';
import { type Call, type CallRequest, type ReceivedAnswer, requestTo } from './calls.js';

/** The limit of one call. A custom function has 30 s; the rest is for reading and showing the answer. */
const MAX_CALL_SECONDS = 20;
const RETRY_STATUSES = [429, 503];
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** The least time that a retry needs. */
const LEFT_AFTER_PAUSE_MS = 2_000;

export class Client {
  private readonly platform: Pick<Platform, 'http' | 'clock'>;
  private readonly connection: Connection;
  private readonly deadline: number;

  /** @param deadline milliseconds since 1970; no call starts or waits after it */
  constructor(platform: Pick<Platform, 'http' | 'clock'>, connection: Connection, deadline: number) {
    this.platform = platform;
    this.connection = connection;
    this.deadline = deadline;
  }

  /** @throws the error that a cell shows */
  askOnce<T>({ requests, read }: Call<T>): T {
    return read(this.send(requests));
  }

  /**
   * Repeats refused requests once, if the service sends Retry-After and the time allows it.
   * @param until the call ends by then: after a paid one, another execution may take over the purchase
   * @throws the error that a cell shows
   */
  ask<T>({ requests, read }: Call<T>, until = this.deadline): T {
    const { clock } = this.platform;
    const answers = this.send(requests, until);
    const pauses = answers.map((answer) => pauseOf(answer, clock.now()));
    const pause = Math.max(...pauses);
    if (pause === 0 || clock.now() + pause + LEFT_AFTER_PAUSE_MS >= Math.min(until, this.deadline))
      return read(answers);
    // if Google fails the pause, the other answers are kept: they may have been paid
    const hasPaused = ignoreErrors(() => {
      clock.sleep(pause);
      return true;
    });
    if (!hasPaused || this.secondsUntil(until) < 1) return read(answers);
    // only the refused requests: the service answered the others and may have charged them
    const again = this.sendRefused(
      requests.filter((_, index) => pauses[index]! > 0),
      requests.length,
      until,
    );
    return read(
      answers.map((answer, index) => {
        const last = pauses[index]! > 0 ? again.shift()! : answer;
        // the first try may have been charged before it failed, so its error counts, not the refusal of the retry
        return answer.status >= 500 && RETRY_STATUSES.includes(last.status) ? answer : last;
      }),
    );
  }

  /** A retry that fails beside answered requests does not throw: their answers would be lost, and paid again. */
  private sendRefused(refused: readonly CallRequest[], all: number, until: number): ReceivedAnswer[] {
    try {
      return [...this.send(refused, until)];
    } catch (failure) {
      if (refused.length === all || !isSignalsError(failure)) throw failure;
      return refused.map(() => ({ status: 0, text: '', header: () => undefined, failure }));
    }
  }

  private secondsUntil(until: number): number {
    const left = Math.min(until, this.deadline) - this.platform.clock.now();
    return Math.min(MAX_CALL_SECONDS, Math.floor(left / 1000));
  }

  private send(requests: readonly CallRequest[], until = this.deadline): readonly HttpAnswer[] {
    const { http, clock } = this.platform;
    const started = clock.now();
    const seconds = this.secondsUntil(until);
    if (seconds < 1) throw errors.notSent();
    try {
      const sent = requests.map((request) => requestTo(this.connection, request));
      return http.send(sent, seconds).map((answer) => this.withoutKey(answer));
    } catch (error) {
      const reason = this.mask(messageOf(error) || String(error));
      // only Google's localised message says what failed, so the elapsed time has to show a time-out
      const late = clock.now() - started >= (seconds - 1) * 1000;
      throw late ? errors.timeout(seconds) : errors.unreachable(reason);
    }
  }

  /** Masks the key, so that a service that repeats it cannot show it in a cell. */
  private withoutKey(answer: HttpAnswer): HttpAnswer {
    if (!answer.text.includes(this.connection.apiKey)) return answer;
    return { ...answer, text: this.mask(answer.text) };
  }

  private mask(text: string): string {
    return text.split(this.connection.apiKey).join('***');
  }
}

/**
 * Returns the number of matching records in an estimate: infinity for more than the service counts, undefined if it
 * has no estimates. Checks the body, because another service may send anything here.
 */
export function matchingIn({ status, text }: HttpAnswer): number | undefined {
  const { matching, isExact } = asFields(status === 200 ? readJson(text, isObject) : undefined);
  if (typeof matching !== 'number' || !Number.isSafeInteger(matching)) return undefined;
  return isExact === true ? matching : Number.POSITIVE_INFINITY;
}

/** Returns the pause that the service asks for, in milliseconds; 0 without Retry-After: do not retry. */
function pauseOf(answer: HttpAnswer, now: number): number {
  const header = RETRY_STATUSES.includes(answer.status) ? answer.header('retry-after') : undefined;
  if (header === undefined) return 0;
  const pause = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return pause <= LONGEST_PAUSE_MS ? Math.max(pause, SHORTEST_PAUSE_MS) : 0;
}
