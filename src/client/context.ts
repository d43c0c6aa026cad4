/** The parts that all calls of a client share: settings with defaults, and questions made into requests. */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { checkAddress, checkKey } from '../addon/account/connection-input.js';
import { windowOf } from '../addon/question/window.js';
import { createZone, type Zone } from '../addon/question/zone.js';
import type { DatasetName } from '../contract/datasets.js';
import { type Companies, createCompanies } from './companies.js';
import { clientErrors, forClient } from './errors.js';
import { createEstimates, type EstimateBodies } from './estimates.js';
import { createMemoryStore } from './memory-store.js';
import { planRequests, type QuestionRequest, type RequestPlan } from './plan-requests.js';
import { type AskedQuestion, isCeiling, readQuestion } from './read-question.js';
import { createService, type Service } from './service.js';
import type { AnswerStore, AnyQuestion, ClientSettings, StopSignal, Transport } from './types.js';

export interface ClientContext {
  readonly service: Service;
  readonly estimates: EstimateBodies;
  readonly store: AnswerStore;
  /** The digest of service and key. */
  readonly account: string;
  readonly timeoutMs: number;
  readonly zone: Zone;
  readonly companies: Companies;
  now(): number;
  today(): string;
  /** @throws BAD_INPUT */
  read(dataset: DatasetName, question: AnyQuestion): AskedQuestion;
  /** Looks up the question's companies. @throws BAD_INPUT with a company that no group has; NO_GROUP */
  plan(asked: AskedQuestion): Promise<RequestPlan>;
  toRequest(asked: AskedQuestion, ceiling?: number): QuestionRequest;
  /** The maximum cost of a question; infinite for a free one. @throws BUDGET if none is set */
  ceilingOf(asked: AskedQuestion): number;
  sleep(ms: number, signal?: StopSignal): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** Node fires a longer timer at once. */
const LONGEST_PAUSE_MS = 24 * 86_400_000;

/** @throws BAD_INPUT for a key or an address that cannot be one */
export function createContext(settings: ClientSettings, transport: Transport): ClientContext {
  const { timeoutMs = TIMEOUT_MS, now = Date.now, sleep = pause, store = createMemoryStore() } = settings;
  const { onCharge } = settings;
  const [baseUrl, apiKey] = checked(() => [checkAddress(settings.url), checkKey(settings.key)] as const);
  if (settings.maxCredits !== undefined && !isCeiling(settings.maxCredits)) throw clientErrors.badCeiling();
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = settings;
  const zone = checked(() => createZone(timeZone));
  const today = () => zone.dayOf(new Date(now()));
  const service = createService({ baseUrl, apiKey, transport, timeoutMs, now, sleep, onCharge });
  const companies = createCompanies(service, settings.groups ?? [], now);

  async function plan({ question }: AskedQuestion): Promise<RequestPlan> {
    const directory = await companies.directoryOf(question);
    return checked(() =>
      planRequests(question, { today: today(), groups: settings.groups ?? [], directory }),
    );
  }

  return {
    service,
    companies,
    estimates: createEstimates(service),
    store,
    zone,
    // a digest, so that no store contains the key
    account: createHash('sha256').update(`${baseUrl} ${apiKey}`).digest('hex'),
    timeoutMs,
    now,
    sleep,
    today,
    plan,
    read: (dataset, question) => checked(() => readQuestion(dataset, question, { zone: () => zone, today })),
    ceilingOf({ isPaid, maxCredits = settings.maxCredits }) {
      if (!isPaid) return Number.POSITIVE_INFINITY;
      if (maxCredits === undefined) throw clientErrors.noCeiling();
      return maxCredits;
    },
    toRequest: (asked, ceiling = asked.maxCredits ?? settings.maxCredits) => ({
      asked,
      ceiling,
      window: windowOf(asked.question, today()),
      plan: () => plan(asked),
    }),
  };
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw forClient(error);
  }
}

async function pause(ms: number, signal?: StopSignal): Promise<void> {
  const options = signal && { signal: signal as AbortSignal };
  // an abort ends the pause early; the watch checks the signal itself
  await setTimeout(Math.min(ms, LONGEST_PAUSE_MS), undefined, options).catch(() => undefined);
}
