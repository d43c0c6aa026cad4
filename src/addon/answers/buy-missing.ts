/** Buys what is missing, in as few requests as it takes, once for all who ask for it at a time. */
import { DATASETS } from '../../contract/datasets.js';
import { requireAgreement } from '../account/consent.js';
import { rememberRefusal } from '../account/context.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import type { Client, WireBody } from '../service/client.js';
import type { OpenCall } from '../spending/held.js';
import { openLedger } from '../spending/ledger.js';
import {
  buyRecords,
  findInterrupted,
  type Purchase,
  type ReservedPurchase,
  reservePurchase,
} from '../spending/purchase.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { remember } from '../storage/failures.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { persistentStore } from '../storage/persistent-store.js';
import { keyOf } from '../table/record-layout.js';
import { type AskingRules, budgetOf } from './allowance.js';
import { openPool } from './arrivals.js';
import { findByValues } from './by-values.js';
import { endedValues, hasTold, inFlight, inTheWay, underWay, waitUntil } from './flights.js';
import { type Begun, beginFollowing, withBegun } from './follow.js';
import { type Asked, createKeeper, type MissingRecords } from './keep-bought.js';
import { type Known, survey } from './known.js';
import { isCutAt } from './places.js';
import { type Ask, askOf, bodyOf, type Rules, subtract } from './plan.js';
import type { Pool } from './pool.js';
import { makeRoom } from './put-away.js';
import { inBatches, typedBody } from './requests.js';

export interface Missing extends MissingRecords {
  /** The question's name. */
  readonly key: string;
  /** The name under which a failure is remembered. */
  readonly attempt: string;
  /** The day in the spreadsheet's zone. */
  readonly today: string;
  /** Why it is forced; empty when it is not. */
  readonly cause: string;
  /** Everything is asked for, known or not. */
  readonly isWhole: boolean;
  /** What was known of it when it was looked up. */
  readonly found: Pick<Got, 'pool' | 'known'>;
  /** What others have met meanwhile who asked for the same. */
  failure(): SignalsError | undefined;
  /** What others wait for in the cache, by name: it is put there with the view, or at once if there will be none. */
  readonly told: Record<string, string>;
  /** Whether the payer was found to have agreed to spend here. */
  readonly hasAgreed: boolean;
  /** Whether the cache holds an answer by now. */
  isAnswered(): boolean;
  /** The pool has changed, whatever becomes of the rest. */
  renew(): void;
}

export interface Got {
  readonly pool: Pool;
  readonly known: Known;
  /** The day's budget has nothing left for what is still missing, below the place down to which all is known. */
  readonly isBudgetUsed: boolean;
}

interface Claim {
  readonly pool: Pool;
  readonly known: Known;
  /** Others bring what is missing, or hold credits that they may not need. */
  readonly flights: readonly OpenCall[];
  /** Whether it is for credits only. */
  readonly isForCredits?: boolean;
  readonly order?: Order;
  /** Without document properties: others have bought it, and only the cache knows. */
  readonly isElsewhere?: boolean;
  /** The budget has nothing left. */
  readonly refusal?: SignalsError;
}

interface Order extends Asked {
  readonly purchase: Purchase;
  readonly reserved: ReservedPurchase;
}

/** What a round of questions begins with. */
interface Round {
  readonly rules: Rules;
  readonly hasAsked: boolean;
  /** The pool as it was left. */
  readonly held: Pool | undefined;
  /** Calls of others that had ended before it: what they brought is in the properties. */
  readonly ended: Set<string>;
}

/** Each round asks for what the one before has left: below a cut, or changed since an answer that was given again. */
const MAX_ROUNDS = 8;
/** After these, all gaps are asked for at once: a formula has no time for one after the other. */
const ROUNDS_BY_GAP = 3;
/** What the wait for the lock has to leave for the request: Google gives the lock to any of those who wait. */
const FETCH_MS = 7_000;

/** @returns a function of what is missing; it gives nothing where an answer is in the cache by then */
export function createBuyer(
  platform: Platform,
  execution: { readonly deadline: number; client(): Client } & AskingRules,
  memory: Map<string, unknown>,
): (missing: Missing) => Got | undefined {
  const { clock, documentCache: cache, documentLock: lock } = platform;
  const store = persistentStore(platform);
  const keep = createKeeper(platform, memory);

  return (missing) => {
    const { wanted, found } = missing;
    const requests = wanted.scopes.flatMap(inBatches).length;
    // before anything is paid for
    if (DATASETS[wanted.question.dataset].paid && found.known.rows.length === 0 && wanted.limit < requests)
      throw errors.lowLimit(wanted.limit, requests);
    const demand = missing.demand(false);
    const { client } = execution;
    const begun = beginFollowing(platform, client, { ...found, wanted }, demand);
    if (missing.isWhole) return buy(missing, begun);
    const typed = typedBody(wanted.question, missing.today);
    const byValues = findByValues(platform, client, { ...found, wanted, typed }, demand);
    if (byValues) {
      const got = buy({ ...missing, wanted: byValues.wanted }, begun);
      const whole = got?.known.isEnough ? keep.whole(missing, got.pool, byValues) : undefined;
      if (whole?.known.isEnough) return { ...whole, isBudgetUsed: false };
    }
    return buy(missing, begun);
  };

  function buy(missing: Missing, begun: Begun): Got | undefined {
    const { wanted } = missing;
    let rules: Rules = { isWhole: missing.isWhole, takesWider: true, takesChanges: true, gaps: 1, begun };
    let last: Got | undefined;
    const ended = new Set<string>();
    let before: { readonly asked: string; readonly at: number } | undefined;
    for (let round = 0; round < MAX_ROUNDS; ) {
      for (const settle of missing.after.splice(0)) settle();
      const claim = claimNext(missing, { rules, hasAsked: round > 0, held: last?.pool, ended });
      if (claim.isElsewhere) return undefined;
      last = { pool: claim.pool, known: claim.known, isBudgetUsed: false };
      if (claim.refusal) {
        const { floor, rows } = claim.known;
        const isShown = isCutAt(floor) && rows.some((row) => keyOf(row, wanted.layout) >= floor);
        if (isShown) return { ...last, isBudgetUsed: true };
        throw claim.refusal;
      }
      if (claim.flights.length > 0) {
        waitFor(claim, missing);
        for (const { token } of claim.flights) ended.add(token);
        continue;
      }
      const { order } = claim;
      if (!order) return last;
      const asked = JSON.stringify(order.reserved.bodies);
      try {
        // the same again would bring the same again
        if (asked === before?.asked && before.at >= missing.demand(true).since) return last;
        before = { asked, at: order.at };
        const bought = buyRecords(platform, store, execution.client(), order.purchase, order.reserved, {
          columns: wanted.layout.columns,
          byModified: wanted.byModified,
          companies: [],
        });
        execution.allowance?.spend(bought.credits);
        last = { ...last, ...keep.bought(missing, last.pool, order, withBegun(bought, order, begun)) };
        missing.renew();
        const isCrowded = order.asks.some(
          (ask, index) =>
            (ask.byModified && !wanted.byModified && bought.lists[index]!.records >= ask.limit) ||
            (ask.cursor !== undefined && bought.lists[index]!.changes?.isPart !== false),
        );
        rules = {
          ...rules,
          isWhole: rules.isWhole && order.at < missing.demand(true).since,
          takesChanges: rules.takesChanges && !isCrowded,
        };
      } catch (error) {
        if (!isSignalsError(error)) throw error;
        // what may have been paid for is not bought in another way
        const isFinal = error.unclear || error.code === 'TIMEOUT' || !rules.takesWider;
        if (isFinal || order.asks.every((ask) => !ask.isWider)) {
          ignoreErrors(() => remember(cache, clock, missing.attempt, error));
          if (error.code === 'BAD_KEY') ignoreErrors(() => rememberRefusal(platform, missing.context.payer));
          throw error;
        }
        // what goes wrong with a wider question is not the narrower one's trouble: it asks for itself
        rules = { ...rules, takesWider: false };
        before = undefined;
      } finally {
        Object.assign(missing.told, endedValues(order.reserved));
      }
      if (last.known.isEnough || clock.now() >= execution.deadline) return last;
      round += 1;
      rules = { ...rules, gaps: round < ROUNDS_BY_GAP ? 1 : Number.POSITIVE_INFINITY };
    }
    return last!;
  }

  /** Under the lock: looks again at what is known by now, and says to others what is about to be asked. */
  function claimNext(missing: Missing, { rules, hasAsked, held, ended }: Round): Claim {
    const { wanted, context } = missing;
    return withDocumentLock(
      platform,
      () => {
        const demand = missing.demand(hasAsked);
        // without a store that lasts, what has just been bought is known to this execution alone
        const pool = held && !platform.documentProperties ? held : openPool(platform, context.payer, memory);
        const known = survey(pool, wanted, demand);
        if (known.isEnough && !rules.isWhole) return { pool, known, flights: [] };
        if (!platform.documentProperties && !hasAsked && missing.isAnswered())
          return { pool, known, flights: [], isElsewhere: true };
        const ledger = store && lock && openLedger(store, missing.today, clock.now());
        const others = inFlight(ledger ? ledger.open() : [], clock.now()).filter(
          (flight) => !hasTold(missing.told, flight),
        );
        const alive = cache ? underWay(cache, clock, others) : [];
        // what has ended since the properties were read may have brought something: they are read once more
        const flights = others.filter((flight) => alive.includes(flight) || !ended.has(flight.token));
        for (const { token } of others.filter((flight) => !alive.includes(flight))) ended.add(token);
        const claim = (asks: readonly Ask[], bodies?: readonly WireBody[]): Claim => {
          const nothing = { pool, known, flights: [] };
          if (asks.length === 0) return nothing;
          const names = { payer: context.payer, key: callOf(missing).key };
          const first = inTheWay(flights, names, asks, demand.since);
          if (first.length > 0) return { ...nothing, flights: first };
          const most = asks.reduce((sum, { limit }) => sum + limit, 0);
          const committed = ledger ? ledger.committed() : 0;
          const budget = budgetOf(context, execution, committed);
          const isShort = ledger && isPaid && most > budget - committed;
          if (isShort && alive.length > 0 && clock.now() < execution.deadline - FETCH_MS)
            return { ...nothing, flights: alive, isForCredits: true };
          try {
            return { ...nothing, order: order(missing, asks, budget, bodies) };
          } catch (error) {
            if (!isSignalsError(error) || error.code !== 'BUDGET') throw error;
            return { ...nothing, refusal: error };
          }
        };
        const { dataset } = wanted.question;
        const isPaid = DATASETS[dataset].paid;
        const interrupted = store && isPaid && findInterrupted(platform, store, callOf(missing));
        const asks = interrupted
          ? interrupted.map((body) => askOf(dataset, body))
          : subtract(wanted, known, demand, rules);
        const first = claim(asks, interrupted || undefined);
        // several requests need a credit each, where one would do
        if (!first.refusal || asks.length === 1) return first;
        return claim(subtract(wanted, known, demand, { ...rules, isWhole: true }));
      },
      { busy: errors.busy, waitMs: Math.max(FETCH_MS, execution.deadline - clock.now() - FETCH_MS) },
    );
  }

  /** Reserves what the requests may cost, and says to others that they are in flight. Needs the document's lock. */
  function order(missing: Missing, asks: readonly Ask[], budget: number, again?: readonly WireBody[]): Order {
    const { wanted, context } = missing;
    const typed = typedBody(wanted.question, missing.today);
    const purchase: Purchase = {
      ...callOf(missing),
      dataset: wanted.question.dataset,
      bodies: again ?? asks.map((ask) => bodyOf(ask, typed)),
      budget,
      takesLess: true,
    };
    makeRoom(platform, memory);
    const { paid } = DATASETS[purchase.dataset];
    const agreement = requireAgreement(platform, context, paid, missing.hasAgreed);
    const reserved = reservePurchase(platform, store, purchase, agreement);
    const { slot, bodies } = reserved;
    // what is asked for now comes after a refresh that is known already, though its clock may have been ahead
    const at = reserved.isAgain ? reserved.at : Math.max(reserved.at, context.refreshAfter);
    const made = asks.map((ask, index) => {
      const limit = Number(bodies[index]!['limit']);
      return { ...ask, limit, isLess: limit < ask.limit };
    });
    return { asks: made, purchase, reserved, slot, at };
  }

  function waitFor({ flights, isForCredits = false }: Claim, missing: Missing): void {
    if (!cache) return;
    // with fewer credits there is still time for a request
    const until = execution.deadline - (isForCredits ? FETCH_MS : 0);
    const isLanded = waitUntil(cache, clock, flights, until);
    if (isForCredits && !isLanded) return;
    const failure = isLanded && missing.failure();
    if (failure) throw failure;
    if (clock.now() >= execution.deadline) throw errors.busy();
  }
}

/** By what a purchase is known. */
function callOf({ context, key, today, cause }: Missing): Pick<Purchase, 'key' | 'day' | 'refreshCause'> {
  return { key: `${context.payer} ${key}`, day: today, refreshCause: cause };
}
