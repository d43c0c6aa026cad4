/** What all calls of a client share: its settings with their defaults, its day, and how a question becomes an order. */
import { createHash } from 'node:crypto';
import { checkAddress, checkKey } from '../addon/account/connection-input.js';
import { canBeName, foundCompanies, toRow } from '../addon/answers/company-matches.js';
import type { CompanyDirectory, TrackedCompanyRow } from '../addon/answers/targets.js';
import { TRACKED_COLUMNS, toTrackedCompany } from '../addon/answers/tracked-companies.js';
import { windowOf } from '../addon/question/window.js';
import { createZone, type Zone } from '../addon/question/zone.js';
import { createRowReader } from '../addon/table/rows.js';
import type { DatasetName } from '../contract/datasets.js';
import type { Buyer, Order } from './buy.js';
import { clientErrors, forClient } from './errors.js';
import { createEstimates } from './estimates.js';
import { createMemoryStore } from './memory-store.js';
import { planRequests, type RequestPlan } from './plan-requests.js';
import { type AskedQuestion, readQuestion } from './read-question.js';
import { createService } from './service.js';
import type { AnswerStore, AnyQuestion, ClientSettings, StopSignal, Wire } from './types.js';

export interface ClientContext extends Buyer {
  readonly zone: Zone;
  readonly store: AnswerStore;
  readonly wire: Wire;
  today(): string;
  /** @throws BAD_INPUT */
  read(dataset: DatasetName, question: AnyQuestion): AskedQuestion;
  plan(asked: AskedQuestion): Promise<RequestPlan>;
  order(asked: AskedQuestion, ceiling?: number): Order;
  ceilingOf(asked: AskedQuestion): number | undefined;
  tracked(group: string): Promise<readonly TrackedCompanyRow[]>;
  /** The companies of a group are asked for again: they have changed. */
  forgetGroup(group: string): void;
  sleep(ms: number, signal?: StopSignal): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** How long the companies of a group are taken to be the same. */
const GROUP_MS = 300_000;

/** @throws BAD_INPUT for a key or an address that cannot be one */
export function createContext(settings: ClientSettings, wire: Wire): ClientContext {
  const { timeoutMs = TIMEOUT_MS, now = Date.now, sleep = pause, store = createMemoryStore() } = settings;
  const [baseUrl, apiKey] = checked(() => [checkAddress(settings.url), checkKey(settings.key)] as const);
  if (
    settings.maxCredits !== undefined &&
    !(Number.isSafeInteger(settings.maxCredits) && settings.maxCredits >= 0)
  )
    throw clientErrors.badCeiling();
  const zone = createZone(settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const today = () => zone.dayOf(new Date(now()));
  const service = createService({ baseUrl, apiKey, wire, timeoutMs, now, sleep });
  const groups = new Map<
    string,
    { readonly at: number; readonly companies: Promise<readonly TrackedCompanyRow[]> }
  >();

  function tracked(group: string): Promise<readonly TrackedCompanyRow[]> {
    const known = groups.get(group);
    if (known && now() - known.at < GROUP_MS) return known.companies;
    const companies = service
      .tracked([group])
      .then(([body]) =>
        createRowReader(TRACKED_COLUMNS, 'DD/MM/YYYY')(body?.records ?? []).map(toTrackedCompany),
      );
    groups.set(group, { at: now(), companies });
    companies.catch(() => groups.delete(group));
    return companies;
  }

  /** The companies that texts mean, by the text; none where the service matches none. */
  async function searched(texts: readonly string[]): Promise<ReadonlyMap<string, TrackedCompanyRow>> {
    const names = texts.filter(canBeName);
    const matches = names.length > 0 ? await service.match(names) : undefined;
    return foundCompanies(
      new Map(matches?.map((match, index) => [names[index]!, toRow(names[index]!, match)])),
    );
  }

  /** The add-on looks companies up while it plans; here a plan is made again once those that it wants are there. */
  async function plan({ question }: AskedQuestion): Promise<RequestPlan> {
    const lists = new Map<string, readonly TrackedCompanyRow[]>();
    let found: ReadonlyMap<string, TrackedCompanyRow> | undefined;
    for (;;) {
      const wanted: (() => Promise<void>)[] = [];
      const directory: CompanyDirectory = {
        tracked(names) {
          for (const name of names) {
            if (!lists.has(name)) wanted.push(async () => void lists.set(name, await tracked(name)));
          }
          if (wanted.length > 0) throw new Error('not looked up yet');
          return onlyOnce(names.flatMap((name) => lists.get(name)!));
        },
        search(texts) {
          if (found) return found;
          wanted.push(async () => {
            found = await searched(texts);
          });
          throw new Error('not looked up yet');
        },
      };
      try {
        return planRequests(question, { today: today(), groups: settings.groups ?? [], directory });
      } catch (error) {
        if (wanted.length === 0) throw forClient(error);
      }
      await Promise.all(wanted.map((ask) => ask()));
    }
  }

  const context: ClientContext = {
    service,
    estimates: createEstimates(service),
    store,
    wire,
    zone,
    // a digest: the key itself is in no store
    account: createHash('sha256').update(`${baseUrl} ${apiKey}`).digest('hex'),
    timeoutMs,
    now,
    sleep,
    today,
    tracked,
    forgetGroup: (group) => void groups.delete(group),
    plan,
    read: (dataset, question) => checked(() => readQuestion(dataset, question, { zone: () => zone, today })),
    ceilingOf: ({ maxCredits }) => maxCredits ?? settings.maxCredits,
    order: (asked, ceiling = context.ceilingOf(asked)) => ({
      asked,
      ceiling,
      window: windowOf(asked.question, today()),
      plan: () => plan(asked),
    }),
  };
  return context;
}

function onlyOnce(companies: readonly TrackedCompanyRow[]): readonly TrackedCompanyRow[] {
  return [...new Map(companies.map((company) => [company.id || company, company])).values()];
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw forClient(error);
  }
}

function pause(ms: number, signal?: StopSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
