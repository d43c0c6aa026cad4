/** Puts what was bought into the pool together with what it cost. */
import type { Context } from '../account/context.js';
import type { Platform, Properties } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import type { BoughtRecords } from '../spending/purchase.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { persistentStore } from '../storage/persistent-store.js';
import { textAt } from '../table/record-layout.js';
import { addAnswers, withOrder } from './add-answers.js';
import { type Arrival, arrivalValues, changesOf, openPool, withArrival } from './arrivals.js';
import { type ByValues, wholeAsk } from './by-values.js';
import type { Demand } from './demand.js';
import { type Known, lastComplete, survey, type Wanted } from './known.js';
import type { Ask } from './plan.js';
import type { Pool } from './pool.js';
import { type Change, orderValues, overlaid, writePool } from './pool-write.js';
import { sayFull, settledPool, writeWhateverTheRoom } from './put-away.js';
import { covers } from './scope.js';

/** What was missing of a question. */
export interface MissingRecords {
  readonly wanted: Wanted;
  readonly context: Context;
  /** The value of `refresh` that is served by this, as a hash; empty for none. */
  readonly wish: string;
  /** What is to be done when the view is in the cache. */
  readonly after: (() => unknown)[];
  /** @param hasAsked whether it has been asked for in this execution */
  demand(hasAsked: boolean): Demand;
}

/** What was asked for, when it was first sent, and where its answer is kept. */
export interface Asked {
  readonly asks: readonly Ask[];
  /** A call that is repeated under the same name brings what was true then. */
  readonly at: number;
  readonly slot: number;
}

export interface Kept {
  readonly pool: Pool;
  readonly known: Known;
}

export interface Keeper {
  bought(missing: MissingRecords, held: Pool, asked: Asked, bought: BoughtRecords): Kept;
  /** What is known by values is all that there is: from now on it is known without them, too. */
  whole(missing: MissingRecords, held: Pool, byValues: ByValues): Kept;
}

/** @param memory of the execution: texts that have been read need not be read again */
export function createKeeper(platform: Platform, memory: Map<string, unknown>): Keeper {
  const { clock } = platform;
  const store = persistentStore(platform);

  /** In one call and without the lock; what finds no room so is written under it, in the place of older records. */
  const keep: Keeper['bought'] = (missing, held, asked, bought) => {
    const { wanted, context, wish } = missing;
    const demand = missing.demand(true);
    const arrivalFor = (served: readonly string[]): Arrival => {
      const { payer } = context;
      return {
        payer,
        wanted,
        asks: asked.asks,
        lists: bought.lists,
        at: asked.at,
        came: clock.now(),
        served,
      };
    };
    const next = withArrival(held, arrivalFor([]));
    const isServed = survey(next, wanted, demand).isEnough && wish !== '';
    const arrival = arrivalFor(isServed ? [wish] : []);
    const call = callOf(missing, held, asked, bought);
    const isKept =
      platform.documentProperties !== null &&
      ignoreErrors(() => {
        const came = arrivalValues(platform, asked.slot, arrival, held);
        // what is lost with the records must not be what was learned of the service
        if (came) store?.setAll({ ...orderValues(next), ...came, ...bought.receipt(call) });
        return came !== undefined;
      });
    const settle = () => ignoreErrors(() => keepInPlace(arrival, () => bought.settlement(call)));
    // where only the view tells what was bought, the call counts as in flight until it is there
    if (!platform.documentProperties) missing.after.push(settle);
    else if (!isKept) settle();
    const known =
      platform.documentProperties && ignoreErrors(() => openPool(platform, context.payer, memory));
    const pool = known ? (isKept ? known : withArrival(known, arrival)) : next;
    return { pool, known: survey(pool, wanted, demand) };
  };

  /** Without the lock the reservation stays open: the ledger then says too much rather than too little. */
  function keepInPlace(arrival: Arrival, settlement: () => Readonly<Record<string, string>>): void {
    withDocumentLock(platform, () => {
      if (!store) return;
      const pool = platform.documentProperties && settledPool(platform, arrival.payer, memory);
      if (!pool) return store.setAll(settlement());
      const { asks, lists, at, served } = arrival;
      write(store, withOrder(pool, asks, lists, at), changesOf(pool, arrival), served, settlement());
    });
  }

  const keepWhole: Keeper['whole'] = (missing, held, byValues) => {
    const { wanted, context } = missing;
    const demand = missing.demand(true);
    const changesTo = (pool: Pool): Change[] => {
      const known = survey(pool, byValues.wanted, demand);
      const at = Math.min(byValues.at, lastComplete(known, byValues.wanted) ?? 0);
      const [scope] = wanted.scopes;
      if (!scope || !known.isEnough || at === 0) return [];
      const { rows } = known;
      return addAnswers(pool, wanted, [wholeAsk(wanted, scope)], [{ rows, records: rows.length }], at);
    };
    let pool = held;
    ignoreErrors(() =>
      withDocumentLock(platform, () => {
        if (!store || !platform.documentProperties) return;
        pool = settledPool(platform, context.payer, memory);
        write(store, pool, changesTo(pool), [], {});
      }),
    );
    const next = overlaid(pool, changesTo(pool));
    return { pool: next, known: survey(next, wanted, demand) };
  };

  function write(
    properties: Properties,
    pool: Pool,
    changes: readonly Change[],
    served: readonly string[],
    settlement: Readonly<Record<string, string>>,
  ): void {
    const written = (plain?: number) => writePool(platform, pool, changes, served, plain);
    try {
      writeWhateverTheRoom(platform, properties, written, {}, settlement);
    } catch {
      // the store is full of other things
      sayFull(platform);
      properties.setAll(settlement);
    }
  }

  function callOf(
    { wanted }: MissingRecords,
    pool: Pool,
    { asks }: Asked,
    { rows }: BoughtRecords,
  ): Parameters<BoughtRecords['settlement']>[0] {
    const { id, lastModified } = wanted.layout;
    const known = new Set(
      pool.shelves
        .filter((shelf) => wanted.scopes.some((scope) => covers(shelf.scope, scope)))
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

  return { bought: keep, whole: keepWhole };
}
