/** Speaks to the service: paths, the key's header, the time left, one careful retry. Knows nothing of cells. */
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { API_KEY_HEADER, trackedCompaniesPath } from '../../contract/endpoints.js';
import type { Connection } from '../../contract/sidebar-api.js';
import { type Body, readBody } from '../answer/reading.js';
import { errors } from '../errors.js';
import type { HttpAnswer, HttpRequest, Platform } from '../platform.js';
import type { WireBody } from '../question/requests.js';
import { errorOf, type Failure } from './statuses.js';

export interface Client {
  /** One answer per body, in their order; all bodies travel at once. @throws what a cell shows */
  query(dataset: DatasetName, bodies: readonly WireBody[]): readonly Body[];
  /** One answer per group. */
  trackedCompanies(groups: readonly string[]): readonly Body[];
}

/** The most that one call may take: the rest of the 30 s of a custom function is for reading and showing. */
const MAX_CALL_SECONDS = 20;
const RETRY_STATUSES = [429, 503];
const LONGEST_PAUSE_MS = 8_000;

type Context = Pick<Failure, 'endpoint' | 'limit' | 'group'>;

/** @param deadline milliseconds since 1970; no call is begun or waited for beyond it */
export function createClient(
  { http, clock }: Pick<Platform, 'http' | 'clock'>,
  { baseUrl, apiKey }: Connection,
  deadline: number,
): Client {
  const headers = { [API_KEY_HEADER]: apiKey, accept: 'application/json' };

  function call(requests: readonly HttpRequest[], contexts: readonly Context[]): Body[] {
    let answers = send(requests);
    const pause = Math.max(...answers.map((answer) => pauseOf(answer)));
    if (pause > 0 && clock.now() + pause + 2_000 < deadline) {
      clock.sleep(pause);
      answers = resend(requests, answers);
    }
    return answers.map((answer, index) => interpret(answer, contexts[index]!));
  }

  /** Only what was turned away is asked again: the others have answered, and were perhaps paid for. */
  function resend(requests: readonly HttpRequest[], answers: readonly HttpAnswer[]): HttpAnswer[] {
    const again = requests.filter((_, index) => RETRY_STATUSES.includes(answers[index]!.status));
    const fresh = [...send(again)];
    return answers.map((answer) => (RETRY_STATUSES.includes(answer.status) ? fresh.shift()! : answer));
  }

  function send(requests: readonly HttpRequest[]): readonly HttpAnswer[] {
    const started = clock.now();
    const seconds = Math.min(MAX_CALL_SECONDS, Math.floor((deadline - started) / 1000));
    if (seconds < 1) throw errors.timeout(MAX_CALL_SECONDS);
    try {
      return http.send(requests, seconds);
    } catch (error) {
      const reason = String((error as Partial<Error>).message ?? error)
        .split(apiKey)
        .join('***');
      const late = clock.now() - started >= (seconds - 1) * 1000;
      throw late || /time(?:d )?.?out/i.test(reason) ? errors.timeout(seconds) : errors.unreachable(reason);
    }
  }

  return {
    query(dataset, bodies) {
      const { path, paid } = DATASETS[dataset];
      const endpoint = paid ? 'expansions' : 'version-1';
      return call(
        bodies.map((body) => ({ method: 'post', url: baseUrl + path, headers, body: JSON.stringify(body) })),
        bodies.map((body) => ({ endpoint, limit: Number(body['limit']), group: '' })),
      );
    },
    trackedCompanies: (groups) =>
      call(
        groups.map((group) => ({ method: 'get', url: baseUrl + trackedCompaniesPath(group), headers })),
        groups.map((group) => ({ endpoint: 'tracked-companies', limit: 0, group })),
      ),
  };
}

/** @throws what the status, or a status inside the body, stands for */
function interpret(answer: HttpAnswer, context: Context): Body {
  const { status, text } = answer;
  if (status < 200 || status > 299) {
    throw errorOf({ ...context, status, text, fromProxy: answer.header('proxy-authenticate') !== undefined });
  }
  const body = readBody(text);
  if (body.status !== undefined) throw errorOf({ ...context, status: body.status, text, fromProxy: false });
  return body;
}

/** Milliseconds that the service asks to wait, or 0 where it does not: without Retry-After nothing is sent again. */
function pauseOf(answer: HttpAnswer): number {
  if (!RETRY_STATUSES.includes(answer.status)) return 0;
  const seconds = Number(answer.header('retry-after'));
  const pause = Number.isFinite(seconds) ? Math.max(seconds, 0.5) * 1000 : 0;
  return pause <= LONGEST_PAUSE_MS ? pause : 0;
}
