/** The parts that all calls of a client share: settings with defaults, and questions made into requests. */
import { setTimeout } from 'node:timers/promises';
import { checkAddress, checkKey } from '../addon/account/connection-input.js';
import { resolveTargets } from '../addon/answers/targets.js';
import { identityOf } from '../addon/question/question.js';
import { createZone } from '../addon/question/zone.js';
import type { DatasetName } from '../contract/datasets.js';
import { isIntegerIn, trimmed } from '../contract/json.js';
import { windowOf } from '../core/query.js';
import { checked, clientErrors } from './errors.js';
import { createLookUps, directoryOf } from './look-ups.js';
import { createMemoryStore } from './memory-store.js';
import { planRequests, type RequestPlan, UNLIMITED } from './plan-requests.js';
import { type AskedQuestion, readQuestion } from './read-question.js';
import { createService } from './service.js';
import { digestOf, type QuestionRequest, questionEntries } from './stored.js';
import type {
  AnyQuestion,
  ClientCharge,
  ClientSettings,
  SignalsClient,
  StopSignal,
  Transport,
} from './types.js';

export type ClientContext = ReturnType<typeof createContext>;

const TIMEOUT_MS = 60_000;
/** Node fires a longer timer at once. */
const LONGEST_PAUSE_MS = 24 * 86_400_000;

/** @throws NO_KEY; BAD_INPUT for a key or an address that cannot be one */
export function createContext(settings: ClientSettings, transport: Transport) {
  const { timeoutMs = TIMEOUT_MS, now = Date.now, sleep = pause, onCharge, groups = [] } = settings;
  const { store = createMemoryStore() } = settings;
  const { baseUrl, apiKey } = connectionOf(settings);
  checkNumbers(settings.maxCredits, timeoutMs);
  const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = settings;
  const zone = checked(() => createZone(timeZone));
  const today = () => zone.dayOf(new Date(now()));
  const service = createService({ baseUrl, apiKey, transport, timeoutMs, now, sleep });
  const lookUps = createLookUps(service, now);
  // a digest, so that no store contains the key
  const account = digestOf(`${baseUrl} ${apiKey}`);
  /** The key of a question in the store: equal questions of one account share it. */
  const storeKeyOf = ({ question, members }: AskedQuestion) =>
    digestOf([account, identityOf(question), members]);
  const read = (dataset: DatasetName, question: AnyQuestion): AskedQuestion =>
    checked(() => readQuestion(dataset, question, { zone: () => zone, today }));

  return {
    service,
    lookUps,
    store,
    zone,
    account,
    timeoutMs,
    now,
    sleep,
    today,
    storeKeyOf,
    /** @throws BAD_INPUT */
    read,
    /** Reads a question whose answer is stored, with the companies of its groups, free. @throws BAD_INPUT; NO_GROUP */
    async readWithMembers(dataset: DatasetName, question: AnyQuestion): Promise<AskedQuestion> {
      const asked = read(dataset, question);
      return { ...asked, members: await membersOf(lookUps, asked.question.groups) };
    },
    /** @throws BUDGET if a paid question has no maximum cost */
    toRequest(asked: AskedQuestion): QuestionRequest {
      const { isPaid, maxCredits = settings.maxCredits } = asked;
      const ceiling = isPaid ? maxCredits : UNLIMITED;
      if (ceiling === undefined) throw clientErrors.noCeiling();
      const window = windowOf(asked.question, today());
      return { asked, ceiling, window, ...questionEntries(store, storeKeyOf(asked)) };
    },
    /** Looks up the question's companies, free. @throws BAD_INPUT naming a company that no group has; NO_GROUP */
    async plan(asked: AskedQuestion, isEstimated = false): Promise<RequestPlan> {
      const directory = await directoryOf(lookUps, asked.question, groups);
      const targets = () => resolveTargets(asked.question, groups, directory);
      const plan = checked(() => planRequests(asked, today(), targets()));
      return {
        ...plan,
        ...(isEstimated && { estimates: await service.estimates(asked.dataset, plan.bodies) }),
      };
    },
    /** Reports a cost to the program. It may throw, so the answers must be stored before. */
    reportCost(dataset: DatasetName, { charged, owned, source }: Omit<ClientCharge, 'dataset'>): void {
      onCharge?.({ dataset, charged, owned, source });
    },
  };
}

/** @throws BAD_INPUT */
function checkNumbers(maxCredits: number | undefined, timeoutMs: number): void {
  if (maxCredits !== undefined && !isIntegerIn(maxCredits, 0)) throw clientErrors.badCeiling();
  if (!isIntegerIn(timeoutMs, 1, LONGEST_PAUSE_MS)) throw clientErrors.badTimeout();
}

/** Returns the companies of groups, in an order that does not depend on the service. @throws NO_GROUP */
async function membersOf(
  { tracked }: Pick<SignalsClient, 'tracked'>,
  groups: readonly string[],
): Promise<readonly string[]> {
  const lists = await Promise.all(groups.map(tracked));
  const members = lists.flat().map(({ id, domain }) => `${id} ${domain}`);
  return members.sort();
}

/** @throws NO_KEY; BAD_INPUT without an address, or for a key or an address that cannot be one */
function connectionOf({ url, key }: ClientSettings) {
  // a program may pass variables of the environment that are not set
  if (trimmed(url) === '') throw clientErrors.noUrl();
  if (trimmed(key) === '') throw clientErrors.noKey();
  return checked(() => ({ baseUrl: checkAddress(url), apiKey: checkKey(key) }));
}

async function pause(ms: number, signal?: StopSignal): Promise<void> {
  const options = signal && { signal: signal as AbortSignal };
  // an abort ends the pause early; the watch checks the signal itself
  await setTimeout(Math.min(ms, LONGEST_PAUSE_MS), undefined, options).catch(() => undefined);
}
