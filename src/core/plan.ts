/** Plans the requests for the missing part of a query: its days or their changes, whichever costs less. */
import { MAX_LIMIT } from '../contract/datasets.js';
import { type Day, type DayRange, LAST, subtract } from './days.js';
import type { FetchRequest } from './facts.js';
import { groupedBy } from './grouped.js';
import type { Lookup, PartLookup } from './lookup.js';
import { companiesIn, inBatches, type Query, type QueryKey, textOf, united } from './query.js';
import {
  isCutOff,
  type PartRequest,
  type PlanRules,
  type Situation,
  updateOf,
  wasComplete,
} from './update.js';

export function planRequests(situation: Situation, rules: PlanRules): FetchRequest[] {
  const { query, found } = situation;
  if (rules.refetchesAll)
    return rules.isPaid ? shared(wholeRequests(query), found.known.length > 0) : wholeRequests(query);
  const isFirst = rules.updates === 'cautious' || (rules.isNewQuestion && !found.parts.every(wasComplete));
  const parts = isFirst
    ? firstRequests(situation, rules)
    : found.parts.flatMap((part) => requestsOf(situation, part, rules));
  const requests = withExactDate(merged(withoutRepeats(parts)), query);
  // after the first rounds, each request has the whole limit: shares would take many rounds for a full day
  return rules.isPaid && rules.isStepwise ? shared(requests, found.known.length > 0) : requests;
}

/**
 * Plans a question that is asked for the first time, so that its limit is its highest price: the changes if
 * only they are missing, else the days. If its values lack different days, the latest of them come first,
 * because the limit is for all values together.
 */
function firstRequests(situation: Situation, rules: PlanRules): PartRequest[] {
  const { found } = situation;
  const lacking = found.parts.filter(({ missing }) => missing.length > 0);
  const updates = lacking.map((part) => updateOf(situation, part, rules));
  if (updates.every((update) => update?.missing.length === 0))
    return updates.flatMap((update) => update?.requests ?? []);
  const ranges = lacking.flatMap(({ missing }) => missing);
  // after the first rounds, request all gaps at once
  const from = rules.isStepwise
    ? Math.max(...ranges.map(([first, last]) => (last < found.lastMissing ? last + 1 : first)))
    : Math.min(...ranges.map(([first]) => first));
  return lacking
    .filter((part) => comesFirst(part, found, rules))
    .map(({ key }) => daysRequest(situation, key, [from, found.lastMissing]));
}

function requestsOf(situation: Situation, part: PartLookup, rules: PlanRules): PartRequest[] {
  const { query, found } = situation;
  if (!comesFirst(part, found, rules)) return [];
  const update = updateOf(situation, part, rules);
  const missing = update ? update.missing : part.missing;
  const chosen = rules.isStepwise ? missing.slice(0, 1) : missing;
  // the changes may make days unnecessary that a limit cut off
  const rest = update
    ? chosen.filter(([, to]) => !isCutOff(part, to) && !isFilledAbove(query, found, to))
    : chosen;
  const days = rest.map((range) => daysRequest(situation, part.key, range));
  // the changes first: they may contain records of these days, which then need fewer requests
  const updates = update?.requests ?? [];
  return updates.length > 0 && rules.isPaid && rules.isStepwise ? [...updates] : [...updates, ...days];
}

/** True if a part lacks the last missing day: its records may fill the limit, so that no earlier day is needed. */
function comesFirst({ missing }: PartLookup, { lastMissing }: Lookup, { isStepwise }: PlanRules): boolean {
  const [last] = missing;
  return last !== undefined && (!isStepwise || last[1] === lastMissing);
}

function daysRequest(
  { query, found, demand }: Situation,
  key: QueryKey,
  [from, last]: DayRange,
): PartRequest {
  // to the end of the question's days also where the later ones are known: only an open request begins a cursor
  const to = last < demand.to ? last : query.to;
  return { key, axis: query.axis, from, to, limit: limitBelow(query, found, to) };
}

function isFilledAbove({ limit }: Query, { known }: Lookup, day: Day): boolean {
  return known.filter((one) => one.day !== undefined && one.day > day).length >= limit;
}

/** Returns how many records up to a day are wanted: known records of later days use up the limit. */
function limitBelow({ limit }: Query, { known, unwanted }: Lookup, to: Day): number {
  if (to >= LAST) return limit;
  const newer = (rows: Lookup['known']) => rows.filter(({ day }) => day !== undefined && day > to).length;
  // the answer probably has the same share of other companies as the known records
  const share = (newer(known) + 1) / (newer(known) + 1 + newer(unwanted));
  return Math.min(MAX_LIMIT, Math.ceil(Math.max(1, limit - newer(known)) / share));
}

/** Leaves out days that an earlier request brings: parts of a question can share the key of their updates. */
function withoutRepeats(requests: readonly PartRequest[]): PartRequest[] {
  return requests.flatMap((one, index) => {
    if (!one.isWider || one.since) return [one];
    const name = textOf(one.key);
    const isSame = ({ key, axis }: PartRequest) => axis === one.axis && textOf(key) === name;
    const earlier = requests.slice(0, index).filter(isSame);
    const known = earlier.map(({ from, to }): DayRange => [from, to]);
    return subtract([[one.from, one.to]], known).map(([from, to]) => ({ ...one, from, to }));
  });
}

/** Merges requests for the same days to one for all of their values. */
function merged(requests: readonly PartRequest[]): FetchRequest[] {
  const groups = groupedBy(requests, ({ axis, from, to, since, isWider, key }) =>
    JSON.stringify([axis, from, to, since?.cursor, since || isWider ? textOf(key) : '']),
  );
  return [...groups.values()].flatMap((group): FetchRequest[] => {
    const { isWider, ...first } = group[0]!;
    const limit = Math.max(1, ...group.map((one) => one.limit));
    if (first.since || isWider) return [{ ...first, limit }];
    const keys = united(group.map(({ key }) => key)).flatMap(inBatches);
    return keys.map((key) => ({ ...first, key, limit }));
  });
}

/** Sends a date as a person has typed it; not the days of changes, which another query may need, too. */
function withExactDate(requests: readonly FetchRequest[], { axis, isExactDate }: Query): FetchRequest[] {
  return requests.map((one) =>
    isExactDate && one.axis === axis && !one.since && one.from === one.to ? { ...one, isExactDate } : one,
  );
}

/** Returns the requests for all records of a query. */
export function wholeRequests({ keys, axis, from, to, limit, isExactDate }: Query): FetchRequest[] {
  return keys
    .flatMap(inBatches)
    .map((key) => ({ key, axis, from, to, limit, ...(isExactDate && { isExactDate }) }));
}

/** Divides the limit of a paid question among its requests, so that no paid record is left out of the table. */
export function shared(requests: readonly FetchRequest[], isAnyKnown: boolean): FetchRequest[] {
  const isUpdate = ({ since, axis }: FetchRequest) => since !== undefined || axis === 'modified';
  return [false, true].flatMap((wanted) => {
    const group = requests.filter((one) => isUpdate(one) === wanted);
    if (group.length < 2) return group;
    const most = Math.max(...group.map(({ limit }) => limit));
    const limits = shares(
      isAnyKnown ? Math.max(most, group.length) : most,
      group.map(({ key }) => companiesIn(key)),
    );
    return group.map((one, index) => ({ ...one, limit: Math.min(one.limit, limits[index]!) }));
  });
}

/** Divides a whole number by weights into whole numbers of at least 1. */
export function shares(whole: number, weights: readonly number[]): number[] {
  const spare = Math.max(0, whole - weights.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const least = weights.map((weight) => 1 + Math.floor((spare * weight) / total));
  const rest = whole - least.reduce((sum, share) => sum + share, 0);
  return least.map((share, index) => (index < rest ? share + 1 : share));
}
