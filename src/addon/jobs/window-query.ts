/** Builds a sync's queries for windows of days, and looks up what is known, what it costs and what is left. */
import { DATASETS } from '../../contract/datasets.js';
import { asFields, isIntegerIn, isObject, readJson } from '../../contract/json.js';
import { ACCOUNT_PATH } from '../../contract/lookups.js';
import { type DayRange, dayOf, isoOf, union } from '../../core/days.js';
import { committedBy } from '../../core/ledger.js';
import { type Lookup, lookUp } from '../../core/lookup.js';
import { wholeRequests } from '../../core/plan.js';
import {
  inBatches,
  type Query,
  type QueryKey,
  resolveQuery,
  type Targets,
  textOf,
} from '../../core/query.js';
import { demandFor, nextStep, type Step, type StepContext } from '../../core/resolve.js';
import type { CacheState } from '../../core/state.js';
import { bodyOf } from '../../core/wire.js';
import type { StoredConnection } from '../account/connection.js';
import { budgetLeft, dailyBudgetOf } from '../account/payer.js';
import { readSettings } from '../account/settings.js';
import { stepContextOf } from '../answers/step-context.js';
import { resolveTargets } from '../answers/targets.js';
import { createDirectory } from '../answers/tracked-companies.js';
import { ignoreErrors } from '../errors.js';
import { lazy } from '../lazy.js';
import type { Platform } from '../platform.js';
import { todayIn, type Zone } from '../question/zone.js';
import { estimateCall, lookUpCall } from '../service/calls.js';
import { Client, matchingIn } from '../service/client.js';
import { requireDocument } from '../storage/document-lock.js';
import { createSnapshotPlatform } from '../storage/platforms.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { shortHash } from '../storage/text.js';
import type { DayWindow, RequestedWindow } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import { MAX_RECORDS_OF_DAY, type RequestParts } from './sync-window.js';

/** In credits; infinite if the records are free. */
export interface WindowLimits extends Pick<StepContext, 'creditsLeft' | 'creditsForRepeat'> {
  /** The most that a run may spend if it starts with the whole day's budget. */
  readonly fullBudget: number;
}

/** Time for one request and the lookups before it. */
export const REQUEST_MS = 45_000;
const COUNT_MS = 10_000;
export const UNLIMITED: WindowLimits = {
  creditsLeft: Number.POSITIVE_INFINITY,
  creditsForRepeat: Number.POSITIVE_INFINITY,
  fullBudget: Number.POSITIVE_INFINITY,
};

/** The one who queries and buys for a sync. */
export class Buyer {
  readonly run: Run;
  readonly syncQuestion: SyncQuestion;
  readonly connection: StoredConnection;
  readonly zone: Zone;
  /** A snapshot: it has read the document's properties in one call. */
  readonly platform: Platform;
  readonly store: PurchaseStore;
  readonly isPaid: boolean;
  /** The asker of its purchases. */
  readonly asker: string;
  /** False once the service did not count records: it is not asked again. */
  private isCounting = true;
  /** Asks the service if the question names groups. */
  private readonly targets = lazy(() => this.findTargets());

  constructor(run: Run, syncQuestion: SyncQuestion, connection: StoredConnection, zone: Zone) {
    this.run = run;
    this.syncQuestion = syncQuestion;
    this.connection = connection;
    this.zone = zone;
    this.platform = createSnapshotPlatform(run.platform);
    this.store = new PurchaseStore(this.platform);
    this.isPaid = DATASETS[syncQuestion.question.dataset].paid;
    this.asker = `job ${run.job.id}`;
  }

  client(ms = REQUEST_MS): Client {
    return new Client(this.platform, this.connection, this.platform.clock.now() + ms);
  }

  private findTargets(): Targets {
    const { platform, connection, run, syncQuestion } = this;
    const deadline = platform.clock.now() + REQUEST_MS;
    const rules = { payer: connection.payer, token: run.lease.token, after: 0, deadline };
    const directory = createDirectory(platform, () => this.client(), rules);
    return resolveTargets(syncQuestion.question, readSettings(platform.documentProperties).groups, directory);
  }

  query({ start, end, part }: DayWindow, limit = MAX_RECORDS_OF_DAY): Query {
    const { question, exact } = this.syncQuestion;
    const { dataset } = question;
    const dateType = 'dateType' in DATASETS[dataset].filters && { dateType: 'LAST-MODIFIED' };
    const filters = { ...question.filters, limit, ...dateType };
    const query = resolveQuery({ ...question, filters }, todayIn(this.zone, this.platform), this.targets());
    const keys = query.keys.flatMap(inBatches);
    const [from, to] = [dayOf(start) ?? query.from, dayOf(end) ?? query.to];
    return {
      ...query,
      keys: part === undefined ? keys : keys.slice(part, part + 1),
      from,
      to,
      isExactDate: false,
      companies: query.companies.length > 0 || !exact ? query.companies : question.companies,
    };
  }

  /** Returns the keys of the question's queries, which are the same for all days. */
  queryKeys(): readonly QueryKey[] {
    return this.query({ start: '', end: '' }).keys;
  }

  /** Returns the paid requests that the question takes: each is sent on its own, with the whole limit. */
  parts(): RequestParts {
    if (!this.isPaid) return { count: 1, companies: '' };
    const keys = this.queryKeys();
    return { count: keys.length, companies: shortHash(keys.map(textOf).join('\n')) };
  }

  /** Returns how many records a window has, if the service counts them for free. */
  count(window: DayWindow): number | undefined {
    if (!this.isCounting) return undefined;
    const bodies = wholeRequests(this.query(window, 1)).map(bodyOf);
    const { dataset } = this.syncQuestion.question;
    const answers = ignoreErrors(() => this.client(COUNT_MS).askOnce(estimateCall(dataset, bodies)));
    const counts = answers?.map(matchingIn) ?? [undefined];
    const count = counts.reduce<number>((sum, one = Number.NaN) => sum + one, 0);
    this.isCounting = !Number.isNaN(count);
    return this.isCounting ? count : undefined;
  }

  /**
   * Returns the key's cap for a day, if a refused request costs more than a whole one; undefined if the rest of the
   * cap was too little for it, or if the service does not tell.
   * @param records that the request would return, if known
   */
  exceededCap(records = 0): number | undefined {
    const [account] = ignoreErrors(() => this.client(COUNT_MS).askOnce(lookUpCall(ACCOUNT_PATH))) ?? [];
    const state = account?.status === 200 ? readJson(account.text, isObject) : undefined;
    const { caps, spentToday, billing } = asFields(state);
    const { creditsPerDay } = asFields(caps);
    if (!isIntegerIn(creditsPerDay, 0)) return undefined;
    // a key that pays for versions has perhaps paid for some of the records
    const costsMore = billing === 'per-answer' && records > creditsPerDay;
    return costsMore || spentToday === 0 ? creditsPerDay : undefined;
  }

  context(
    query: Query,
    { creditsLeft, creditsForRepeat }: Omit<WindowLimits, 'fullBudget'> = UNLIMITED,
  ): StepContext {
    const { platform, store, run, zone, asker } = this;
    const { payer } = this.connection;
    const now = platform.clock.now();
    const context = { payer, settings: readSettings(platform.documentProperties), refreshAfter: 0 };
    return {
      ...stepContextOf(this.state(), query, context, { isDaily: true }, now),
      creditsLeft,
      creditsForRepeat,
      asker,
      today: todayIn(zone, platform),
      cause: run.refreshCause,
      isStepwise: false,
      open: store.open(now),
    };
  }

  lookUpKnown(query: Query): Lookup {
    const state = this.state();
    const context = this.context(query);
    return lookUp(state, query, demandFor(state, query, context), context.moment, context.isAboutCompanies);
  }

  /** Returns the last of a window's first days that are all known, or all missing. */
  lastOfFirstDays(window: DayWindow): string {
    const query = this.query(window);
    const [first] = missingIn(this.lookUpKnown(query));
    if (!first) return window.end;
    return isoOf(first[0] > query.from ? first[0] - 1 : Math.min(first[1], query.to));
  }

  /** Returns the step for a window, assuming enough credits. */
  step(window: RequestedWindow): Step {
    const query = this.query(window, window.limit);
    return nextStep(this.state(), query, this.context(query));
  }

  state(): CacheState {
    return this.store.state(this.syncQuestion.question.dataset, this.connection.payer);
  }
}

type BudgetSource = Pick<Buyer, 'platform' | 'store' | 'connection' | 'zone'>;

/** Returns the rest of the daily and monthly budgets. */
export function budgetOf({ platform, store, connection, zone }: BudgetSource) {
  const properties = requireDocument(platform);
  const daily = dailyBudgetOf(platform, properties, connection);
  const settings = readSettings(properties);
  const committed = committedBy(store.ledger(), todayIn(zone, platform), platform.clock.now());
  return { daily, settings, ...budgetLeft(settings, daily, committed) };
}

export function missingIn({ parts }: Lookup): DayRange[] {
  return union(parts.flatMap(({ missing }) => missing));
}
