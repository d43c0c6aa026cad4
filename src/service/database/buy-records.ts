/** A question and its charge in one call: over a thread, each call waits for two of its turns. */
import type { Kysely } from 'kysely';
import type { Charge, ChargeOutcome } from './credits.js';
import type { Tables } from './database.js';
import { queryRecords, type RecordAnswer, type RecordQuery } from './query-records.js';

export interface RecordPurchase extends RecordQuery {
  readonly keyId: number;
  /** An answer of more records is not charged. */
  readonly maxCharged: number;
  /** Most credits that it may cost. */
  readonly ceiling?: number;
}

export interface ChargedAnswer extends RecordAnswer {
  /** Missing without records, and where there are more than may be charged. */
  readonly charge?: ChargeOutcome;
}

/** In two statements: no question holds the lock of its key, nor its turn. */
export async function buyRecords(
  db: Kysely<Tables>,
  request: RecordPurchase,
  charge: (charge: Charge) => Promise<ChargeOutcome>,
): Promise<ChargedAnswer> {
  const { keyId, maxCharged, dataset, ceiling } = request;
  const answer = await queryRecords(db, request);
  const { count, versions } = answer;
  if (count === 0 || count > maxCharged) return answer;
  return {
    ...answer,
    charge: await charge({
      ...{ keyId, amount: count, dataset },
      ...(versions && { versions }),
      ...(ceiling !== undefined && { ceiling }),
    }),
  };
}
