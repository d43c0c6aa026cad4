/** The query of a sync for a window of days, and the spreadsheet's knowledge of it. */
import { DATASETS } from '../../contract/datasets.js';
import { type DayRange, dayAt, dayOf, isoOf, union } from '../../core/days.js';
import { committedBy } from '../../core/ledger.js';
import { type Lookup, lookUp } from '../../core/lookup.js';
import { wholeRequests } from '../../core/plan.js';
import { inBatches, type Query, resolveQuery, type Targets } from '../../core/query.js';
import { demandFor, nextStep, type Step, type StepContext } from '../../core/resolve.js';
import type { CacheState } from '../../core/state.js';
import { bodyOf, wireDays } from '../../core/wire.js';
import type { StoredConnection } from '../account/connection.js';
import { budgetLeft, dailyBudgetOf } from '../account/payer.js';
import { readSettings } from '../account/settings.js';
import { stepContextOf } from '../answers/allowance.js';
import { openFor } from '../answers/purchase.js';
import { resolveTargets } from '../answers/targets.js';
import { createDirectory } from '../answers/tracked-companies.js';
import { lazy } from '../lazy.js';
import type { Platform } from '../platform.js';
import type { Zone } from '../question/zone.js';
import { Client } from '../service/client.js';
import { requireDocument } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { createSnapshotPlatform } from '../storage/platforms.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import type { DayWindow, RequestedWindow } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import { MAX_RECORDS_OF_DAY } from './sync-window.js';

export type WindowLimits = Pick<StepContext, 'left' | 'leftForRepeat'>;

/** For one request and what may have to be looked up before it. */
const REQUEST_MS = 45_000;
/** To learn how much there is. */
const COUNT_MS = 10_000;
const UNLIMITED: WindowLimits = { left: Number.POSITIVE_INFINITY, leftForRepeat: Number.POSITIVE_INFINITY };

/** The purchaser for a run of a sync, and the facts known by now. */
export class SyncBuyer {
  /** The platform, which has read the document's properties in one call. */
  readonly platform: Platform;
  readonly store: PurchaseStore;
  readonly run: Run;
  readonly asked: SyncQuestion;
  readonly connection: StoredConnection;
  readonly asker: string;
  private readonly zone: Zone;
  /** Looked up with the service where the question names groups. */
  private readonly targets: () => Targets;

  constructor(google: Platform, run: Run, asked: SyncQuestion, connection: StoredConnection, zone: Zone) {
    const platform = createSnapshotPlatform(google);
    this.platform = platform;
    this.store = new PurchaseStore(platform);
    this.run = run;
    this.asked = asked;
    this.connection = connection;
    this.asker = `job ${run.job.id}`;
    this.zone = zone;
    this.targets = lazy(() => {
      const rules = { payer: connection.payer, token: run.token, after: 0, deadline: this.deadline() };
      const directory = createDirectory(platform, () => this.client(), rules);
      return resolveTargets(asked.question, readSettings(platform.documentProperties).groups, directory);
    });
  }

  deadline(ms = REQUEST_MS): number {
    return this.platform.clock.now() + ms;
  }

  client(ms = REQUEST_MS): Client {
    return new Client(this.platform, this.connection, this.deadline(ms));
  }

  /** The rest of the budgets of the day and of the month. */
  budget() {
    const { platform, store, connection } = this;
    const properties = requireDocument(platform);
    const daily = dailyBudgetOf(platform, properties, connection);
    const settings = readSettings(properties);
    const committed = committedBy(store.ledger(), this.today(), platform.clock.now());
    return { daily, settings, ...budgetLeft(settings, daily, committed) };
  }

  queryOf({ start, end, part }: DayWindow, limit = MAX_RECORDS_OF_DAY): Query {
    const { question, exact } = this.asked;
    const { dataset } = question;
    const filters = {
      ...question.filters,
      limit,
      ...('dateType' in DATASETS[dataset].filters && { dateType: 'LAST-MODIFIED' }),
    };
    const query = resolveQuery({ ...question, filters }, this.today(), this.targets());
    const keys = query.keys.flatMap(inBatches);
    const [from, to] = [dayOf(start) ?? query.from, dayOf(end) ?? query.to];
    return {
      ...query,
      keys: part === undefined ? keys : keys.slice(part, part + 1),
      from,
      to,
      typedDays: wireDays(dataset, 'modified', from, to),
      companies: query.companies.length > 0 || !exact ? query.companies : question.companies,
    };
  }

  /** How many requests that cost the question takes: each is queried separately, with the whole limit. */
  countParts(): number {
    const day = isoOf(dayAt(this.platform.clock.now()));
    const { paid } = DATASETS[this.asked.question.dataset];
    return paid ? this.queryOf({ start: day, end: day }).keys.length : 1;
  }

  /** How many records a window has, where the service tells it for nothing. */
  countRecords(window: DayWindow): number | undefined {
    const bodies = wholeRequests(this.queryOf(window, 1)).map(bodyOf);
    const { dataset } = this.asked.question;
    const counts = ignoreErrors(() => this.client(COUNT_MS).matching(dataset, bodies)) ?? [undefined];
    const count = counts.reduce<number>((sum, one = Number.NaN) => sum + one, 0);
    return Number.isNaN(count) ? undefined : count;
  }

  /** @param ended purchases that have ended as far as this run knows, whatever the log says */
  contextOf(query: Query, limits: WindowLimits, ended: ReadonlySet<string> = new Set()): StepContext {
    const { platform, store, run, connection, asker } = this;
    const now = platform.clock.now();
    const { payer } = connection;
    const context = { payer, settings: readSettings(platform.documentProperties), refreshAfter: 0 };
    const rules = { freshness: { mode: 'daily' } } as const;
    return {
      ...stepContextOf(store.state(query.dataset, payer), query, context, rules, now),
      ...limits,
      asker,
      today: this.today(),
      cause: run.refreshCause,
      isStepwise: false,
      open: openFor(store, ended, now),
    };
  }

  lookUp(query: Query): Lookup {
    const state = this.stateFor(query);
    const context = this.contextOf(query, { left: 0, leftForRepeat: 0 });
    return lookUp(state, query, demandFor(state, query, context), context.moment, context.isWanted);
  }

  /** The last of the first days of a window that are all known, or all missing. */
  lastOfFirstDays(window: DayWindow): string {
    const query = this.queryOf(window);
    const [first] = missingIn(this.lookUp(query));
    if (!first) return window.end;
    return isoOf(first[0] > query.from ? first[0] - 1 : Math.min(first[1], query.to));
  }

  /** The step for a window, as if there were credits enough. */
  stepFor(window: RequestedWindow): Step {
    const query = this.queryOf(window, window.limit);
    return nextStep(this.stateFor(query), query, this.contextOf(query, UNLIMITED));
  }

  private stateFor({ dataset }: Query): CacheState {
    return this.store.state(dataset, this.connection.payer);
  }

  private today(): string {
    return this.zone.dayOf(new Date(this.platform.clock.now()));
  }
}

export function missingIn({ parts }: Lookup): DayRange[] {
  return union(parts.flatMap(({ missing }) => missing));
}
