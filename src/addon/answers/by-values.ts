/**
 * A question without a filter, asked by the filter's values: where more is known of some of them, only the others are
 * bought. Records without a value are in no list of values, so the service must say first that there are none.
 */
import { DATASETS } from '../../contract/datasets.js';
import type { Filter } from '../../contract/filters.js';
import type { Platform } from '../platform.js';
import type { Client, WireBody } from '../service/client.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { Demand } from './demand.js';
import { type Known, survey, type Wanted } from './known.js';
import { type Ask, bodyOf } from './plan.js';
import type { Pool } from './pool.js';
import { inBatches } from './requests.js';
import { type RecordScope, withValues } from './scope.js';

export interface ByValues {
  readonly wanted: Wanted;
  /** When no record was without a value. Milliseconds since 1970. */
  readonly at: number;
}

/** The name in the cache under which it stands for hours that the service of a payer has no estimates. */
export const lacksEstimates = (payer: string) => `no-estimates:${payer}`;
export const LACKING_SECONDS = 21_600;

/** The request for a whole scope in the days of the question. */
export function wholeAsk({ byModified, window, limit }: Wanted, scope: RecordScope): Ask {
  return { scope, byModified, days: window, limit, isWhole: true, isWider: false, isBelowCut: false };
}

/** The question by the values of one filter that it lacks; undefined where that saves nothing, or may leave something out. */
export function findByValues(
  { clock, documentCache: cache }: Pick<Platform, 'clock' | 'documentCache'>,
  client: () => Client,
  { pool, wanted, known, typed }: { pool: Pool; wanted: Wanted; known: Known; typed: WireBody },
  demand: Demand,
): ByValues | undefined {
  const { dataset } = wanted.question;
  const [scope] = wanted.scopes;
  if (!DATASETS[dataset].paid || wanted.byModified) return undefined;
  if (!scope || wanted.scopes.length > 1 || inBatches(scope).length > 1) return undefined;
  // what is only too old costs no more than what has changed since
  const old = survey(pool, wanted, { ...demand, since: 0, freshness: { mode: 'manual', minutes: 0 } });
  if (old.isEnough) return undefined;
  const [best] = Object.entries<Filter>(DATASETS[dataset].filters)
    .filter(([name, { kind, values }]) => kind === 'list' && values && !(name in scope.filters))
    .filter(([name]) => pool.shelves.some(({ scope: { filters } }) => name in filters))
    // with the companies that a group finds and does not want, or they would be missing from the whole
    .map(([name, { values = [] }]) => ({ ...wanted, targets: {}, scopes: [withValues(scope, name, values)] }))
    .map((one) => ({ wanted: one, records: survey(pool, one, demand).announcedOn.length }))
    .filter(({ records }) => records > known.announcedOn.length)
    .sort((a, b) => b.records - a.records);
  const name = lacksEstimates(pool.payer);
  if (!best || ignoreErrors(() => cache?.getAll([name])[name])) return undefined;
  const at = clock.now();
  const bodies = [scope, ...best.wanted.scopes].map((one) => bodyOf(wholeAsk(wanted, one), typed));
  const [all, listed] = ignoreErrors(() => client().matching(dataset, bodies)) ?? [];
  if (all === undefined && listed === undefined)
    ignoreErrors(() => cache?.putAll({ [name]: '1' }, LACKING_SECONDS));
  return Number.isFinite(all) && all === listed ? { wanted: best.wanted, at } : undefined;
}
