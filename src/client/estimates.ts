/** What requests would bring and cost, where the service says so before it is asked. */

import { errorOf } from '../addon/service/statuses.js';
import { DATASETS, type DatasetName } from '../contract/datasets.js';
import { estimatePath } from '../contract/endpoints.js';
import type { Estimate } from '../contract/estimate.js';
import { type Guard, objectOf, readJson } from '../contract/json.js';
import type { WireBody } from '../core/wire.js';
import { forClient } from './errors.js';
import type { Service } from './service.js';
import type { QuestionEstimate, WireAnswer } from './types.js';

const isEstimate: Guard<Estimate> = objectOf<Estimate>({
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

/** One for each body; undefined where the service has no estimates. @throws what the service refuses */
export type EstimateBodies = (
  dataset: DatasetName,
  bodies: readonly WireBody[],
) => Promise<readonly Estimate[] | undefined>;

/** What the service lacks is not asked for again. */
export function createEstimates(service: Service): EstimateBodies {
  let isLacking = false;
  return async (dataset, bodies) => {
    if (isLacking) return undefined;
    const answers = await service.lookUp(estimatePath(DATASETS[dataset].path), bodies);
    const estimates = answers.map(({ status, text }) =>
      status === 200 ? readJson(text, isEstimate) : undefined,
    );
    if (estimates.every((estimate) => estimate !== undefined)) return estimates;
    const refused = answers.find(({ status, text }) => status === 429 || (status !== 404 && hasCode(text)));
    if (refused) throw refusalOf(refused, bodies);
    isLacking = true;
    return undefined;
  };
}

/** All requests of a question as one. */
export function totalOf(estimates: readonly Estimate[]): QuestionEstimate {
  const sum = (name: 'matching' | 'returned' | 'owned' | 'credits') =>
    estimates.reduce((total, estimate) => total + (estimate[name] ?? 0), 0);
  const days = (name: 'firstDate' | 'lastDate') => estimates.flatMap((estimate) => estimate[name] ?? []);
  const [first] = days('firstDate').sort(byDay);
  const last = days('lastDate').sort(byDay).at(-1);
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

/** Version 1 writes the day first. */
function byDay(a: string, b: string): number {
  const iso = (day: string) => day.split('/').reverse().join('-');
  return iso(a) < iso(b) ? -1 : 1;
}

function hasCode(text: string): boolean {
  return readJson(text, objectOf<{ code: string }>({ code: 'string' })) !== undefined;
}

/** What the service refuses, as an error with its code. */
export function refusalOf({ status, text }: WireAnswer, [body]: readonly WireBody[]): unknown {
  const limit = Number(body?.['limit']);
  return forClient(errorOf({ endpoint: 'version-1', status, text, fromProxy: false, limit, group: '' }));
}
