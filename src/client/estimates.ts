/** Estimates the records and the cost of requests, if the service has estimates. */
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { estimatePath } from '../contract/endpoints.js';
import type { Estimate } from '../contract/estimate.js';
import { objectOf } from '../contract/json.js';
import type { WireBody } from '../core/wire.js';
import type { Service } from './service.js';
import type { QuestionEstimate } from './types.js';

const isEstimate = objectOf<Estimate>({
  matching: 'number',
  isExact: 'boolean',
  returned: 'number',
  owned: 'number?',
  credits: 'number',
  firstDate: 'string?',
  lastDate: 'string?',
  openingBalance: 'number?',
  closingBalance: 'number?',
  suggestions: 'list?',
});

/** Returns one estimate per body; undefined if the service has none. @throws the service's refusals */
export type EstimateBodies = (
  dataset: DatasetName,
  bodies: readonly WireBody[],
) => Promise<readonly Estimate[] | undefined>;

/** Remembers that a service has no estimates, and does not ask it again. */
export function createEstimates(service: Service): EstimateBodies {
  let isLacking = false;
  return async (dataset, bodies) => {
    if (isLacking) return undefined;
    const path = estimatePath(DATASETS[dataset].path);
    const estimates = await service.lookUp(path, isEstimate, bodies);
    isLacking = estimates === undefined;
    return estimates;
  };
}

/** Adds up the estimates of all requests of a question. */
export function totalOf(estimates: readonly Estimate[]): QuestionEstimate {
  const sum = (name: 'matching' | 'returned' | 'owned' | 'credits') =>
    estimates.reduce((total, estimate) => total + (estimate[name] ?? 0), 0);
  const days = (name: 'firstDate' | 'lastDate') => estimates.flatMap((one) => one[name] ?? []).sort(byDay);
  const [first] = days('firstDate');
  const last = days('lastDate').at(-1);
  const credits = sum('credits');
  const balance = estimates[0]?.openingBalance;
  return {
    matching: sum('matching'),
    isExact: estimates.every(({ isExact }) => isExact),
    returned: sum('returned'),
    owned: sum('owned'),
    credits,
    ...(first !== undefined && { firstDate: first }),
    ...(last !== undefined && { lastDate: last }),
    ...(balance !== undefined && { openingBalance: balance }),
    ...(balance !== undefined && balance >= credits && { closingBalance: balance - credits }),
    suggestions: estimates.flatMap(({ suggestions = [] }) => suggestions),
  };
}

/** Compares days. Version 1 writes the day first. */
function byDay(a: string, b: string): number {
  const iso = (day: string) => day.split('/').reverse().join('-');
  return iso(a) < iso(b) ? -1 : 1;
}
