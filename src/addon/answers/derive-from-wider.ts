/** Derives the answer of a question from the stored answer of a wider one, without a request. */

import { type DatasetName, isDatasetName } from '../../contract/datasets.js';
import { readJson } from '../../contract/json.js';
import type { FilterValue, Question } from '../question/question.js';
import { windowOf } from '../question/window.js';
import { createExactTest } from '../table/exact.js';
import { dayOfKey, keyOf, layoutOf } from '../table/record-layout.js';
import { createBodyTest } from './evaluate.js';
import { limitOf } from './merge.js';
import { bodiesOf, type Targets } from './requests.js';
import type { StoredAnswer } from './stored-answer.js';
import { trackedOnly } from './targets.js';

/**
 * What the wider answer holds of the narrower question, in the order of the service; undefined where it may miss
 * something. `covers` must have said yes.
 */
export function deriveFromWider(
  question: Question,
  wide: StoredAnswer,
  today: string,
  targets: Targets,
): StoredAnswer | undefined {
  const layout = layoutOf(question);
  const tests = bodiesOf(question, today, targets).map((body) =>
    createBodyTest(question.dataset, layout.columns, body),
  );
  const tracked = trackedOnly(question, targets);
  const isTracked = tracked.length > 0 ? createExactTest(layout.columns, tracked) : () => true;
  const matching = wide.rows.filter((row) => tests.some((test) => test(row)) && isTracked(row));
  const limit = limitOf(question);
  const window = windowOf(question, today);
  const whole = wide.floor === '' || (window.start !== '' && window.start > dayOfKey(wide.floor));
  if (!whole && matching.length < limit) return undefined;
  const rows = matching.slice(0, limit);
  const last = rows[rows.length - 1];
  return {
    rows,
    floor: last && matching.length > limit ? keyOf(last, layout) : whole ? '' : wide.floor,
    askedAt: wide.askedAt,
    through: wide.through,
    start: window.start,
    refreshed: wide.refreshed,
    tokens: [],
    derived: true,
    reservation: '',
    credits: 0,
  };
}

/** The question in a stored identity, or undefined for another kind of identity. */
export function questionOf(identity: string): Question | undefined {
  const stored = readJson(identity, isIdentity);
  if (!stored) return undefined;
  const [dataset, companies, groups, filters] = stored;
  return { dataset, companies, groups, filters: Object.fromEntries(filters) };
}

type Identity = readonly [
  dataset: DatasetName,
  companies: readonly string[],
  groups: readonly string[],
  filters: readonly (readonly [string, FilterValue])[],
];

function isIdentity(value: unknown): value is Identity {
  if (!Array.isArray(value)) return false;
  const [dataset, ...lists]: readonly unknown[] = value;
  return isDatasetName(dataset) && lists.length === 3 && lists.every(Array.isArray);
}
