/** Describes the calls of the service without sending them: their requests, and how to read the responses. */
import { CURSOR_HEADER, changesPath } from '../../contract/changes.js';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import {
  API_KEY_HEADER,
  CALLBACK_HEADER,
  CALLBACK_STATUS_HEADER,
  CHARGED_HEADER,
  estimatePath,
  IDEMPOTENCY_HEADER,
  MISSING_ENDPOINT_STATUSES,
  pushNewsPath,
  trackedCompaniesPath,
} from '../../contract/endpoints.js';
import type { PushSettings } from '../../contract/jobs.js';
import { isObject, readJson } from '../../contract/json.js';
import { MATCH_PATH } from '../../contract/lookups.js';
import { type CompanyMatch, isCompanyMatch, MAX_MATCHED } from '../../contract/match-answer.js';
import type { Connection } from '../../contract/sidebar-api.js';
import { type ChangedGroup, type GroupChange, isChangedGroup } from '../../contract/tracking.js';
import { inGroupsOf } from '../../core/grouped.js';
import type { WireBody } from '../../core/wire.js';
import { caught, errors, isSignalsError, type SignalsError } from '../errors.js';
import type { HttpAnswer, HttpRequest, Values } from '../platform.js';
import { type Body, cursorOf, failureOf, readBody } from '../table/response-body.js';
import { errorOf, type Failure } from './statuses.js';

export interface ReceivedAnswer extends HttpAnswer {
  /** The error of a request that was sent with others and has no answer. */
  readonly failure?: SignalsError;
}

/** A request without the address of the service and the key. */
export interface CallRequest extends Omit<HttpRequest, 'url'> {
  readonly path: string;
}

export interface Call<T> {
  readonly requests: readonly CallRequest[];
  /** @throws the error that a cell shows */
  read(answers: readonly ReceivedAnswer[]): T;
}

type Context = Pick<Failure, 'endpoint' | 'limit' | 'group'>;

/**
 * Creates one request per body and reads their responses in order. A body with a cursor asks for changes. A request
 * that fails beside others that are answered gives its error.
 * @param idempotencyKeys the service may repeat a response to one without charging again; none if it is free
 */
export function queryCall(
  dataset: DatasetName,
  bodies: readonly WireBody[],
  idempotencyKeys: readonly string[],
): Call<readonly (Body | SignalsError)[]> {
  const { path, paid } = DATASETS[dataset];
  const endpoint = paid ? 'expansions' : 'version-1';
  const requests = bodies.map((body, index) =>
    post(body['cursor'] === undefined ? path : changesPath(path), body, {
      ...(idempotencyKeys[index] !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKeys[index] }),
      ...(supportsChanges(body) && { [CURSOR_HEADER]: 'begin' }),
    }),
  );
  const contexts = bodies.map((body) => ({ endpoint, limit: Number(body['limit']), group: '' }) as const);
  return { requests, read: (answers) => readEach(answers, contexts) };
}

/** Returns the raw responses to requests that cost nothing: a GET, or a POST for each body. */
export function lookUpCall(path: string, bodies?: readonly WireBody[]): Call<readonly HttpAnswer[]> {
  return { requests: bodies?.map((body) => post(path, body)) ?? [get(path)], read: (answers) => answers };
}

/** Returns the raw estimates of how many records match each body, regardless of its limit. Costs nothing. */
export function estimateCall(dataset: DatasetName, bodies: readonly WireBody[]): Call<readonly HttpAnswer[]> {
  return lookUpCall(estimatePath(DATASETS[dataset].path), bodies);
}

/** Matches texts to companies, in order; undefined if the service has no matching. Costs nothing. */
export function matchCall(texts: readonly string[]): Call<readonly CompanyMatch[] | undefined> {
  const bodies = inGroupsOf(MAX_MATCHED, texts).map((companies) => ({ companies }));
  return {
    requests: bodies.map((body) => post(MATCH_PATH, body)),
    read(answers) {
      const lists = answers.map((answer, index) => matchesIn(answer, bodies[index]!.companies.length));
      return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
    },
  };
}

export function trackedCall(group: string): Call<Body> {
  return {
    requests: [get(trackedCompaniesPath(group))],
    read: ([answer]) => interpret(answer!, { endpoint: 'tracked-companies', limit: 0, group }),
  };
}

/** Returns the result for each company of a change; undefined if the service cannot change groups. */
export function changeGroupCall(group: string, change: GroupChange): Call<ChangedGroup | undefined> {
  return {
    requests: [post(trackedCompaniesPath(group), { ...change })],
    read([answer]) {
      const { status, text } = answer!;
      if (status === 405 || (status === 404 && !/"NO_GROUP"/.test(text))) return undefined;
      throwForFailure(answer!, { endpoint: 'change-group', limit: 0, group });
      const changed = readJson(text, isChangedGroup);
      if (!changed) throw errors.notJson(text);
      return changed;
    },
  };
}

interface PushAnswer {
  readonly response: string;
  /** 200 if the service does not say with which status the address has answered. */
  readonly status: number;
}

/** Asks the service to post news to an address, and returns that address's response. */
export function pushNewsCall({ group, days, callbackUrl }: PushSettings): Call<PushAnswer> {
  const path = pushNewsPath(group, days);
  return {
    requests: [{ method: 'post', path, headers: { [CALLBACK_HEADER]: callbackUrl } }],
    read([answer]) {
      const context = { endpoint: 'push-news', limit: 0, group } as const;
      const { text } = answer!;
      throwForFailure(answer!, context);
      const body = readJson(text, isObject);
      const failure = body && body['response'] === undefined ? failureOf(body) : undefined;
      if (failure) throw errorOf({ ...context, status: failure.status, text, fromProxy: false });
      const status = Number(answer!.header(CALLBACK_STATUS_HEADER) ?? 200);
      return { response: receiverAnswer(text), status };
    },
  };
}

/** Returns the request as it is sent. */
export function requestTo({ baseUrl, apiKey }: Connection, request: CallRequest): HttpRequest {
  const { path, headers, ...others } = request;
  const common = { [API_KEY_HEADER]: apiKey, accept: 'application/json' };
  return { ...others, url: baseUrl + path, headers: { ...common, ...headers } };
}

function get(path: string): CallRequest {
  return { method: 'get', path, headers: {} };
}

function post(path: string, body: WireBody, headers: Values = {}): CallRequest {
  return { method: 'post', path, headers, body: JSON.stringify(body) };
}

/**
 * Returns the error of a request that failed beside others: those may have been charged.
 * @throws an error after which a charge is possible, or else the first one, if no request was answered
 */
function readEach(answers: readonly ReceivedAnswer[], contexts: readonly Context[]): (Body | SignalsError)[] {
  const results = answers.map((answer, index) => caught(() => interpret(answer, contexts[index]!)));
  if (results.every(isSignalsError)) throw firstFailure(results);
  return results;
}

/** Returns an error after which a charge is possible, or else the first one; undefined for none. */
export function firstFailure(results: readonly (Body | SignalsError)[]): SignalsError | undefined {
  const failures = results.filter(isSignalsError);
  return failures.find(({ unclear }) => unclear) ?? failures[0];
}

/** @throws the error for the status, or for a status inside the body */
function interpret(answer: ReceivedAnswer, context: Context): Body {
  const { text } = answer;
  throwForFailure(answer, context);
  const body = readBody(text);
  if (body.status !== undefined) throw errorOf({ ...context, status: body.status, text, fromProxy: false });
  const charged = answer.header(CHARGED_HEADER);
  return {
    ...body,
    ...(charged !== undefined && /^\d{1,9}$/.test(charged) && { chargedCredits: Number(charged) }),
    ...cursorOf(answer.header(CURSOR_HEADER)),
  };
}

/** True for a query of everything announced since a day: a change cursor can continue it. */
function supportsChanges(body: WireBody): boolean {
  return ['cursor', 'dateType', 'date', 'endDate'].every((name) => body[name] === undefined);
}

/** Checks the body, because another service may send anything here. @throws the error for the status */
function matchesIn(answer: HttpAnswer, count: number): readonly CompanyMatch[] | undefined {
  if (MISSING_ENDPOINT_STATUSES.includes(answer.status)) return undefined;
  throwForFailure(answer, { endpoint: 'tracked-companies', limit: 0, group: '' });
  const matches = readJson(answer.text, isObject)?.['matches'];
  return Array.isArray(matches) && matches.length === count && matches.every(isCompanyMatch)
    ? matches
    : undefined;
}

/** @throws the error for the status */
function throwForFailure(answer: ReceivedAnswer, context: Context): void {
  const { status, text, failure } = answer;
  if (failure) throw failure;
  if (status >= 200 && status <= 299) return;
  throw errorOf({ ...context, status, text, fromProxy: answer.header('proxy-authenticate') !== undefined });
}

/** Returns the text under `response`; a body of another shape is returned unchanged. */
function receiverAnswer(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const response = isObject(body) ? body['response'] : body;
    return typeof response === 'string' ? response : JSON.stringify(response ?? body);
  } catch {
    return text;
  }
}
