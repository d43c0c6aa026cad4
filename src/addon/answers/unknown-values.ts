/** Explains why a question finds nothing: a value that the service does not know, and the nearest known one. */
import { MISSING_ENDPOINT_STATUSES } from '../../contract/endpoints.js';
import { COMPANY_FILTERS } from '../../contract/filters.js';
import { asFields, isObject, readJson } from '../../contract/json.js';
import { quote, short } from '../../contract/short-text.js';
import { wholeRequests } from '../../core/plan.js';
import { type Query, resolveQuery, type Targets } from '../../core/query.js';
import { bodyOf, type WireBody } from '../../core/wire.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Cache, HttpAnswer, Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import { estimateCall } from '../service/calls.js';
import { type Client, matchingIn } from '../service/client.js';
import { hash } from '../storage/text.js';

/** The filters that accept any text; all others are checked against lists before a request. */
const TYPED_FILTERS = [...COMPANY_FILTERS, 'companyLocation', 'expansionLocation', 'countries'];

/** The statuses of a service that can count later. */
const BUSY_STATUSES = [429, 503];
/** Cache key that exists if the payer's service has no estimates. */
const noEstimatesKey = (payer: string) => `no-estimates:${payer}`;
const KNOWN_SECONDS = 21_600;
/** The lifetime of a cached temporary failure, so that not every cell repeats the request. */
const FAILURE_SECONDS = 60;

/** Returns the bodies of the free requests that estimate a question. */
export function estimateBodies(question: Question, today: string, targets: Targets): WireBody[] {
  const query = resolveQuery(question, today, targets);
  // the service refuses the words of a window that leave no day today
  return query.from > query.to ? [] : wholeRequests(query).map(bodyOf);
}

/**
 * Describes the first unknown value for the header of an empty table, with one free request for all cells in
 * six hours. Returns '' if the service knows all values or cannot tell, or if none was typed freely.
 */
export function unknownValue(
  { documentCache: cache }: Platform,
  client: () => Client,
  payer: string,
  { dataset, companies, groups, filters }: Question,
  bodies: () => readonly WireBody[],
): string {
  const isTyped =
    groups.length === 0 && (companies.length > 0 || TYPED_FILTERS.some((name) => name in filters));
  if (!isTyped) return '';
  const [body] = bodies();
  if (!body) return '';
  const name = `unknown:${hash(JSON.stringify([dataset, body]))}`;
  const lacks = noEstimatesKey(payer);
  const known = ignoreErrors(() => cache?.getAll([name, lacks])) ?? {};
  if (lacks in known || name in known) return known[name] ?? '';
  const answers = ignoreErrors(() => client().askOnce(estimateCall(dataset, [body]))) ?? [];
  if (answers.some(lacksEstimate)) rememberNoEstimates(cache, payer);
  const [{ status = 0, text = '' } = {}] = answers;
  const estimate = status === 200 ? readJson(text, isObject) : undefined;
  const { suggestions } = estimate ?? {};
  const { value, nearest } = asFields(Array.isArray(suggestions) ? suggestions[0] : undefined);
  const [near] = Array.isArray(nearest) ? nearest : [];
  const words = value
    ? `${quote(String(value))} is unknown${near ? `; try ${short(String(near), 44)}` : ''}`
    : '';
  ignoreErrors(() => cache?.putAll({ [name]: words }, estimate ? KNOWN_SECONDS : FAILURE_SECONDS));
  return words;
}

/**
 * True if the service counts as many records for one query as for the other. False if it has no estimates.
 * @throws BUSY if it has no time to count
 */
export function hasSameCount(
  { documentCache: cache }: Platform,
  client: Client,
  payer: string,
  [query, other]: readonly [Query, Query],
): boolean {
  const lacks = noEstimatesKey(payer);
  if (ignoreErrors(() => cache?.getAll([lacks])[lacks]) !== undefined) return false;
  const bodies = [query, other].map((one) => wholeRequests(one).map(bodyOf));
  const answers = ignoreErrors(() => client.ask(estimateCall(query.dataset, bodies.flat()))) ?? [];
  if (answers.some(({ status }) => BUSY_STATUSES.includes(status))) throw errors.throttled();
  if (answers.some(lacksEstimate)) rememberNoEstimates(cache, payer);
  const counts = answers.map(matchingIn);
  const sum = (some: typeof counts) => some.reduce<number>((total, count = Number.NaN) => total + count, 0);
  const [first, second] = [sum(counts.slice(0, bodies[0]!.length)), sum(counts.slice(bodies[0]!.length))];
  return counts.length > 0 && Number.isFinite(first) && first === second;
}

/** True if the service has no estimates at all. A temporary failure does not prove that. */
function lacksEstimate(answer: HttpAnswer): boolean {
  const { status } = answer;
  return MISSING_ENDPOINT_STATUSES.includes(status) || (status === 200 && matchingIn(answer) === undefined);
}

function rememberNoEstimates(cache: Cache | null, payer: string): void {
  ignoreErrors(() => cache?.putAll({ [noEstimatesKey(payer)]: '' }, KNOWN_SECONDS));
}
