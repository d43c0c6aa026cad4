/** Brings a stored answer up to date: adds new versions, applies window and limit again, and keeps track of gaps. */
import { addDays } from '../../contract/dates.js';
import type { Question } from '../question/question.js';
import { inWindow, later, settledDay, type Window } from '../question/window.js';
import { byNewest, dayOfKey, keyOf, layoutOf, type RecordLayout, textAt } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import type { StoredAnswer } from './stored-answer.js';

export interface ReceivedRows {
  readonly rows: readonly Row[];
  /** Below this key (`keyOf`) something may be missing; empty when nothing is. */
  readonly floor: string;
}

type Requested = Pick<StoredAnswer, 'askedAt' | 'tokens' | 'targets' | 'reservation' | 'credits'> & {
  readonly window: Window;
};

/** A whole answer, as it is held from now on. */
export function storeWhole(question: Question, received: ReceivedRows, asked: Requested): StoredAnswer {
  const layout = layoutOf(question);
  const { window, ...rest } = asked;
  const through = settledDay(asked.askedAt);
  const { rows, floor } = prune([...received.rows].sort(byNewest(layout)), limitOf(question), window, layout);
  return {
    ...rest,
    rows,
    floor: later(floor, received.floor),
    // days between the window's end and the first day whose changes will be asked for
    ...(window.end !== '' &&
      window.end < through && { hole: { start: addDays(window.end, 1), end: through } }),
    through,
    start: window.start,
    refreshed: false,
    derived: false,
  };
}

/** The stored answer with the changes since. `received` must not be full: it would hide changes. */
export function mergeChanges(
  question: Question,
  held: StoredAnswer,
  received: readonly Row[],
  asked: Requested & { readonly filledHole: boolean; readonly last: string },
): StoredAnswer {
  const layout = layoutOf(question);
  const { window, filledHole, last, ...rest } = asked;
  const newest = new Map<string, Row>();
  for (const row of [...held.rows, ...received]) {
    const id = textAt(row, layout.id) || JSON.stringify(row);
    const known = newest.get(id);
    if (!known || textAt(row, layout.lastModified) >= textAt(known, layout.lastModified)) newest.set(id, row);
  }
  const before = new Set(held.rows.map((row) => textAt(row, layout.id)));
  const kept = [...newest.values()].filter(
    (row) =>
      // below the floor something may be missing between the rows: nothing new is let in there
      (keyOf(row, layout) >= held.floor || before.has(textAt(row, layout.id))) &&
      (!isDay(textAt(row, layout.compared)) || textAt(row, layout.compared) >= window.start),
  );
  const { rows, floor } = prune(kept.sort(byNewest(layout)), limitOf(question), window, layout);
  const settled = settledDay(asked.askedAt);
  const { hole, ...unchanged } = held;
  return {
    ...unchanged,
    ...rest,
    rows,
    floor: later(floor, held.floor),
    ...(hole && !filledHole && { hole }),
    through: last < settled ? last : later(settled, held.through),
    start: window.start,
    refreshed: true,
  };
}

/** The rows of a stored answer that a question shows. */
export function rowsShown(
  question: Question,
  { rows, floor }: StoredAnswer,
  window: Window,
): { rows: readonly Row[]; cut: boolean } {
  const { compared } = layoutOf(question);
  // a record without a date that can be read was sent as an answer, and paid for: it is shown
  const inside = rows.filter((row) => {
    const day = textAt(row, compared);
    return !isDay(day) || inWindow(window, day);
  });
  const limit = limitOf(question);
  const missing = floor !== '' && (window.start === '' || window.start <= dayOfKey(floor));
  return { rows: inside.slice(0, limit), cut: missing || inside.length > limit };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

export function limitOf({ filters }: Pick<Question, 'filters'>): number {
  return Number(filters['limit']);
}

/** Rows of the window beyond the limit are let go; from there on something is missing. */
function prune(
  rows: readonly Row[],
  limit: number,
  window: Window,
  layout: RecordLayout,
): { rows: readonly Row[]; floor: string } {
  const ahead = rows.filter((row) => window.end !== '' && textAt(row, layout.compared) > window.end);
  const kept = rows.slice(0, ahead.length + limit);
  const last = kept[kept.length - 1];
  return { rows: kept, floor: kept.length < rows.length && last ? keyOf(last, layout) : '' };
}
