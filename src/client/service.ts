/** The calls of the service: the add-on's requests, sent with retries, and what is read in their answers. */
import { caught, type SignalsError } from '../addon/errors.js';
import { type Call, lookUpCall, queryCall, type ReceivedAnswer } from '../addon/service/calls.js';
import { errorOf } from '../addon/service/statuses.js';
import type { Body } from '../addon/table/response-body.js';
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import {
  CEILING_HEADER,
  estimatePath,
  MAX_CEILING,
  MISSING_ENDPOINT_STATUSES,
} from '../contract/endpoints.js';
import { SERVICE_ERRORS } from '../contract/errors.js';
import type { Estimate } from '../contract/estimate.js';
import { type Guard, objectOf, readJson } from '../contract/json.js';
import { idempotencyKeysOf } from '../core/purchase.js';
import type { WireBody } from '../core/wire.js';
import { FREE, isRefused, type Outcome, outcomeOf, sentBefore } from './costs.js';
import { checked, clientErrors, forClient } from './errors.js';
import type { QueryRequest } from './plan-requests.js';
import { type SendSettings, type Sent, sendUntilAnswered } from './send.js';
import type { OpenPurchase } from './stored.js';

/** The part of a purchase that is sent. */
type SentPurchase = Pick<OpenPurchase, 'token' | 'canRepeat' | 'isRepetition'> & {
  readonly requests: readonly QueryRequest[];
};

export type Service = ReturnType<typeof createService>;

const isEstimate = objectOf<Estimate>({
  matching: 'number',
  isExact: 'boolean',
  returned: 'number',
  owned: 'number?',
  credits: 'number',
  firstDate: 'string?',
  lastDate: 'string?',
  openingBalance: 'number?',
  closingBalance: 'number?',
  suggestions: 'list?',
});

export function createService(settings: SendSettings) {
  let lacksEstimates = false;
  const service = {
    /** Sends all requests of a query. The caller stores the answers before it reports their cost. */
    query(dataset: DatasetName, purchase: SentPurchase): Promise<Outcome[]> {
      const { token, requests, canRepeat, isRepetition = false } = purchase;
      const keys = token === '' ? [] : idempotencyKeysOf({ token, requests });
      return Promise.all(
        requests.map(async (request, index) => {
          const call = queryCall(dataset, [request.body], keys.slice(index, index + 1));
          const sent = await sendQuery(settings, call, request, canRepeat);
          const result = caught(() => readAnswer(call, sent.answer));
          return token === '' ? { result, cost: FREE } : outcomeOf(sent, result, isRepetition);
        }),
      );
    },
    /** Sends free requests, and requests that are safe to repeat. @throws SignalsError */
    async ask<T>({ requests, read }: Call<T>): Promise<T> {
      const sent = await Promise.all(requests.map((request) => sendUntilAnswered(settings, request, true)));
      return checked(() => read(sent.map(({ answer }) => answer)));
    },
    /** Returns a value per body; undefined if the service lacks the look-up. @throws its refusals */
    async lookUp<T>(
      path: string,
      guard: Guard<T>,
      bodies?: readonly WireBody[],
    ): Promise<readonly T[] | undefined> {
      const answers = await service.ask(lookUpCall(path, bodies));
      const refused = answers.find(({ status }) => ![200, ...MISSING_ENDPOINT_STATUSES].includes(status));
      if (refused) throw forClient(refusalOf(refused));
      const values = answers.map(({ status, text }) => (status === 200 ? readJson(text, guard) : undefined));
      return values.every((value) => value !== undefined) ? values : undefined;
    },
    /** Returns an estimate per body; undefined if the service has none, which is then not asked again. */
    async estimates(
      dataset: DatasetName,
      bodies: readonly WireBody[],
    ): Promise<readonly Estimate[] | undefined> {
      if (lacksEstimates) return undefined;
      const estimates = await service.lookUp(estimatePath(DATASETS[dataset].path), isEstimate, bodies);
      lacksEstimates = estimates === undefined;
      return estimates;
    },
  };
  return service;
}

type QueryCall = ReturnType<typeof queryCall>;

async function sendQuery(
  settings: SendSettings,
  { requests: [request] }: QueryCall,
  { most, answer }: QueryRequest,
  canRepeat: boolean,
): Promise<Sent> {
  if (answer) return sentBefore(answer);
  const ceiling = most !== null && { [CEILING_HEADER]: String(Math.min(most, MAX_CEILING)) };
  const headers = { ...request!.headers, ...ceiling };
  return sendUntilAnswered(settings, { ...request!, headers }, canRepeat);
}

/** @throws SignalsError */
function readAnswer(call: QueryCall, answer: ReceivedAnswer): Body | SignalsError {
  if (answer.status === SERVICE_ERRORS.NO_CURSOR) throw clientErrors.cursorDeleted();
  // records that the other requests have paid for are free in the next call
  if (isRefused(answer, ['OVER_CEILING'])) throw clientErrors.changedSince();
  return checked(() => call.read([answer]))[0]!;
}

function refusalOf({ status, text, failure }: ReceivedAnswer): SignalsError {
  return failure ?? errorOf({ endpoint: 'version-1', status, text, fromProxy: false, limit: 0, group: '' });
}
