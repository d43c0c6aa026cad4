/**
 * The service over the network. The add-on's client, which cannot wait, makes the requests and reads the answers; here
 * they are sent, and sent again where that cannot cost anything twice.
 */
import { asUnclear, errors, isSignalsError, messageOf, type SignalsError } from '../addon/errors.js';
import type { HttpRequest } from '../addon/platform.js';
import { Client } from '../addon/service/client.js';
import { type Body, creditsIn } from '../addon/table/response-body.js';
import { CURSOR_HEADER } from '../contract/changes.js';
import type { DatasetName } from '../contract/datasets.js';
import { CEILING_HEADER, CHARGED_HEADER } from '../contract/endpoints.js';
import { SERVICE_ERRORS, type ServiceErrorCode } from '../contract/errors.js';
import { objectOf, readJson } from '../contract/json.js';
import type { CompanyMatch } from '../contract/match-answer.js';
import type { ChangedGroup, GroupChange } from '../contract/tracking.js';
import type { WireBody } from '../core/wire.js';
import { clientErrors, forClient } from './errors.js';
import type { Wire, WireAnswer } from './types.js';

export interface ServiceSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly wire: Wire;
  readonly timeoutMs: number;
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface QueryAnswer extends Body {
  /** Credits that this call has cost. */
  readonly charged: number;
  readonly owned: number;
  readonly balance?: number;
  /** The service gave the answer of an earlier program again. */
  readonly isRepeated: boolean;
}

export interface QueryRules {
  /** Names the purchase; empty for what is free. */
  readonly token: string;
  /** Whether the service charges a request once, however often it arrives. */
  readonly canRepeat: boolean;
  /** Whether what changes from now on will be asked for. */
  readonly follows?: boolean;
  /** The most that each request may cost, where its limit does not say so. A service may not know them. */
  readonly ceilings?: readonly (number | undefined)[];
}

export interface Service {
  /** @throws SignalsError; `unclear` where something may have been charged */
  query(
    dataset: DatasetName,
    bodies: readonly WireBody[],
    rules: QueryRules,
  ): Promise<readonly QueryAnswer[]>;
  /** Answers to requests that cost nothing, whatever their statuses. @throws where there is none */
  lookUp(path: string, bodies?: readonly WireBody[]): Promise<readonly WireAnswer[]>;
  /** Which company each text means, in their order; undefined where the service matches none. */
  match(texts: readonly string[]): Promise<readonly CompanyMatch[] | undefined>;
  tracked(groups: readonly string[]): Promise<readonly Body[]>;
  /** What has become of each company; undefined where the service changes no groups. */
  changeGroup(group: string, change: GroupChange): Promise<ChangedGroup | undefined>;
  /** Whether an answer has shown that the service is one that charges a purchase once. */
  tellsCharges(): boolean;
}

const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** Codes that say that nothing has left this machine, or that no one was there to take it. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|SSL|TLS/;
/** Codes and names of what took too long. */
const LATE = /^(?:TimeoutError|UND_ERR_(?:HEADERS|BODY)_TIMEOUT|ETIMEDOUT|AbortError)$/;
const isRefusal = objectOf<{ code: string }>({ code: 'string' });
const LOOK_UPS = { canRepeat: true };

interface Sent {
  readonly answer: WireAnswer;
  readonly tries: number;
}

export function createService(settings: ServiceSettings): Service {
  const { baseUrl, apiKey, wire, timeoutMs, now, sleep } = settings;
  let hasTold = false;

  /** The add-on's client, over what `send` gives. Its own retries have no time: they cannot wait here. */
  const over = (send: (requests: readonly HttpRequest[]) => readonly WireAnswer[]): Client => {
    const at = now();
    return new Client(
      { http: { send }, clock: { now: () => at, sleep: () => undefined } },
      { baseUrl, apiKey },
      at + 1_500,
    );
  };

  /** The requests that a call would send. */
  const requestsOf = (make: (client: Client) => unknown): readonly HttpRequest[] => {
    let requests: readonly HttpRequest[] = [];
    const client = over((sent) => {
      requests = sent;
      throw new Error('not sent yet');
    });
    try {
      make(client);
    } catch {
      // as it was told to
    }
    return requests;
  };

  const reading = <T>(make: (client: Client) => T, sent: readonly Sent[]): T => {
    try {
      return make(over(() => sent.map(({ answer }) => answer)));
    } catch (error) {
      throw forClient(error);
    }
  };

  async function send(request: HttpRequest, { canRepeat }: { readonly canRepeat: boolean }): Promise<Sent> {
    const { url, headers, body } = request;
    for (let tries = 1; ; tries++) {
      const isLast = tries >= MAX_TRIES;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (tries - 1));
      try {
        const answer = await wire.send({
          method: request.method === 'get' ? 'GET' : 'POST',
          url,
          headers,
          ...(body !== undefined && { body }),
          timeoutMs,
        });
        const wait = pauseOf(answer, canRepeat, pause, now());
        if (isLast || wait === undefined || wait > LONGEST_PAUSE_MS) return { answer, tries };
        await sleep(wait);
      } catch (error) {
        const failure = failureOf(error);
        if (isLast || (failure.unclear && !canRepeat)) throw failure;
        await sleep(pause);
      }
    }
  }

  function failureOf(error: unknown): SignalsError {
    const marks = causesOf(error).flatMap(({ code, name }) => [String(code), String(name)]);
    if (marks.some((mark) => LATE.test(mark)))
      return forClient(errors.timeout(Math.round(timeoutMs / 1000))) as SignalsError;
    const isSent = !marks.some((mark) => NOT_SENT.test(mark));
    const reason = wordsOf(error).split(apiKey).join('***');
    return forClient(errors.unreachable(reason, isSent)) as SignalsError;
  }

  return {
    tellsCharges: () => hasTold,
    async query(dataset, bodies, rules) {
      const make = (client: Client) => client.query(dataset, bodies, rules.token);
      const outcomes = await Promise.allSettled(
        requestsOf(make)
          .map((request, index) => withCeiling(request, rules.ceilings?.[index]))
          .map((request) => send(rules.follows ? request : unfollowed(request), rules)),
      );
      const lost = outcomes.find((outcome) => outcome.status === 'rejected');
      // what the others were answered was perhaps paid for, and comes again under the same name
      if (lost) {
        const isFirst = outcomes.every(({ status }) => status === 'rejected');
        throw isFirst || !isSignalsError(lost.reason) ? lost.reason : asUnclear(lost.reason);
      }
      const sent = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      if (sent.some(({ answer }) => answer.status === SERVICE_ERRORS.NO_CURSOR))
        throw clientErrors.forgotten();
      // what others have cost is owned from now on, and free when it is asked for again
      if (sent.some(({ answer }) => isOverCeiling(answer))) throw clientErrors.changedSince();
      const read = reading(make, sent);
      return read.map((body, index) => {
        const { answer, tries } = sent[index]!;
        const told = numberIn(answer, CHARGED_HEADER);
        hasTold ||= told !== undefined;
        const isRepeated = answer.header('idempotent-replayed') === 'true' && tries === 1;
        const balance = numberIn(answer, 'x-credits-remaining') ?? body.balances.closingBalance;
        return {
          ...body,
          charged: rules.token === '' || isRepeated ? 0 : (told ?? creditsIn([body])),
          owned: numberIn(answer, 'x-records-owned') ?? 0,
          ...(balance !== undefined && { balance }),
          isRepeated,
        };
      });
    },
    async lookUp(path, bodies) {
      const make = (client: Client) => client.lookUp(path, bodies);
      return reading(make, await Promise.all(requestsOf(make).map((one) => send(one, LOOK_UPS))));
    },
    async match(texts) {
      const make = (client: Client) => client.match(texts);
      return reading(make, await Promise.all(requestsOf(make).map((one) => send(one, LOOK_UPS))));
    },
    async tracked(groups) {
      const make = (client: Client) => client.trackedCompanies(groups);
      return reading(make, await Promise.all(requestsOf(make).map((one) => send(one, LOOK_UPS))));
    },
    async changeGroup(group, change) {
      const make = (client: Client) => client.changeGroup(group, change);
      // a repetition changes nothing more
      return reading(make, await Promise.all(requestsOf(make).map((one) => send(one, LOOK_UPS))));
    },
  };
}

function unfollowed({ headers, ...request }: HttpRequest): HttpRequest {
  const { [CURSOR_HEADER]: _begin, ...others } = headers;
  return { ...request, headers: others };
}

function withCeiling(request: HttpRequest, ceiling: number | undefined): HttpRequest {
  if (ceiling === undefined) return request;
  return { ...request, headers: { ...request.headers, [CEILING_HEADER]: String(ceiling) } };
}

function isOverCeiling({ status, text }: WireAnswer): boolean {
  const code: ServiceErrorCode = 'OVER_CEILING';
  return status === SERVICE_ERRORS[code] && readJson(text, isRefusal)?.code === code;
}

/** How long to wait before the same is sent again; undefined where the answer stands. */
function pauseOf(answer: WireAnswer, canRepeat: boolean, pause: number, now: number): number | undefined {
  const { status } = answer;
  const header = answer.header('retry-after');
  const isTurnedAway = status === 429 || (status === 503 && header !== undefined);
  if (!isTurnedAway && !(canRepeat && status >= 500)) return undefined;
  if (header === undefined) return pause;
  const asked = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(asked) ? Math.max(asked, pause) : pause;
}

function numberIn(answer: WireAnswer, name: string): number | undefined {
  const text = answer.header(name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

interface Cause {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

const MOST_CAUSES = 5;

/** An error, and what has caused it. */
function causesOf(error: unknown, most = MOST_CAUSES): readonly Cause[] {
  if (typeof error !== 'object' || error === null || most === 0) return [];
  return [error, ...causesOf((error as Cause).cause, most - 1)];
}

/** Name, code and message of an error and of its causes, to be read. */
function wordsOf(error: unknown): string {
  const causes = causesOf(error);
  if (causes.length === 0) return String(error);
  return causes
    .flatMap((cause) => [cause.code, cause.name, messageOf(cause)])
    .filter((word) => typeof word === 'string' && word !== '')
    .join(' ');
}
