/** What a sync asks of a window of days, and what the spreadsheet knows of it. */
import { DATASETS } from '../../contract/datasets.js';
import { type DayRange, dayAt, dayOf, isoOf, union } from '../../core/days.js';
import { committedOn } from '../../core/ledger.js';
import { type Lookup, lookUp } from '../../core/lookup.js';
import { wholeRequests } from '../../core/plan.js';
import { inBatches, type Query, resolveQuery, type Targets } from '../../core/query.js';
import { demandFor, nextStep, type Step, type StepContext } from '../../core/resolve.js';
import { bodyOf, wireDays } from '../../core/wire.js';
import type { StoredConnection } from '../account/connection.js';
import { readSettings } from '../account/settings.js';
import { stepContextOf } from '../answers/allowance.js';
import { openPurchases } from '../answers/purchase.js';
import { resolveTargets } from '../answers/targets.js';
import { createDirectory } from '../answers/tracked-companies.js';
import { lazy } from '../lazy.js';
import type { Platform } from '../platform.js';
import type { Zone } from '../question/zone.js';
import { Client } from '../service/client.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { createSnapshotPlatform } from '../storage/property-snapshot.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import type { DayWindow, RequestedWindow } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import { MAX_RECORDS_OF_DAY } from './sync-window.js';

export type WindowLimits = Pick<StepContext, 'left' | 'leftForRepeat'>;

/** Who buys, for whom, and where it is written. */
export interface Buyer {
  /** Which has read the document's properties in one call. */
  readonly platform: Platform;
  readonly store: PurchaseStore;
  readonly run: Run;
  readonly asked: SyncQuestion;
  readonly connection: StoredConnection;
  readonly zone: Zone;
  /** Looked up with the service where the question names groups. */
  targets(): Targets;
}

/** For one request and what may have to be looked up before it. */
export const REQUEST_MS = 45_000;
/** To learn how much there is. */
const COUNT_MS = 10_000;

export function createBuyer(
  google: Platform,
  options: Pick<Buyer, 'run' | 'asked' | 'connection' | 'zone'>,
): Buyer {
  const platform = createSnapshotPlatform(google);
  const { run, asked, connection } = options;
  const targets = lazy(() => {
    const deadline = platform.clock.now() + REQUEST_MS;
    const rules = { payer: connection.payer, token: run.token, after: 0, deadline };
    const directory = createDirectory(platform, () => new Client(platform, connection, deadline), rules);
    return resolveTargets(asked.question, readSettings(platform.documentProperties).groups, directory);
  });
  return { ...options, platform, store: new PurchaseStore(platform), targets };
}

function todayOf({ platform, zone }: Buyer): string {
  return zone.dayOf(new Date(platform.clock.now()));
}

/** Credits spent today, or possibly spent. */
export function committedToday(buyer: Buyer): number {
  return committedOn(buyer.store.ledger(), todayOf(buyer), buyer.platform.clock.now());
}

export function queryOf(buyer: Buyer, { start, end, part }: DayWindow, limit = MAX_RECORDS_OF_DAY): Query {
  const { question, exact } = buyer.asked;
  const { dataset } = question;
  const filters = {
    ...question.filters,
    limit,
    ...('dateType' in DATASETS[dataset].filters && { dateType: 'LAST-MODIFIED' }),
  };
  const query = resolveQuery({ ...question, filters }, todayOf(buyer), buyer.targets());
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
export function partsOf(buyer: Buyer): number {
  const day = isoOf(dayAt(buyer.platform.clock.now()));
  return DATASETS[buyer.asked.question.dataset].paid
    ? queryOf(buyer, { start: day, end: day }).keys.length
    : 1;
}

/** How many records a window has, where the service tells it for nothing. */
export function countOf(buyer: Buyer, window: DayWindow): number | undefined {
  const { platform, connection, asked } = buyer;
  const bodies = wholeRequests(queryOf(buyer, window, 1)).map(bodyOf);
  const client = new Client(platform, connection, platform.clock.now() + COUNT_MS);
  const counts = ignoreErrors(() => client.matching(asked.question.dataset, bodies)) ?? [undefined];
  const count = counts.reduce<number>((sum, one = Number.NaN) => sum + one, 0);
  return Number.isNaN(count) ? undefined : count;
}

export function askerOf({ run }: Buyer): string {
  return `job ${run.job.id}`;
}

/** @param ended purchases that have ended as far as this run knows, whatever the log says */
export function contextOf(
  buyer: Buyer,
  query: Query,
  { left, leftForRepeat }: WindowLimits,
  ended: ReadonlySet<string>,
): StepContext {
  const { platform, store, run, connection } = buyer;
  const now = platform.clock.now();
  const { payer } = connection;
  const context = { payer, settings: readSettings(platform.documentProperties), refreshAfter: 0 };
  const rules = { freshness: { mode: 'daily' } } as const;
  return {
    ...stepContextOf(store.state(query.dataset, payer), query, context, rules, now),
    asker: askerOf(buyer),
    today: todayOf(buyer),
    cause: run.refreshCause,
    isStepwise: false,
    left,
    leftForRepeat,
    open: openPurchases(store, ended, now),
  };
}

export function lookUpDays(buyer: Buyer, query: Query): Lookup {
  const state = buyer.store.state(query.dataset, buyer.connection.payer);
  const context = contextOf(buyer, query, { left: 0, leftForRepeat: 0 }, new Set());
  return lookUp(state, query, demandFor(state, query, context), context.moment, context.isWanted);
}

export function missingIn({ parts }: Lookup): DayRange[] {
  return union(parts.flatMap(({ missing }) => missing));
}

/** The last of the first days of a window that are all known, or all missing. */
export function lastOfFirstDays(buyer: Buyer, window: DayWindow): string {
  const query = queryOf(buyer, window);
  const [first] = missingIn(lookUpDays(buyer, query));
  if (!first) return window.end;
  return isoOf(first[0] > query.from ? first[0] - 1 : Math.min(first[1], query.to));
}

/** What would be done about a window now, if there were credits enough. */
export function stepFor(buyer: Buyer, window: RequestedWindow): Step {
  const infinite = Number.POSITIVE_INFINITY;
  const query = queryOf(buyer, window, window.limit);
  const state = buyer.store.state(query.dataset, buyer.connection.payer);
  return nextStep(
    state,
    query,
    contextOf(buyer, query, { left: infinite, leftForRepeat: infinite }, new Set()),
  );
}
