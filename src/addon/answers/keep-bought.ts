/** Puts what was bought into the pool together with what it cost. */
import type { Context } from '../account/context.js';
import type { Platform, Properties } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import type { BoughtRecords } from '../spending/purchase.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { persistentStore } from '../storage/persistent-store.js';
import { textAt } from '../table/record-layout.js';
import { addAnswers, markUsed, withOrder } from './add-answers.js';
import { type ByValues, wholeAsk } from './by-values.js';
import type { Demand } from './demand.js';
import { type Known, lastComplete, survey, type Wanted } from './known.js';
import type { Ask } from './plan.js';
import { type Pool, readPool } from './pool.js';
import { type Change, overlaid, writePool } from './pool-write.js';

/** What was missing of a question. */
export interface MissingRecords {
  readonly wanted: Wanted;
  readonly context: Context;
  /** The value of `refresh` that is served by this, as a hash; empty for none. */
  readonly wish: string;
  /** @param hasAsked whether it has been asked for in this execution */
  demand(hasAsked: boolean): Demand;
}

/** What was asked for, and when it was first sent. */
export interface Asked {
  readonly asks: readonly Ask[];
  /** A call that is repeated under the same name brings what was true then. */
  readonly at: number;
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

const FULL = 'answers-full';
const FULL_SECONDS = 21_600;

/** Whether the document's properties had no room for all that was bought within the last hours. */
export function wasStoreFull({ documentCache }: Pick<Platform, 'documentCache'>): boolean {
  return documentCache?.getAll([FULL])[FULL] !== undefined;
}

/** @param memory of the execution: texts that have been read need not be read again */
export function createKeeper(platform: Platform, memory: Map<string, unknown>): Keeper {
  const { clock, documentCache: cache } = platform;
  const store = persistentStore(platform);

  /** In one call, so that a crash leaves both or neither. */
  const keep: Keeper['bought'] = (missing, held, asked, bought) => {
    const { wanted, context } = missing;
    const changesTo = (pool: Pool): Change[] =>
      addAnswers(pool, wanted, asked.asks, bought.lists, asked.at).map(({ shelf, added }) => ({
        shelf: markUsed([shelf], wanted, clock.now())[0] ?? shelf,
        added,
      }));
    const read = (from: Pool): Pool => withOrder(from, asked.asks, bought.lists, asked.at);
    const demand = missing.demand(true);
    let pool = read(held);
    let changes: Change[] | undefined;
    // without the lock the reservation stays open: the ledger then says too much rather than too little
    ignoreErrors(() =>
      withDocumentLock(platform, () => {
        if (platform.documentProperties) pool = read(readPool(platform, context.payer, memory));
        changes = changesTo(pool);
        const isServed = survey(overlaid(pool, changes), wanted, demand).isEnough;
        const settlement = bought.settlement(callOf(missing, pool, asked, bought));
        if (store)
          write(store, pool, changes, isServed && missing.wish !== '' ? [missing.wish] : [], settlement);
      }),
    );
    const next = overlaid(pool, changes ?? changesTo(pool));
    return { pool: next, known: survey(next, wanted, demand) };
  };

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
        if (platform.documentProperties) pool = readPool(platform, context.payer, memory);
        if (store) write(store, pool, changesTo(pool), [], {});
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
    { wanted }: MissingRecords,
    pool: Pool,
    { asks }: Asked,
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

  return { bought: keep, whole: keepWhole };
}
