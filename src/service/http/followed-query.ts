/** A query as it is followed: all of it but its limit. */
import type { DatasetName } from '../../contract/datasets.js';
import type { AnyQuery } from '../database/conditions.js';
import type { ChangesQuery, CursorPosition } from '../database/followed-questions.js';
import type { Account } from '../database/keys.js';
import { fingerprintOf } from './fingerprint.js';

/** For one key, as a multiple of what one query may match. */
const FOLLOWED_PER_KEY = 10;

/** @param maxFollowed most records that a query may match */
export function followedQuery(
  dataset: DatasetName,
  query: AnyQuery,
  {
    account,
    position,
    limit,
    maxFollowed,
  }: {
    readonly account: Account | null;
    readonly position: CursorPosition | undefined;
    readonly limit: number;
    readonly maxFollowed: number;
  },
): ChangesQuery {
  const { limit: _limit, ...question } = query;
  return {
    dataset,
    query,
    limit,
    keyId: account?.keyId ?? 0,
    fingerprint: fingerprintOf(dataset, question),
    position,
    maxMatching: maxFollowed,
    maxNoted: FOLLOWED_PER_KEY * maxFollowed,
  };
}
