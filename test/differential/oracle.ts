/**
 * Judges by the rules of docs/architecture.md if a shown table is true, from the world's history and the
 * service's requests and answers. It shares no code with the add-on.
 */
import { inAny, inEach } from './group.js';
import { answers, comparedDay, type Days, dayIn, daysOf, isOpen, type Question } from './question.js';
import type { LogEntry, SentList } from './service.js';
import type { Company, Version, World } from './world.js';

export interface Shown {
  readonly question: Question;
  readonly table: readonly (readonly unknown[])[];
  /** The start and the end of its execution. */
  readonly begun: number;
  readonly now: number;
  /** The end by the service's clock. */
  readonly serviceNow: number;
  readonly zone: string;
  readonly key: string;
  /** The log of the service before the execution began, and until its end. */
  readonly before: readonly LogEntry[];
  readonly log: readonly LogEntry[];
  /** All member lists of the group, and those that the service has sent. */
  readonly groups: readonly (readonly Company[])[];
  readonly lists: readonly SentList[];
  /** Lists sent before this time are out of use, because the add-on has requested a new one. */
  readonly listsFrom: number;
  /** True after a loss or an interruption: then the add-on may not know everything that was sent. */
  readonly isLost: boolean;
  readonly isSorted: boolean;
}

export interface Violation {
  readonly rule: string;
  readonly detail: string;
}

export interface Marks {
  readonly first?: number;
  readonly to?: string;
  readonly asOf?: string;
}

const DAY_MS = 86_400_000;
/** A day's changes are final at three in the morning of the next day. */
const SETTLING_MS = 3 * 3_600_000;
/** A window by date of announcement is not queried again this many days after its end. */
const CLOSING_DAYS = 7;

/** A list of tracked companies is stored for six hours, and so is its table; the minute is for a call. */
const LISTED_MS = 12 * 3_600_000 + 60_000;

export function findViolations(world: World, shown: Shown): Violation[] {
  const { question, table, now, zone, key } = shown;
  const days = daysOf(question, dayIn(zone, now));
  const marks = readMarks(String(table[0]![0]), now);
  const violations: Violation[] = [];
  const report = (rule: string, detail: string) => violations.push({ rule, detail });
  const rows: Version[] = [];
  for (const [id, title] of table.slice(1)) {
    const [name = '', number = ''] = String(title).split(' v');
    const version = world.versionsOf(name).find((one) => one.number === Number(number));
    if (!version || name !== id) report('made up', String(title));
    else rows.push(version);
  }
  const sent = new Map<string, number>();
  const sentBefore = new Map<string, number>();
  for (const [entries, newest] of [
    [shown.log, sent],
    [shown.before, sentBefore],
  ] as const) {
    for (const entry of entries) {
      if (entry.key !== key) continue;
      for (const { id, number } of entry.sent) newest.set(id, Math.max(number, newest.get(id) ?? 0));
    }
  }
  const lists = listsInUse(shown, marks);
  if (lists.length === 0) report('whose companies', 'no list of the group');
  const [tracked, alwaysTracked] = [inAny(lists), inEach(lists)];
  // a record of a tracked company stays if it is corrected to another, as no answer lists tracked companies
  const trackedWith = ({ id, number, company }: Version) =>
    isOpen(question) &&
    world.versionsOf(id).some((one) => one.number < number && tracked.includes(one.company))
      ? [...tracked, company]
      : tracked;
  const ids = new Set<string>();
  for (const row of rows) {
    if (row.number > (sent.get(row.id) ?? 0)) report('never sent', nameOf(row));
    if (!shown.isLost && row.number < (sentBefore.get(row.id) ?? 0))
      report('not the newest known', nameOf(row));
    if (ids.has(row.id)) report('twice', nameOf(row));
    ids.add(row.id);
    if (!answers(question, row, days, trackedWith(row))) report('outside of the filters', nameOf(row));
  }
  const place = (version: Version) => `${comparedDay(question, version)} ${version.id}`;
  if (rows.some((row, index) => index > 0 && place(row) > place(rows[index - 1]!))) report('order', '');
  if (rows.length > question.limit) report('longer than its limit', String(rows.length));
  if (marks.first !== undefined && marks.first !== rows.length)
    report('first', `${marks.first} of ${rows.length}`);

  // before the first visibly unordered answer, the add-on cannot know that a limit may omit any record
  if (
    !shown.isSorted &&
    !shown.before.some(
      (entry) =>
        entry.key === key && entry.dataset === question.dataset && !entry.isLost && isDisordered(entry),
    )
  )
    return violations;
  const last = rows[rows.length - 1];
  const isDue = dueBy(shown, marks, days);
  for (const record of world.at(question.dataset, shown.serviceNow)) {
    if (ids.has(record.id) || !answers(question, record, days, alwaysTracked) || !isDue(record)) continue;
    // a truncated table may lack records below or on its last row's day: the order within a day is undefined
    const isBelow =
      marks.first !== undefined &&
      (!shown.isSorted || (last && comparedDay(question, record) <= comparedDay(question, last)));
    if (!isBelow)
      report(`missing, ${markNames(marks)}`, `${nameOf(record)} ${record.announced} ${record.modified}`);
  }
  return violations;
}

/** Returns the lists with which the table may have been made. */
function listsInUse(shown: Shown, marks: Marks): readonly (readonly Company[])[] {
  const { question, groups, lists, listsFrom, begun, key } = shown;
  // the service does not report changes of its tracked companies
  if (!question.isGroup) return isOpen(question) ? groups : [[]];
  const from = marks.asOf === undefined ? Math.max(listsFrom, begun - LISTED_MS) : 0;
  return lists.filter((list) => list.key === key && list.at >= from).map(({ companies }) => companies);
}

/** True for answers in the wrong order, except changes, which have their own order. */
function isDisordered({ dataset, body, sent }: LogEntry): boolean {
  if (body['cursor'] !== undefined) return false;
  const byModified = dataset !== 'business-expansion' || body['dateType'] === 'LAST-MODIFIED';
  const days = sent.map(({ modified, announced }) => (byModified ? modified : announced));
  return days.some((day, index) => index > 0 && day > days[index - 1]!);
}

/** Returns a test by the table's marks: must the table contain the present version of a record? */
function dueBy(shown: Shown, marks: Marks, days: Days): (record: Version) => boolean {
  const { question, begun, zone } = shown;
  if (marks.asOf !== undefined) {
    const asOf = marks.asOf;
    return ({ since }) => dayIn(zone, since) < asOf && dayIn('UTC', since) < asOf;
  }
  if (marks.to !== undefined) return ({ modified }) => modified <= marks.to!;
  const settled = dayIn('UTC', begun - SETTLING_MS - DAY_MS);
  const isByModified = question.dataset !== 'business-expansion' || question.byModified;
  const closing = days.end === '' || isByModified ? '9999' : addDays(days.end, CLOSING_DAYS);
  return ({ modified }) => modified <= settled && modified <= closing;
}

export function readMarks(header: string, now: number): Marks {
  const text = /\((.*)\)$/.exec(header)?.[1] ?? '';
  const first = /first (\d+)/.exec(text)?.[1];
  const to = /to (\d+ \w{3})/.exec(text)?.[1];
  const asOf = /as of (\d+ \w{3})/.exec(text)?.[1];
  return {
    ...(first !== undefined && { first: Number(first) }),
    ...(to !== undefined && { to: isoOf(to, now) }),
    ...(asOf !== undefined && { asOf: isoOf(asOf, now) }),
  };
}

/** Marks have no year, so this returns the latest day that is not in the future. */
function isoOf(text: string, now: number): string {
  const year = new Date(now).getUTCFullYear();
  const days = [year + 1, year, year - 1].map((one) => dayIn('UTC', Date.parse(`${text} ${one} 12:00 UTC`)));
  return days.find((day) => day <= dayIn('UTC', now + DAY_MS))!;
}

function markNames(marks: Marks): string {
  const names = Object.keys(marks);
  return names.length > 0 ? names.join(' and ') : 'no mark';
}

function addDays(day: string, count: number): string {
  return dayIn('UTC', Date.parse(`${day}T00:00:00Z`) + count * DAY_MS);
}

function nameOf({ id, number }: Version): string {
  return `${id} v${number}`;
}
