/** Plans the requests for the missing part of a query: the days themselves, or the changes since, whichever costs less. */
import { MAX_LIMIT } from '../contract/datasets.js';
import { type Day, dayAt, LAST } from './days.js';
import type { FetchRequest } from './facts.js';
import { closingDay } from './freshness.js';
import { groupedBy } from './grouped.js';
import type { Lookup, PartLookup } from './lookup.js';
import { companiesIn, inBatches, type Query, textOf, united } from './query.js';
import { isCutOff, type PlanRules, type Situation, updateOf, type Wish } from './update.js';
import { wireDays } from './wire.js';

export function planRequests(situation: Situation, rules: PlanRules): FetchRequest[] {
  const { query, found } = situation;
  if (rules.isWhole)
    return rules.isPaid ? shared(wholeRequests(query), found.known.length > 0) : wholeRequests(query);
  const wishes =
    rules.updates === 'cautious'
      ? firstWishes(situation, rules)
      : found.parts.flatMap((part) => wishesOf(situation, part, rules));
  const requests = groupsOf(wishes).flatMap((group) => requestsFor(group, query));
  // after the first rounds each request has the whole limit: a day of many records would take many rounds with shares
  return rules.isPaid && rules.isStepwise ? shared(requests, found.known.length > 0) : requests;
}

/**
 * For a question that is asked for the first time, whose limit is its price: the changes, where nothing but them is
 * missing, or the days. Where several values lack different days, those come first that are newer than what others lack,
 * as the limit holds for all values together.
 */
function firstWishes(situation: Situation, rules: PlanRules): Wish[] {
  const { query, found } = situation;
  const { axis } = query;
  const lacking = found.parts.filter(({ missing }) => missing.length > 0);
  const updates = lacking.map((part) =>
    axis === 'announced' ? updateOf(situation, part, rules) : undefined,
  );
  if (updates.every((update) => update?.missing.length === 0))
    return updates.flatMap((update) => update?.wishes ?? []);
  const ranges = lacking.flatMap(({ missing }) => missing);
  // after the first rounds all gaps are asked for at once
  const from = rules.isStepwise
    ? Math.max(...ranges.map(([first, last]) => (last < found.top ? last + 1 : first)))
    : Math.min(...ranges.map(([first]) => first));
  const to = openedEnd(found.top, situation, undefined);
  const limit = limitBelow(query, found, to);
  return lacking
    .filter(({ missing }) => !rules.isStepwise || missing[0]![1] === found.top)
    .map(({ key }) => ({ key, axis, range: [from, to], limit }));
}

function wishesOf(situation: Situation, part: PartLookup, rules: PlanRules): Wish[] {
  const { query, found } = situation;
  // the last missing day comes first: with its records, the limit may leave out all earlier days
  const isWanted = part.missing.length > 0 && (!rules.isStepwise || part.missing[0]![1] === found.top);
  if (!isWanted) return [];
  const update = query.axis === 'announced' ? updateOf(situation, part, rules) : undefined;
  const missing = update ? update.missing : part.missing;
  const chosen = rules.isStepwise ? missing.slice(0, 1) : missing;
  // days that a limit has cut off may not be needed once the changes are there
  const rest = update
    ? chosen.filter(([, to]) => !isCutOff(part, to) && !isFilledAbove(query, found, to))
    : chosen;
  const days = rest.map((range): Wish => {
    const to = openedEnd(range[1], situation, update?.through);
    return {
      key: part.key,
      axis: query.axis,
      range: [range[0], to],
      limit: limitBelow(query, found, to),
    };
  });
  // the changes first: those of their records that are of these days leave fewer to ask for
  if (update && update.wishes.length > 0 && rules.isPaid && rules.isStepwise) return [...update.wishes];
  return [...(update ? update.wishes : []), ...days];
}

/** The days of a request: to the end of the question's, and through now for a window that moves on. */
function openedEnd(to: Day, { query, demand, moment: { now } }: Situation, through: Day | undefined): Day {
  if (to < demand.to) return to;
  // days that were never asked for, beside days that are updated: asked for through now, the next changes hold for them, too
  if (through !== undefined && closingDay(query) > dayAt(now)) return Math.max(to, through);
  return query.to;
}

function isFilledAbove({ limit }: Query, { known }: Lookup, day: Day): boolean {
  return known.filter((one) => one.day !== undefined && one.day > day).length >= limit;
}

/** How many records of the days up to one are wanted: the known ones of later days count against the limit. */
function limitBelow({ limit }: Query, { known, unwanted }: Lookup, to: Day): number {
  if (to >= LAST) return limit;
  const newer = (rows: Lookup['known']) => rows.filter(({ day }) => day !== undefined && day > to).length;
  // the answer probably has as large a share of other companies as the known records have
  const share = (newer(known) + 1) / (newer(known) + 1 + newer(unwanted));
  return Math.min(MAX_LIMIT, Math.ceil(Math.max(1, limit - newer(known)) / share));
}

/** Puts wishes for the same days into one group, which becomes one request for the values of all. */
function groupsOf(wishes: readonly Wish[]): Wish[][] {
  const groups = groupedBy(wishes, ({ axis, range, since, isWider, key }) =>
    JSON.stringify([axis, range, since?.cursor, since || isWider ? textOf(key) : '']),
  );
  return [...groups.values()];
}

function requestsFor(group: readonly Wish[], query: Query): FetchRequest[] {
  const { axis, range, since, isWider = false } = group[0]!;
  const keys = since || isWider ? [group[0]!.key] : united(group.map(({ key }) => key));
  const limit = Math.max(1, ...group.map((wish) => wish.limit));
  const [from, to] = range;
  const isAsTyped = axis === query.axis && from === query.from && to === query.to && !since;
  const days = isAsTyped ? query.typedDays : wireDays(query.dataset, axis, from, to);
  return keys
    .flatMap((key) => (since || isWider ? [key] : inBatches(key)))
    .map((key) => ({ key, axis, from, to, limit, days, ...(since && { since }) }));
}

/** The requests for all that a query asks for. */
export function wholeRequests({ keys, axis, from, to, limit, typedDays: days }: Query): FetchRequest[] {
  return keys.flatMap(inBatches).map((key) => ({ key, axis, from, to, limit, days }));
}

/** If records cost credits, requests share the limit of the question, so that no paid record is left out. */
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

/** A whole divided by weights: whole numbers, at least 1 for each. */
export function shares(whole: number, weights: readonly number[]): number[] {
  const spare = Math.max(0, whole - weights.length);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const least = weights.map((weight) => 1 + Math.floor((spare * weight) / total));
  const rest = whole - least.reduce((sum, share) => sum + share, 0);
  return least.map((share, index) => (index < rest ? share + 1 : share));
}
