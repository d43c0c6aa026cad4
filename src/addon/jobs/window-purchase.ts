/** Buys one window of days for a sync, through the log of purchases: what formulas have bought need not be bought. */
import { DATASETS } from '../../contract/datasets.js';
import { type DayRange, dayAt, dayOf, isoOf, union } from '../../core/days.js';
import type { FetchRequest } from '../../core/facts.js';
import { demandOf, type Moment } from '../../core/freshness.js';
import { committedOn } from '../../core/ledger.js';
import { type Lookup, lookUp } from '../../core/lookup.js';
import { wholeRequests } from '../../core/plan.js';
import { isFor, isInFlight, type Purchase } from '../../core/purchase.js';
import { inBatches, type Query, resolveQuery, type Targets } from '../../core/query.js';
import { bodyOf, wireDays } from '../../core/wire.js';
import { dailyBudgetOf } from '../account/payer.js';
import { readSettings } from '../account/settings.js';
import { endedValues, waitForAll } from '../answers/in-flight.js';
import { fetchPurchase } from '../answers/send-purchase.js';
import { resolveTargets } from '../answers/targets.js';
import { readTrackedCompanies, toTrackedCompany } from '../answers/tracked-companies.js';
import { renewViews } from '../answers/view.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import { createClient } from '../service/client.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { createSnapshotPlatform } from '../storage/property-snapshot.js';
import { createPurchaseStore } from '../storage/purchase-store.js';
import type { Row } from '../table/rows.js';
import { type DayWindow, NEW_PROGRESS, type RequestedWindow, type SyncPlace, sumOf } from './job.js';
import { MAX_RECORDS_OF_DAY } from './sync-window.js';
import { boughtWindow, newestOf } from './window-rows.js';
import {
  isSame,
  isSameWindow,
  type ReceivedWindow,
  type WindowPurchaseOptions,
  type WindowPurchases,
} from './window-types.js';

/** What is done about a window under the lock. */
interface Claim {
  readonly known?: readonly Row[];
  readonly purchase?: Purchase;
  /** Others are buying some of it. */
  readonly waiting?: readonly Purchase[];
  /** An execution that died has asked for some of it: if it was charged, it costs nothing. */
  readonly dead?: Purchase;
}

/** For one request and what may have to be looked up before it. */
const BUDGET_MS = 45_000;
/** To learn how much there is. */
const COUNT_MS = 10_000;

export function createWindowPurchases(
  google: Platform,
  properties: Properties,
  { run, asked, connection, zone }: WindowPurchaseOptions,
): WindowPurchases {
  const platform = createSnapshotPlatform(google);
  const { clock, documentCache: cache } = platform;
  const store = createPurchaseStore(platform);
  const { question, exact } = asked;
  const { dataset } = question;
  const { payer } = connection;
  const { paid } = DATASETS[dataset];
  const asker = `job ${run.job.id}`;
  const today = () => zone.dayOf(new Date(clock.now()));
  const clientUntil = (deadline: number) => createClient(platform, connection, deadline);
  const words = {
    who: run.holder,
    cell: `job: ${run.job.name}`.slice(0, 60),
    question: describeQuestion(question),
  };
  /** Purchases of others that have ended, whatever the log says. */
  const over = new Set<string>();
  let targets: Targets | undefined;
  let isCounting = true;
  /** What the service has told last, of the window that is asked for next. */
  let counted: (DayWindow & { readonly count: number }) | undefined;

  function allTargets(): Targets {
    targets ??= resolveTargets(question, readSettings(properties).groups, (groups) => {
      const deadline = clock.now() + BUDGET_MS;
      const common = { payer, token: run.token, after: 0, deadline };
      const lists = groups.map((group) =>
        readTrackedCompanies(platform, () => clientUntil(deadline), { group, ...common }),
      );
      return lists.flat().map(toTrackedCompany);
    });
    return targets;
  }

  function queryFor({ start, end, part }: DayWindow, limit: number): Query {
    const filters = { ...question.filters, limit, ...(paid && { dateType: 'LAST-MODIFIED' }) };
    const query = resolveQuery({ ...question, filters }, today(), allTargets());
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

  function found(query: Query): Lookup {
    const now = clock.now();
    const moment: Moment = { now, instant: now };
    const policy = { mode: 'daily', refreshAfter: 0, refresh: '' } as const;
    const demand = demandOf(query, policy, undefined, moment);
    return lookUp(store.state(dataset, payer), query, demand, moment, () => true);
  }

  /** All that was changed in the days of a query, where all of it is known. */
  function knownRows(query: Query): readonly Row[] | undefined {
    const { parts, known } = found(query);
    const isAll = parts.every(({ missing }) => missing.length === 0) && known.length < query.limit;
    return isAll ? known.filter(({ day }) => day !== undefined).map(({ row }) => row) : undefined;
  }

  /** Under the lock: what is known by now, who else asks, and else the request in the log. */
  function claim(window: RequestedWindow, place: SyncPlace, query: Query): Claim {
    const now = clock.now();
    const requests = wholeRequests(query);
    const open = store.open(now);
    const own = open.find((one) => one.asker === asker && isSame(one.requests, requests));
    const day = today();
    const cause = run.refreshCause;
    if (own?.state === 'unclear' && own.cause === cause && own.day === day) throw errors.jobUnclear();
    const values = () => run.valuesFor({ place });
    if (own) {
      const purchase: Purchase = { ...own, state: 'requested', sentAt: now, day, cause };
      store.request(purchase, values());
      return { purchase };
    }
    // another execution has repeated it in the meantime
    const ended =
      place.asked && store.answered().find((one) => one.asker === asker && isSame(one.requests, requests));
    if (ended?.pages) return { purchase: ended };
    const related = open.filter((one) => one.asker !== asker && isFor(one, { payer, asker, requests }));
    const waiting = related.filter((one) => isInFlight(one, now) && !over.has(one.token));
    if (waiting.length > 0) return { waiting };
    const dead = related.find(({ amount, state }) => amount > 0 && state === 'requested');
    if (dead) {
      const again: Purchase = { ...dead, sentAt: now, day };
      store.request(again);
      return { dead: again };
    }
    const known = over.size > 0 || window.isKnown ? knownRows(query) : undefined;
    if (known) return { known };
    store.makeRoom(day);
    const purchase = newPurchase(requests, now, day);
    store.request(purchase, values());
    return { purchase };
  }

  function newPurchase(requests: readonly FetchRequest[], now: number, day: string): Purchase {
    const amount = paid ? requests.reduce((sum, { limit }) => sum + limit, 0) : 0;
    const budget = dailyBudgetOf(platform, properties, connection);
    if (amount > 0 && amount > budget - committedOn(store.ledger(), day, now)) throw errors.budget(budget);
    const token = hash(`${asker} ${now} ${Math.random()} ${Math.random()}`);
    const { refreshCause: cause } = run;
    const common = { token, payer, dataset, asker, requests, amount, day, cause };
    return { ...common, at: now, sentAt: now, refresh: '', state: 'requested' };
  }

  function fetch(purchase: Purchase): Purchase {
    const client = clientUntil(clock.now() + BUDGET_MS);
    try {
      return fetchPurchase(platform, store, client, purchase, words);
    } catch (error) {
      tellEnded(purchase);
      throw error;
    }
  }

  function tellEnded(purchase: Purchase): void {
    ignoreErrors(() => cache?.putAll(endedValues(purchase), ENDED_SECONDS));
  }

  function ask(window: RequestedWindow, place: SyncPlace): ReceivedWindow {
    const query = queryFor(window, window.limit);
    for (;;) {
      const { known, purchase, waiting, dead } = withDocumentLock(platform, () =>
        claim(window, place, query),
      );
      if (purchase) {
        const bought = purchase.state === 'answered' ? purchase : fetch(purchase);
        return receivedOf(window, query, bought);
      }
      if (known) return { ...boughtWindow(asked, zone, query, { known }), settle: settleWith(undefined) };
      if (waiting) {
        waitForAll(cache, clock, waiting, clock.now() + BUDGET_MS);
        for (const { token } of waiting) over.add(token);
      }
      if (dead) {
        renewViews(platform, dataset);
        over.add(dead.token);
        store.end(fetch(dead));
        tellEnded(dead);
      }
    }
  }

  function receivedOf(window: RequestedWindow, query: Query, bought: Purchase): ReceivedWindow {
    const { records = 0 } = bought.call ?? {};
    // where the service has told how many there are, no round number is a riddle
    const isAll = counted?.count === records && isSameWindow(counted, window);
    const lists = (bought.pages ?? []).map((page) => ({
      records: page.records,
      // an answer that is given again may be older than what has come since
      rows: newestOf(page.rows, store.state(dataset, payer), bought.at),
    }));
    return {
      ...boughtWindow(asked, zone, query, { lists, isAll, isSplit: window.start < window.end }),
      settle: settleWith(bought),
    };
  }

  function settleWith(bought: Purchase | undefined): ReceivedWindow['settle'] {
    return (place, { added, changed }) => {
      const before = run.progress();
      const counts = { added, changed, credits: bought?.call?.credits ?? 0 };
      const change = {
        place,
        ...sumOf(before, counts),
        ...(run.job.digest !== '' && { unreported: sumOf(before.unreported ?? NEW_PROGRESS, counts) }),
        allAdded: before.allAdded + added,
        allCredits: before.allCredits + counts.credits,
      };
      if (!bought) return run.commit(change);
      const ended: Purchase = {
        ...bought,
        ...(bought.call && { call: { ...bought.call, fresh: added + changed } }),
      };
      // before it is written: who looks from then on must not show what was known before
      renewViews(platform, dataset);
      try {
        run.commit(change, { after: () => store.endValues(ended) });
      } catch (error) {
        if (isSignalsError(error)) throw error;
        // the properties are full of other things: what is in the tab is settled all the same
        const { pages: _pages, ...cost } = ended;
        run.commit(change, { after: () => store.endValues(cost) });
      }
      renewViews(platform, dataset);
      tellEnded(ended);
    };
  }

  function firstDays(window: DayWindow, limit: number): DayWindow {
    const query = queryFor(window, limit);
    const missing = union(found(query).parts.flatMap((part): DayRange[] => [...part.missing]));
    const [first] = missing;
    if (!first) return { ...window, ...(knownRows(query) && { isKnown: true }) };
    if (first[0] > query.from) return firstDays({ ...window, end: isoOf(first[0] - 1) }, limit);
    return { ...window, end: isoOf(Math.min(first[1], query.to)) };
  }

  return {
    ask,
    firstDays,
    committed: () => committedOn(store.ledger(), today(), clock.now()),
    count(window) {
      // a service that does not tell is not asked again by this run
      if (!isCounting) return undefined;
      const bodies = wholeRequests(queryFor(window, 1)).map(bodyOf);
      const client = clientUntil(clock.now() + COUNT_MS);
      const counts = ignoreErrors(() => client.matching(dataset, bodies)) ?? [undefined];
      const count = counts.reduce<number>((sum, one = Number.NaN) => sum + one, 0);
      isCounting = !Number.isNaN(count);
      counted = { ...window, count };
      return count;
    },
    parts() {
      const day = isoOf(dayAt(clock.now()));
      return paid ? queryFor({ start: day, end: day }, MAX_RECORDS_OF_DAY).keys.length : 1;
    },
  };
}

const ENDED_SECONDS = 60;
