/** The requests that bring a stored answer up to date: those of the question, for other days. */
import { DATASETS } from '../../contract/datasets.js';
import { wireFromIso } from '../../contract/dates.js';
import type { FilterValue, Question } from '../question/question.js';
import type { Window } from '../question/window.js';
import type { WireBody } from '../service/client.js';
import type { Update } from './freshness.js';

/** None where nothing can have changed. */
export function bodiesOfUpdate(
  { dataset, filters }: Question,
  bodies: readonly WireBody[],
  { changes, hole, most = Number.POSITIVE_INFINITY }: Update,
): WireBody[] {
  const { dates } = DATASETS[dataset];
  const over = (window: Window, dateType: FilterValue | undefined, limit: number) =>
    bodies.map(({ date: _date, startDate: _start, endDate: _end, dateType: _type, ...others }) => ({
      ...(dataset === 'business-expansion' && dateType !== undefined && { dateType }),
      startDate: wireFromIso(window.start, dates),
      endDate: wireFromIso(window.end, dates),
      ...others,
      limit: Math.min(Number(others['limit']), limit),
    }));
  return [
    ...(changes.start <= changes.end ? over(changes, 'LAST-MODIFIED', most) : []),
    ...(hole ? over(hole, filters['dateType'], Number.POSITIVE_INFINITY) : []),
  ];
}
