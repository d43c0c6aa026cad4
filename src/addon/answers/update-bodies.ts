/** The requests of a job: those of its question, over days of last change. */
import { DATASETS } from '../../contract/datasets.js';
import { wireFromIso } from '../../contract/dates.js';
import type { Question } from '../question/question.js';
import type { Window } from '../question/window.js';
import type { WireBody } from '../service/client.js';

export function bodiesOfChanges(
  { dataset }: Question,
  bodies: readonly WireBody[],
  { start, end }: Window,
): WireBody[] {
  const { dates } = DATASETS[dataset];
  return bodies.map((body) => ({
    ...body,
    ...(dataset === 'business-expansion' && { dateType: 'LAST-MODIFIED' }),
    startDate: wireFromIso(start, dates),
    endDate: wireFromIso(end, dates),
  }));
}
