/** What is left to ask for a question once all that is known is taken away. Pure. */

import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { addDays, isoFromWire, wireFromIso } from '../../contract/dates.js';
import type { FilterValue } from '../question/question.js';
import { daysBetween, earlier, later, settledDay, utcDay, type Window } from '../question/window.js';
import type { WireBody } from '../service/client.js';
import { comparesModified, dayOfKey, textAt } from '../table/record-layout.js';
import { type Demand, isClosing, rangeOf } from './demand.js';
import { type Begun, followedBody, positionFor } from './follow.js';
import type { Known, Unit, Wanted } from './known.js';
import { FIRST, isCutAt, LAST } from './places.js';
import type { Shelf } from './pool.js';
import { COMPANIES, companiesIn, divide, inBatches } from './requests.js';
import { covers, type RecordScope, textOf, united } from './scope.js';

/** One request. */
export interface Ask {
  readonly scope: RecordScope;
  readonly byModified: boolean;
  /** Open ends are empty. */
  readonly days: Window;
  readonly limit: number;
  /** The window of the question as it is typed, not a part of it. */
  readonly isWhole: boolean;
  /** It brings a wider question forward, which this one is a part of. */
  readonly isWider: boolean;
  /** It continues below the place at which a limit has cut an answer: exactly as much as is still wanted. */
  readonly isBelowCut: boolean;
  /** Only what has changed from here on, whatever its days. */
  readonly cursor?: string | undefined;
  /** The budget had not enough for the limit that was wanted. */
  readonly isLess?: boolean;
}

export interface Rules {
  /** Everything is asked for again, known or not. */
  readonly isWhole: boolean;
  /** Whether a wider question that is in use may be brought forward in place of this one. */
  readonly takesWider: boolean;
  /** How many of the gaps in what is known are asked for at once: those below may not be wanted any more. */
  readonly gaps: number;
  /** Whether changes may be asked for: not when more have just come than their limit allowed. */
  readonly takesChanges: boolean;
  /** What is followed from now on is asked for up to now, and apart. */
  readonly begun: Begun;
}

/** A wider question is brought forward for a narrower one as long as it is used itself. */
const WIDER_DAYS = 3;
const DAY_MS = 86_400_000;

export function dayNumber(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** The requests for what the demand misses; none where nothing is missing. */
export function subtract(wanted: Wanted, known: Known, demand: Demand, rules: Rules): Ask[] {
  const parts = known.units.flatMap((unit) => partsOf(unit, wanted, known, demand, rules));
  // what is missing in the same days is asked for in one request, whatever its values
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const { days, kind, wider, isWhole, isBelowCut, cursor } = part;
    const isFollowed = cursor || rules.begun.has(textOf(part.scope));
    const alone = wider?.scope ?? (isFollowed ? part.scope : undefined);
    const name = JSON.stringify([alone ? textOf(alone) : '', days, kind, isWhole, isBelowCut, cursor]);
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  const asks = [...groups.values()].flatMap((group) => requestsFor(group, wanted, known));
  return shared(asks, wanted, known);
}

interface Part {
  readonly scope: RecordScope;
  readonly days: Window;
  readonly kind: 'days' | 'changes';
  readonly wider?: Shelf;
  readonly isWhole: boolean;
  /** What lies below the place at which a limit has cut an answer. */
  readonly isBelowCut: boolean;
  readonly cursor?: string | undefined;
}

function partsOf(unit: Unit, wanted: Wanted, known: Known, demand: Demand, rules: Rules): Part[] {
  const { byModified, window } = wanted;
  const { scope, cover } = unit;
  const whole: Part = {
    scope,
    days: window,
    kind: 'days',
    isWhole: true,
    isBelowCut: false,
  };
  if (rules.isWhole) return [whole];
  // what lies below the highest place at which something is missing may not be wanted
  if (cover.floor === '' || cover.isSample || cover.floor < known.floor) return [];
  if (unit.isAged) return [whole];
  const gap = (days: Window, index = 0): Part => {
    const isAll =
      days.start <= (window.start || FIRST) && (days.end >= (window.end || LAST) || isEverything(days));
    if (isAll && !isCutAt(cover.floor)) return whole;
    const isBelowCut = index === 0 && isCutAt(cover.floor);
    return {
      ...whole,
      days: opened(isThroughNow(days) ? { ...days, end: LAST } : days),
      isWhole: false,
      isBelowCut,
    };
  };
  // another answer has brought a part of the day that runs: a table with that part alone would be wrong
  const isThroughNow = ({ end }: Window) =>
    byModified &&
    window.end === '' &&
    end === rangeOf(wanted, demand).end &&
    unit.lacksLater &&
    known.rows.some((row) => textAt(row, wanted.layout.compared) > end);
  const isEverything = (days: Window) => byModified && unit.isNew && days === cover.gaps[0];
  // the highest gap first: with what comes, those below may not be wanted any more
  const days = cover.gaps.slice(0, rules.gaps).map(gap);
  if (byModified || !rules.takesChanges) return days;

  // by announcement, what is too old can be brought forward by what has changed since
  const { stale } = unit;
  const old = stale.used.filter((piece) => !cover.used.includes(piece));
  const isShorter = stale.gaps[0] === undefined || stale.gaps[0].start > (cover.gaps[0]?.start ?? FIRST);
  if (old.length === 0 || (stale.floor >= cover.floor && !isShorter)) return days;
  const through = old.map((piece) => piece.through).reduce(earlier);
  const { now, freshness, since } = demand;
  const isFollowed = rules.begun.has(textOf(scope));
  const isRunning = isFollowed || since > 0 || freshness.mode === 'live' || isClosing(wanted, now);
  const changes = { start: addDays(through, 1), end: isRunning ? utcDay(now) : settledDay(now) };
  const wider = rules.takesWider && since === 0 ? widerInUse(unit, demand) : undefined;
  if (changes.start > changes.end || (!wider && !pays(unit, wanted, known, changes))) return days;
  const position = rules.takesWider ? positionFor(unit, wanted, demand, wider) : undefined;
  const followed = position && { days: { start: position.start, end: LAST }, cursor: position.cursor };
  // up to now by the clock of the service, which may have another day
  const sinceThen = isFollowed ? { ...changes, end: '' } : changes;
  return [
    { ...whole, days: sinceThen, kind: 'changes', isWhole: false, ...(wider && { wider }), ...followed },
    // what a limit has cut off is perhaps not wanted once the changes are there
    ...(isCutAt(stale.floor) ? [] : stale.gaps.slice(0, rules.gaps).map(gap)),
  ];
}

/** Whether the changes of some days are likely to cost less than what is known already, asked for again. */
function pays({ stale }: Unit, { window, limit }: Wanted, { announcedOn }: Known, changes: Window): boolean {
  const last = addDays(changes.start, -1);
  const known = stale.used.map(({ start, floor }) => (floor > start ? dayOfKey(floor) : start));
  const from = known.reduce(earlier, LAST);
  // what runs is not counted: it is not all there
  const days = announcedOn.filter((day) => day >= from && day <= last).sort();
  const [oldest] = days;
  if (oldest === undefined) return true;
  const first = from > FIRST ? from : oldest;
  const perDay = days.length / lengthOf({ start: first, end: last });
  const { start, end } = { start: window.start || first, end: window.end || changes.end };
  const whole = Math.min(limit, perDay * lengthOf({ start: later(start, first), end }));
  return perDay * lengthOf(changes) < Math.max(1, whole);
}

function lengthOf({ start, end }: Window): number {
  return Math.max(1, daysBetween(start, end) + 1);
}

function widerInUse({ scope, shelves }: Unit, { now }: Demand): Shelf | undefined {
  const inUse = dayNumber(now) - WIDER_DAYS;
  return shelves
    .filter((shelf) => shelf.used >= inUse && !covers(scope, shelf.scope))
    .reduce<Shelf | undefined>((a, b) => (a && a.limit >= b.limit ? a : b), undefined);
}

function requestsFor(group: readonly Part[], wanted: Wanted, known: Known): Ask[] {
  const [{ scope, days, kind, wider, isWhole, isBelowCut, cursor }] = group as [Part, ...Part[]];
  const { layout, window, limit } = wanted;
  const asked = wider ? [wider.scope] : united(group.map((part) => part.scope));
  // those that are newer than all that is asked for are there already
  const newer =
    isWhole || kind === 'changes' || days.end === '' || !DATASETS[scope.dataset].paid
      ? 0
      : known.rows.filter((row) => textAt(row, layout.compared) > days.end).length;
  // what is there already of the last day comes once more
  const again = isBelowCut ? known.unwantedOn.filter((day) => day === days.end).length : 0;
  // what the question does not want comes as often as it has come so far, and where all of it is so, more often
  const unwanted = isBelowCut ? known.unwantedOn.filter((day) => day > days.end).length : 0;
  const share = (newer + 1) / (newer + 1 + unwanted);
  const atLeast = newer === 0 ? 2 * (unwanted + again) : 0;
  const isPast = window.end !== '' && window.end < days.start;
  const most =
    kind === 'changes'
      ? wider
        ? wider.limit
        : isPast
          ? Math.max(1, known.rows.length)
          : limit
      : Math.max(atLeast, Math.min(limit, Math.ceil((limit - newer) / share)) + again);
  return asked.flatMap(inBatches).map((part) => ({
    scope: part,
    byModified: wanted.byModified || kind === 'changes',
    days,
    limit: Math.max(1, most),
    isWhole,
    isBelowCut,
    // without changes it can be asked for as well
    isWider: wider !== undefined || cursor !== undefined,
    cursor,
  }));
}

/** Where records cost credits, requests share the limit of the question, so that none is paid for and left out. */
function shared(asks: readonly Ask[], { question }: Wanted, { rows }: Known): Ask[] {
  if (!DATASETS[question.dataset].paid) return [...asks];
  return [true, false].flatMap((ofChanges) => {
    const group = asks.filter((ask) => (ask.byModified && !ask.isWhole) === ofChanges);
    if (group.length < 2 || group.some(({ isBelowCut }) => isBelowCut)) return group;
    const most = Math.max(...group.map(({ limit }) => limit));
    // of what is known in part, the rest is worth a record at least
    const whole =
      rows.length > 0 || group.some(({ isWhole }) => !isWhole) ? Math.max(most, group.length) : most;
    const limits = divide(
      whole,
      group.map(({ scope }) => companiesIn(scope.filters)),
    );
    return group.map((ask, index) => ({ ...ask, limit: Math.min(ask.limit, limits[index]!) }));
  });
}

export function bodyOf({ scope, byModified, days, limit, isWhole, cursor }: Ask, typed: WireBody): WireBody {
  const { dataset, filters } = scope;
  const { dates } = DATASETS[dataset];
  const { dateType, date, startDate, endDate } = typed;
  const isPaid = dataset === 'business-expansion';
  if (cursor !== undefined) return { cursor, limit, ...followedBody(scope, days.start) };
  const given = { dateType, ...(isWhole && { date, startDate, endDate }) };
  const asked = isWhole
    ? {}
    : {
        ...(isPaid && byModified && { dateType: 'LAST-MODIFIED' }),
        ...(days.start !== '' && { startDate: wireFromIso(days.start, dates) }),
        ...(days.end !== '' && { endDate: wireFromIso(days.end, dates) }),
      };
  const set = Object.entries(given).filter(([, value]) => value !== undefined) as [string, string][];
  const entries = Object.entries(filters);
  const others = Object.fromEntries(entries.filter(([name]) => !COMPANIES.includes(name)));
  const companies = Object.fromEntries(entries.filter(([name]) => COMPANIES.includes(name)));
  return { ...Object.fromEntries(set), ...asked, ...others, limit, ...companies };
}

/** The request that a body was made of, as far as it matters for what it brings. */
export function askOf(dataset: DatasetName, body: WireBody): Ask {
  const { dateType, date, startDate = date, endDate = date, limit, cursor, ...filters } = body;
  const iso = (wire: FilterValue | undefined) =>
    wire === undefined ? '' : (isoFromWire(String(wire), DATASETS[dataset].dates) ?? '');
  return {
    scope: { dataset, filters },
    byModified: cursor !== undefined || comparesModified(dataset, dateType),
    days: { start: iso(startDate), end: iso(endDate) },
    limit: Number(limit),
    isWhole: false,
    isWider: cursor !== undefined,
    isBelowCut: false,
    cursor: cursor === undefined ? undefined : String(cursor),
  };
}

function opened({ start, end }: Window): Window {
  return { start: start <= FIRST ? '' : start, end: end >= LAST ? '' : end };
}
