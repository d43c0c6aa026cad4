/** Speaks to the service: paths, the key's header, the time left, one careful retry. Knows nothing of cells. */

import { CURSOR_HEADER, changesPath } from '../../contract/changes.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import {
  API_KEY_HEADER,
  CALLBACK_HEADER,
  CHARGED_HEADER,
  estimatePath,
  IDEMPOTENCY_HEADER,
  pushNewsPath,
  trackedCompaniesPath,
} from '../../contract/endpoints.js';
import type { Estimate } from '../../contract/estimate.js';
import { isObject, readJson } from '../../contract/json.js';
import { MATCH_PATH } from '../../contract/lookups.js';
import { type CompanyMatch, isCompanyMatch, MAX_MATCHED } from '../../contract/match-answer.js';
import type { Connection } from '../../contract/sidebar-api.js';
import { type ChangedGroup, type GroupChange, isChangedGroup } from '../../contract/tracking.js';
import type { WireBody } from '../../core/wire.js';
import { asUnclear, errors, isSignalsError, messageOf, type SignalsError } from '../errors.js';
import type { HttpAnswer, HttpRequest, Platform } from '../platform.js';
import { type Body, cursorOf, readBody } from '../table/response-body.js';
import { errorOf, type Failure } from './statuses.js';

/** The most that one call may take: the rest of the 30 s of a custom function is for reading and showing. */
const MAX_CALL_SECONDS = 20;
const RETRY_STATUSES = [429, 503];
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** What a second try needs at the least. */
const LEFT_AFTER_PAUSE_MS = 2_000;

/** From a service that matches no companies, or from what stands before it. */
const WITHOUT_MATCHES = [403, 404, 405, 501];

type Context = Pick<Failure, 'endpoint' | 'limit' | 'group'>;

export class Client {
  private readonly platform: Pick<Platform, 'http' | 'clock'>;
  private readonly connection: Connection;
  private readonly deadline: number;
  private readonly headers: Readonly<Record<string, string>>;

  /** @param deadline milliseconds since 1970; no call is begun or waited for beyond it */
  constructor(platform: Pick<Platform, 'http' | 'clock'>, connection: Connection, deadline: number) {
    this.platform = platform;
    this.connection = connection;
    this.deadline = deadline;
    this.headers = { [API_KEY_HEADER]: connection.apiKey, accept: 'application/json' };
  }

  /**
   * One answer per body, in their order; all bodies travel at once. A body with a cursor asks for changes. A token names
   * the purchase: the service may give the answer to the same token again without charging again.
   * @throws what a cell shows
   */
  query(dataset: DatasetName, bodies: readonly WireBody[], token: string): readonly Body[] {
    const { path, paid } = DATASETS[dataset];
    const endpoint = paid ? 'expansions' : 'version-1';
    return this.call(
      bodies.map((body, index) => ({
        method: 'post',
        url: this.connection.baseUrl + (body['cursor'] === undefined ? path : changesPath(path)),
        headers: {
          ...this.headers,
          ...(token !== '' && { [IDEMPOTENCY_HEADER]: `${token}.${index}` }),
          ...(isFollowable(body) && { [CURSOR_HEADER]: 'begin' }),
        },
        body: JSON.stringify(body),
      })),
      bodies.map((body) => ({ endpoint, limit: Number(body['limit']), group: '' })),
    );
  }

  /**
   * How many records match each body, whatever its limit: infinity for more than the service counts, undefined where it
   * has no estimates. Costs nothing.
   * @throws what a cell shows, where the service cannot be reached
   */
  matching(dataset: DatasetName, bodies: readonly WireBody[]): readonly (number | undefined)[] {
    return this.lookUp(estimatePath(DATASETS[dataset].path), bodies).map(matchingIn);
  }

  /** The answers as they are, to requests that cost nothing: a GET, or one for each body. @throws what a cell shows, where there is none */
  lookUp(path: string, bodies?: readonly WireBody[]): readonly HttpAnswer[] {
    const { headers } = this;
    const url = this.connection.baseUrl + path;
    if (!bodies) return this.send([{ method: 'get', url, headers }]);
    return this.send(bodies.map((body) => ({ method: 'post', url, headers, body: JSON.stringify(body) })));
  }

  /**
   * Which company each text means, in their order; undefined where the service matches none. Costs nothing.
   * @throws what a cell shows, where the service cannot be reached
   */
  match(texts: readonly string[]): readonly CompanyMatch[] | undefined {
    const bodies = Array.from({ length: Math.ceil(texts.length / MAX_MATCHED) }, (_, index) => ({
      companies: texts.slice(index * MAX_MATCHED, (index + 1) * MAX_MATCHED),
    }));
    const lists = this.lookUp(MATCH_PATH, bodies).map((answer, index) =>
      matchesIn(answer, bodies[index]!.companies.length),
    );
    return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
  }

  /** One answer per group. */
  trackedCompanies(groups: readonly string[]): readonly Body[] {
    const { headers, connection } = this;
    return this.call(
      groups.map((group) => ({
        method: 'get',
        url: connection.baseUrl + trackedCompaniesPath(group),
        headers,
      })),
      groups.map((group) => ({ endpoint: 'tracked-companies', limit: 0, group })),
    );
  }

  /** What has become of each company of a change; undefined where the service changes no groups. @throws what a cell shows */
  changeGroup(group: string, change: GroupChange): ChangedGroup | undefined {
    const [answer] = this.lookUp(trackedCompaniesPath(group), [{ ...change }]);
    const { status, text } = answer!;
    if (status === 405 || (status === 404 && !/"NO_GROUP"/.test(text))) return undefined;
    refuseFailure(answer!, { endpoint: 'change-group', limit: 0, group });
    const changed = readJson(text, isChangedGroup);
    if (!changed) throw errors.notJson(text);
    return changed;
  }

  /** Has the news of some days posted to an address, and gives what that address answered. */
  pushNews(push: { readonly group: string; readonly days: number; readonly callbackUrl: string }): string {
    const { group, days, callbackUrl } = push;
    const url = this.connection.baseUrl + pushNewsPath(group, days);
    const headers = { ...this.headers, [CALLBACK_HEADER]: callbackUrl };
    const [answer] = this.exchange([{ method: 'post', url, headers }]);
    refuseFailure(answer!, { endpoint: 'push-news', limit: 0, group });
    return receiverAnswer(answer!.text);
  }

  private call(requests: readonly HttpRequest[], contexts: readonly Context[]): Body[] {
    const bodies: Body[] = [];
    const failures: SignalsError[] = [];
    this.exchange(requests).forEach((answer, index) => {
      try {
        bodies.push(interpret(answer, contexts[index]!));
      } catch (error) {
        if (!isSignalsError(error)) throw error;
        failures.push(error);
      }
    });
    const [failure] = failures;
    // what the others were answered was perhaps paid for
    if (failure) throw bodies.length > 0 ? asUnclear(failure) : failure;
    return bodies;
  }

  /** What was turned away for a moment is sent once more, if the service says when and the time allows it. */
  private exchange(requests: readonly HttpRequest[]): readonly HttpAnswer[] {
    const { clock } = this.platform;
    const answers = this.send(requests);
    const pauses = answers.map((answer) => pauseOf(answer, clock.now()));
    const pause = Math.max(...pauses);
    if (pause === 0 || clock.now() + pause + LEFT_AFTER_PAUSE_MS >= this.deadline) return answers;
    clock.sleep(pause);
    // only what asked for it: the others have answered, and were perhaps paid for
    const again = [...this.send(requests.filter((_, index) => pauses[index]! > 0))];
    return answers.map((answer, index) => (pauses[index]! > 0 ? again.shift()! : answer));
  }

  private send(requests: readonly HttpRequest[]): readonly HttpAnswer[] {
    const { http, clock } = this.platform;
    const started = clock.now();
    const seconds = Math.min(MAX_CALL_SECONDS, Math.floor((this.deadline - started) / 1000));
    if (seconds < 1) throw errors.timeout(MAX_CALL_SECONDS);
    try {
      return http.send(requests, seconds).map((answer) => this.withoutKey(answer));
    } catch (error) {
      const reason = this.mask(messageOf(error) || String(error));
      // what went wrong, and whether the request has left, is only said by Google's words, in the language of the person
      const late = clock.now() - started >= (seconds - 1) * 1000;
      throw late ? errors.timeout(seconds) : errors.unreachable(reason);
    }
  }

  /** A service that repeats the key must not get it into a cell. */
  private withoutKey(answer: HttpAnswer): HttpAnswer {
    if (!answer.text.includes(this.connection.apiKey)) return answer;
    return {
      status: answer.status,
      text: this.mask(answer.text),
      header: (name) => answer.header(name),
    };
  }

  private mask(text: string): string {
    return text.split(this.connection.apiKey).join('***');
  }
}

/** @throws what the status, or a status inside the body, stands for */
function interpret(answer: HttpAnswer, context: Context): Body {
  const { text } = answer;
  refuseFailure(answer, context);
  const body = readBody(text);
  if (body.status !== undefined) throw errorOf({ ...context, status: body.status, text, fromProxy: false });
  return {
    ...body,
    isFollowable: answer.header(CHARGED_HEADER) !== undefined,
    ...cursorOf(answer.header(CURSOR_HEADER)),
  };
}

/** A query for all that is announced since a day can be followed by the same filters and day. */
function isFollowable(body: WireBody): boolean {
  return ['cursor', 'dateType', 'date', 'endDate'].every((name) => body[name] === undefined);
}

/** Another service may say anything at this address. */
function matchingIn({ status, text }: HttpAnswer): number | undefined {
  try {
    const { matching, isExact } = JSON.parse(text) as Partial<Estimate>;
    if (status !== 200 || !Number.isSafeInteger(matching)) return undefined;
    return isExact === true ? matching : Number.POSITIVE_INFINITY;
  } catch {
    return undefined;
  }
}

/** Another service may say anything at this address. @throws what a status stands for */
function matchesIn(answer: HttpAnswer, count: number): readonly CompanyMatch[] | undefined {
  if (WITHOUT_MATCHES.includes(answer.status)) return undefined;
  refuseFailure(answer, { endpoint: 'tracked-companies', limit: 0, group: '' });
  const matches = readJson(answer.text, isObject)?.['matches'];
  return Array.isArray(matches) && matches.length === count && matches.every(isCompanyMatch)
    ? matches
    : undefined;
}

/** @throws what the status stands for */
function refuseFailure(answer: HttpAnswer, context: Context): void {
  const { status, text } = answer;
  if (status >= 200 && status <= 299) return;
  throw errorOf({ ...context, status, text, fromProxy: answer.header('proxy-authenticate') !== undefined });
}

/** The text under `response`; a body of another shape is shown as it is. */
function receiverAnswer(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const response = isObject(body) ? body['response'] : body;
    return typeof response === 'string' ? response : JSON.stringify(response ?? body);
  } catch {
    return text;
  }
}

/** Milliseconds that the service asks to wait, or 0 where it does not: without Retry-After nothing is sent again. */
function pauseOf(answer: HttpAnswer, now: number): number {
  const header = RETRY_STATUSES.includes(answer.status) ? answer.header('retry-after') : undefined;
  if (header === undefined) return 0;
  const pause = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return pause <= LONGEST_PAUSE_MS ? Math.max(pause, SHORTEST_PAUSE_MS) : 0;
}
