/** Buys what is missing, in as few requests as it takes, and puts it into the pool together with what it cost. */
import { type Context, rememberRefusal } from '../account/context.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import type { Client } from '../service/client.js';
import { type BoughtRecords, buyRecords, type Purchase, reservePurchase } from '../spending/purchase.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { remember } from '../storage/failures.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { persistentStore } from '../storage/persistent-store.js';
import { textAt } from '../table/record-layout.js';
import { addAnswers, markUsed, withOrder } from './add-answers.js';
import type { Demand } from './demand.js';
import {
  beginFlight,
  endFlight,
  type InFlightPurchase,
  inTheWay,
  isUnderWay,
  readFlights,
} from './flights.js';
import { type Known, survey, type Wanted } from './known.js';
import { type Ask, bodyOf, type Rules, subtract } from './plan.js';
import { type Pool, readPool } from './pool.js';
import { type Change, writePool } from './pool-write.js';
import { typedBody } from './requests.js';

export interface Missing {
  readonly wanted: Wanted;
  readonly context: Context;
  /** The question's name. */
  readonly key: string;
  /** The name under which a failure is remembered. */
  readonly attempt: string;
  /** The day in the spreadsheet's zone. */
  readonly today: string;
  /** The value of `refresh` that is served by this, as a hash; empty for none. */
  readonly wish: string;
  /** Why it is forced; empty when it is not. */
  readonly cause: string;
  /** Everything is asked for, known or not. */
  readonly isWhole: boolean;
  /** @param hasAsked whether it has been asked for in this execution */
  demand(hasAsked: boolean): Demand;
  /** What others have met meanwhile who asked for the same. */
  failure(): SignalsError | undefined;
}

export interface Got {
  readonly pool: Pool;
  readonly known: Known;
  /** Whether the pool has changed. */
  readonly isNew: boolean;
}

interface Claim {
  readonly pool: Pool;
  readonly known: Known;
  /** Others bring what is missing. */
  readonly flights: readonly InFlightPurchase[];
  readonly order?: Order;
}

interface Order {
  readonly asks: readonly Ask[];
  readonly purchase: Purchase;
  readonly token: string;
  /** When it was first sent: a call that is repeated under the same name brings what was true then. */
  readonly at: number;
  readonly flight: string;
}

/** Each round asks for what the one before has left: below a cut, or changed since an answer that was given again. */
const MAX_ROUNDS = 8;
/** After these, all gaps are asked for at once: a formula has no time for one after the other. */
const ROUNDS_BY_GAP = 3;
const POLL_MS = 250;
const FULL = 'answers-full';
const FULL_SECONDS = 21_600;

/** Whether the document's properties had no room for all that was bought within the last hours. */
export function wasStoreFull({ documentCache }: Pick<Platform, 'documentCache'>): boolean {
  return documentCache?.getAll([FULL])[FULL] !== undefined;
}

export function createBuyer(
  platform: Platform,
  execution: { readonly deadline: number; client(): Client },
  memory: Map<string, unknown>,
): (missing: Missing) => Got {
  const { clock, documentCache: cache, documentLock: lock } = platform;
  const store = persistentStore(platform);

  return (missing) => {
    const { wanted } = missing;
    let rules: Rules = { isWhole: missing.isWhole, takesWider: true, takesChanges: true, gaps: 1 };
    let last: Got | undefined;
    let before: { readonly asked: string; readonly at: number } | undefined;
    for (let round = 0; round < MAX_ROUNDS; ) {
      const claim = claimNext(missing, rules, round > 0, last?.pool);
      last = { pool: claim.pool, known: claim.known, isNew: last?.isNew ?? false };
      if (claim.flights.length > 0) {
        waitFor(claim.flights, missing);
        continue;
      }
      const { order } = claim;
      if (!order) return last;
      const asked = JSON.stringify(order.purchase.bodies);
      try {
        // the same again would bring the same again
        if (asked === before?.asked && before.at >= missing.demand(true).since) return last;
        before = { asked, at: order.at };
        const bought = buyRecords(platform, store, execution.client(), order.purchase, order.token, {
          columns: wanted.layout.columns,
          byModified: wanted.byModified,
          companies: [],
        });
        last = { ...keep(missing, last.pool, order, bought), isNew: true };
        const isCrowded = order.asks.some(
          (ask, index) => ask.byModified && !wanted.byModified && bought.lists[index]!.records >= ask.limit,
        );
        rules = {
          ...rules,
          isWhole: rules.isWhole && order.at < missing.demand(true).since,
          takesChanges: rules.takesChanges && !isCrowded,
        };
      } catch (error) {
        if (!isSignalsError(error)) throw error;
        if (!rules.takesWider || order.asks.every((ask) => !ask.isWider)) {
          ignoreErrors(() => remember(cache, clock, missing.attempt, error));
          if (error.code === 'BAD_KEY') ignoreErrors(() => rememberRefusal(platform, missing.context.payer));
          throw error;
        }
        // what goes wrong with a wider question is not the narrower one's trouble: it asks for itself
        rules = { ...rules, takesWider: false };
        before = undefined;
      } finally {
        if (cache && order.flight !== '') endFlight(cache, order.flight);
      }
      if (last.known.isEnough || clock.now() >= execution.deadline) return last;
      round += 1;
      rules = { ...rules, gaps: round < ROUNDS_BY_GAP ? 1 : Number.POSITIVE_INFINITY };
    }
    return last!;
  };

  /** Under the lock: looks again at what is known by now, and says to others what is about to be asked. */
  function claimNext(missing: Missing, rules: Rules, hasAsked: boolean, held: Pool | undefined): Claim {
    const { wanted, context } = missing;
    return withDocumentLock(
      platform,
      () => {
        const demand = missing.demand(hasAsked);
        // without a store that lasts, what has just been bought is known to this execution alone
        const pool = held && !platform.documentProperties ? held : readPool(platform, context.payer, memory);
        const known = survey(pool, wanted, demand);
        if (known.isEnough && !rules.isWhole) return { pool, known, flights: [] };
        const flights = cache && lock ? readFlights(cache, clock.now()) : [];
        const claim = (asks: readonly Ask[]): Claim => {
          if (asks.length === 0) return { pool, known, flights: [] };
          const others = inTheWay(flights, context.payer, asks, demand.since);
          return {
            pool,
            known,
            flights: others,
            ...(others.length === 0 && { order: order(missing, asks, flights) }),
          };
        };
        const asks = subtract(wanted, known, demand, rules);
        try {
          return claim(asks);
        } catch (error) {
          // several requests reserve more than the question's one would
          const isDivided = asks.reduce((sum, { limit }) => sum + limit, 0) > wanted.limit;
          if (!isDivided || !isSignalsError(error) || error.code !== 'BUDGET') throw error;
          return claim(subtract(wanted, known, demand, { ...rules, isWhole: true }));
        }
      },
      { busy: errors.busy },
    );
  }

  /** Reserves what the requests may cost, and says to others that they are in flight. Needs the document's lock. */
  function order(missing: Missing, asks: readonly Ask[], flights: readonly InFlightPurchase[]): Order {
    const { wanted, context } = missing;
    const typed = typedBody(wanted.question, missing.today);
    const purchase: Purchase = {
      dataset: wanted.question.dataset,
      key: `${context.payer} ${missing.key}`,
      bodies: asks.map((ask) => bodyOf(ask, typed)),
      day: missing.today,
      budget: Math.min(context.settings.dailyBudget, context.dailyCap ?? Number.POSITIVE_INFINITY),
      refreshCause: missing.cause,
    };
    const { token, at } = reservePurchase(platform, store, purchase);
    const flight = platform.uuid();
    if (cache && lock)
      beginFlight(cache, flights, { id: flight, payer: context.payer, at: clock.now(), asks });
    return { asks, purchase, token, at, flight };
  }

  function waitFor(flights: readonly InFlightPurchase[], missing: Missing): void {
    if (!cache) return;
    while (isUnderWay(cache, clock, flights)) {
      if (clock.now() >= execution.deadline) throw errors.busy();
      clock.sleep(POLL_MS);
    }
    const failure = missing.failure();
    if (failure) throw failure;
    if (clock.now() >= execution.deadline) throw errors.busy();
  }

  /** Writes what came with what it cost in one call, so that a crash leaves both or neither. */
  function keep(missing: Missing, held: Pool, order: Order, bought: BoughtRecords): Omit<Got, 'isNew'> {
    const { wanted, context } = missing;
    const changesTo = (pool: Pool): Change[] =>
      withUse(addAnswers(pool, wanted, order.asks, bought.lists, order.at), wanted, clock.now());
    const read = (from: Pool): Pool => withOrder(from, order.asks, bought.lists, order.at);
    const demand = missing.demand(true);
    let pool = read(held);
    let changes: Change[] | undefined;
    // without the lock the reservation stays open: the ledger then says too much rather than too little
    ignoreErrors(() =>
      withDocumentLock(platform, () => {
        if (platform.documentProperties) pool = read(readPool(platform, context.payer, memory));
        changes = changesTo(pool);
        const isServed = survey(overlaid(pool, changes), wanted, demand).isEnough;
        const settlement = bought.settlement(callOf(missing, pool, order, bought));
        if (store)
          write(store, pool, changes, isServed && missing.wish !== '' ? [missing.wish] : [], settlement);
      }),
    );
    const next = overlaid(pool, changes ?? changesTo(pool));
    return { pool: next, known: survey(next, wanted, demand) };
  }

  function write(
    properties: Properties,
    pool: Pool,
    changes: readonly Change[],
    served: readonly string[],
    settlement: Readonly<Record<string, string>>,
  ): void {
    const planned =
      platform.documentProperties && ignoreErrors(() => writePool(platform, pool, changes, served));
    const written =
      planned &&
      ignoreErrors(() => {
        properties.setAll({ ...planned.values, ...settlement });
        return planned;
      });
    // the store is full of other things
    if (!written) properties.setAll(settlement);
    if (!written?.isRoomy) {
      ignoreErrors(() => cache?.putAll({ [FULL]: String(clock.now()) }, FULL_SECONDS));
    }
    for (const name of written?.removed ?? []) properties.remove(name);
  }

  function callOf(
    { wanted }: Missing,
    pool: Pool,
    { asks }: Order,
    { rows }: BoughtRecords,
  ): Parameters<BoughtRecords['settlement']>[0] {
    const { id, lastModified } = wanted.layout;
    const known = new Set(
      pool.shelves
        .filter(({ scope }) => scope.dataset === wanted.question.dataset)
        .flatMap((shelf) => pool.batchesOf(shelf) ?? [])
        .flatMap((batch) => batch.rows.map((row) => `${textAt(row, id)} ${textAt(row, lastModified)}`)),
    );
    return {
      who: '',
      cell: (ignoreErrors(() => platform.spreadsheet.activeCell()) ?? '').slice(0, 60),
      question: describeQuestion(wanted.question),
      fresh: rows.filter((row) => !known.has(`${textAt(row, id)} ${textAt(row, lastModified)}`)).length,
      source: asks.some((ask) => ask.byModified && !wanted.byModified) ? 'delta' : 'service',
    };
  }
}

function withUse(changes: readonly Change[], wanted: Wanted, now: number): Change[] {
  return changes.map(({ shelf, added }) => ({ shelf: markUsed([shelf], wanted, now)[0] ?? shelf, added }));
}

/** The pool with changes, whether they could be written or not. */
function overlaid(pool: Pool, changes: readonly Change[]): Pool {
  const changed = new Map(changes.map((change) => [change.shelf.key, change]));
  const kept = pool.shelves.filter(({ key }) => !changed.has(key));
  return {
    ...pool,
    shelves: [...kept, ...changes.map(({ shelf }) => shelf)],
    batchesOf(shelf) {
      const change = changed.get(shelf.key);
      return change ? [...(pool.batchesOf(shelf) ?? []), ...change.added] : pool.batchesOf(shelf);
    },
  };
}
