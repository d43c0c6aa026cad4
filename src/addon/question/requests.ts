/** From a question to the bodies that go to the service: dates in the format of the interface version, arrays, batches. */
import { DATASETS } from '../../contract/datasets.js';
import { wireFromIso } from '../../contract/dates.js';
import type { FilterTable } from '../../contract/filters.js';
import { resolveDay } from './days.js';
import type { FilterValue, Question } from './question.js';

/** The companies of a question as the dataset wants them; each filled list becomes requests of its own. */
export interface Targets {
  readonly companyDomain?: readonly string[];
  readonly companyName?: readonly string[];
  readonly companyIds?: readonly string[];
}

export type WireBody = Readonly<Record<string, FilterValue>>;

/** More companies than this go in several requests. */
export const COMPANIES_PER_REQUEST = 100;

/** At least one body. With several, their answers are united by id. */
export function bodiesOf(question: Question, today: string, targets: Targets): WireBody[] {
  const base = baseBody(question, today);
  const bodies = Object.entries(targets).flatMap(([name, values]) =>
    batches(values ?? []).map((batch) => ({ ...base, [name]: batch })),
  );
  return bodies.length > 0 ? bodies : [base];
}

function baseBody({ dataset, filters }: Question, today: string): WireBody {
  const { dates } = DATASETS[dataset];
  const table: FilterTable = DATASETS[dataset].filters;
  const body: Record<string, FilterValue> = {};
  for (const name of Object.keys(table)) {
    const value = filters[name];
    if (value === undefined) continue;
    body[name] = value;
    if (table[name]!.kind !== 'date' || typeof value !== 'string') continue;
    const { start, end } = resolveDay(value, today);
    body[name] = wireFromIso(name === 'startDate' ? start : end, dates);
  }
  return body;
}

function batches(values: readonly string[]): string[][] {
  const count = Math.ceil(values.length / COMPANIES_PER_REQUEST);
  return Array.from({ length: count }, (_, index) =>
    values.slice(index * COMPANIES_PER_REQUEST, (index + 1) * COMPANIES_PER_REQUEST),
  );
}
