/** From a question to the bodies that go to the service: dates in the format of the interface version, arrays, batches. */
import { DATASETS } from '../../contract/datasets.js';
import { wireFromIso } from '../../contract/dates.js';
import type { FilterTable } from '../../contract/filters.js';
import { errors } from '../errors.js';
import { resolveDay } from '../question/days.js';
import type { FilterValue, Question } from '../question/question.js';
import type { WireBody } from '../service/client.js';

/** The companies of a question as the dataset wants them; each list becomes requests of its own. None: all companies. */
export interface Targets {
  readonly companyDomain?: readonly string[];
  readonly companyName?: readonly string[];
  readonly companyIds?: readonly string[];
}

/** More companies than this go in several requests. */
const COMPANIES_PER_REQUEST = 100;

/**
 * At least one body. With several, their answers are united by id. Where records cost credits, the bodies share the
 * question's limit, so that no record is paid for and then left out.
 * @throws BAD_INPUT when the limit does not reach for all bodies
 */
export function bodiesOf(question: Question, today: string, targets: Targets): WireBody[] {
  const base = baseBody(question, today);
  const parts = Object.entries({ ...longLists(base), ...targets }).flatMap(([name, values]) =>
    batches(values ?? []).map((batch) => ({ [name]: batch })),
  );
  if (parts.length === 0) return [base];
  const bodies = parts.map((part) => ({ ...base, ...part }));
  if (!DATASETS[question.dataset].paid || bodies.length === 1) return bodies;
  const weights = parts.map((part) => Object.values(part)[0]!.length);
  const limits = divide(Number(base['limit']), weights);
  return bodies.map((body, index) => ({ ...body, limit: limits[index]! }));
}

/** Companies that came as an option, where one request cannot carry them. */
function longLists(base: WireBody): Targets {
  const long = (['companyDomain', 'companyName', 'companyIds'] as const).find(
    (name) => typeof base[name] === 'object' && base[name].length > COMPANIES_PER_REQUEST,
  );
  return long ? { [long]: base[long] } : {};
}

/** A whole divided by weights, at least 1 for each. */
function divide(whole: number, weights: readonly number[]): number[] {
  const spare = whole - weights.length;
  if (spare < 0) throw errors.lowLimit(whole, weights.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => 1 + Math.floor((spare * weight) / total));
  const rest = whole - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share, index) => (index < rest ? share + 1 : share));
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
