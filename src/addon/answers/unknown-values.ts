/** Why a question finds nothing: what it names that the service does not know, and what that may have meant. */
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { estimatePath, MISSING_ENDPOINT_STATUSES } from '../../contract/endpoints.js';
import { asFields, isObject, readJson } from '../../contract/json.js';
import { quote, short } from '../../contract/short-text.js';
import { wholeRequests } from '../../core/plan.js';
import { type Query, resolveQuery, type Targets } from '../../core/query.js';
import { bodyOf, type WireBody } from '../../core/wire.js';
import type { Cache, HttpAnswer, Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import { type Client, matchingIn } from '../service/client.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { hash } from '../storage/text.js';

/** The fields that people type freely: all others are checked against lists before a request. */
const TYPED_FILTERS = [
  'companyName',
  'companyDomain',
  'companyIds',
  'companyLocation',
  'expansionLocation',
  'countries',
];

/** The name in the cache under which it stands for hours that the service of a payer has no estimates. */
const noEstimatesKey = (payer: string) => `no-estimates:${payer}`;
const KNOWN_SECONDS = 21_600;
/** A failure that may pass soon is remembered so long, so that not each cell asks again. */
const FAILURE_SECONDS = 60;

/** The free requests that say what a question would bring. */
export function estimateBodies(question: Question, today: string, targets: Targets): WireBody[] {
  return wholeRequests(resolveQuery(question, today, targets)).map(bodyOf);
}

/**
 * Words for the header of an empty table, of the first value that is unknown; empty where none is, where the service does not
 * say, and where nothing was typed that could be unknown. Asked once in six hours for all cells, and never charged.
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
  const answers = fetchEstimates(client(), dataset, [body]);
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

/** Whether the service counts as many records for one query as for another; it is not asked where it has no estimates. */
export function hasSameCount(
  { documentCache: cache }: Platform,
  client: Client,
  payer: string,
  [query, other]: readonly [Query, Query],
): boolean {
  const lacks = noEstimatesKey(payer);
  if (ignoreErrors(() => cache?.getAll([lacks])[lacks]) !== undefined) return false;
  const bodies = [query, other].map((one) => wholeRequests(one).map(bodyOf));
  const answers = fetchEstimates(client, query.dataset, bodies.flat());
  if (answers.some(lacksEstimate)) rememberNoEstimates(cache, payer);
  const counts = answers.map(matchingIn);
  const sum = (some: typeof counts) => some.reduce<number>((total, count = Number.NaN) => total + count, 0);
  const [first, second] = [sum(counts.slice(0, bodies[0]!.length)), sum(counts.slice(bodies[0]!.length))];
  return counts.length > 0 && Number.isFinite(first) && first === second;
}

/** The service's answers; an empty list where it could not be asked. */
function fetchEstimates(
  client: Client,
  dataset: DatasetName,
  bodies: readonly WireBody[],
): readonly HttpAnswer[] {
  return ignoreErrors(() => client.lookUp(estimatePath(DATASETS[dataset].path), bodies)) ?? [];
}

/** Whether the service has no estimates at all. A failure that may pass says nothing about it. */
function lacksEstimate(answer: HttpAnswer): boolean {
  const { status } = answer;
  return MISSING_ENDPOINT_STATUSES.includes(status) || (status === 200 && matchingIn(answer) === undefined);
}

function rememberNoEstimates(cache: Cache | null, payer: string): void {
  ignoreErrors(() => cache?.putAll({ [noEstimatesKey(payer)]: '' }, KNOWN_SECONDS));
}
