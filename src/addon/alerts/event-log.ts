/**
 * The tab `Signals outbox …` of a job with a webhook for all records: a row for each event, the latest at the
 * bottom. Unsent events wait here; sent ones show what the receiver knows of a record. Only the run with the
 * job's lease reads and writes the tab.
 */

import { type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { type Fields, isObject, readJson } from '../../contract/json.js';
import { areaOf, topLeft } from '../../contract/new-sheet.js';
import { short } from '../../contract/short-text.js';
import { type Axis, positionsOf, textAt } from '../../core/records.js';
import { errors } from '../errors.js';
import type { Grid, Tab } from '../platform.js';
import { hash } from '../storage/text.js';
import { escapeCellText } from '../tab/cell-text.js';
import { openTab } from '../tab/find-tab.js';
import { headerOf } from '../tab/synced-columns.js';
import type { Row } from '../table/rows.js';

type EventKind = 'new' | 'changed' | 'removed';

/** A record as it is now, with the question that returned it. A record that no longer matches has no row. */
export interface RecordState {
  readonly kind: EventKind;
  readonly dataset: DatasetName;
  readonly id: string;
  readonly row?: Row;
  /** The date by which its question finds it; that of the announcement if it is missing. */
  readonly axis?: Axis;
  readonly question: string;
  /** True if it is not new. If the log lacks it, it is logged but never sent, for comparison with changes. */
  readonly isOld?: boolean;
}

/** A row of the tab, without its content. */
export interface LoggedEvent extends Pick<RecordState, 'kind' | 'dataset' | 'id' | 'question'> {
  readonly rowNumber: number;
  /** Stays the same when the event is sent again, so that a receiver recognizes it. */
  readonly event: string;
  /** The day of the date that its question compares. */
  readonly day: string;
  readonly isSent: boolean;
}

const HEADERS = ['Event', 'Change', 'Dataset', 'Record', 'Day', 'Question', 'Sent', 'Content'];
const SENT = HEADERS.indexOf('Sent') + 1;
const CONTENT = HEADERS.indexOf('Content') + 1;
/** The most sent events that the tab keeps; older ones are removed. */
const MAX_SENT = 3_000;
const MAX_TEXT_CHARACTERS = 2_000;
/** A cell holds 50,000 characters. */
const MAX_CONTENT_CHARACTERS = 49_000;
const CHECKSUM_CHARACTERS = 13;

export class EventLog {
  readonly tab: Tab;
  private readonly grid: Grid;
  private events: readonly LoggedEvent[] = [];

  /**
   * @param known the id of its tab; if the tab was deleted, a new one begins
   * @throws BAD_INPUT if columns were added, moved or removed: events would count as sent, or lack records
   */
  constructor(grid: Grid, name: string, known: number | undefined) {
    this.grid = grid;
    this.tab = openTab(grid, name, known);
    const { rows } = this.tab.used();
    if (rows === 0) {
      this.tab.write(topLeft(1, HEADERS.length), [HEADERS]);
      this.tab.freezeHeader();
      return;
    }
    const [header = [], ...cells] = this.tab.values(topLeft(rows, SENT));
    // the contents of all events would be too much to read here
    const names = [...header, headerOf(this.tab)[CONTENT - 1]];
    const missing = HEADERS.find((name, at) => names[at] !== name);
    if (missing !== undefined) throw errors.noOutboxColumn(this.tab.name(), missing);
    this.events = cells.map((line, index) => eventIn(line, index + 2)).filter(({ event }) => event !== '');
  }

  waiting(): readonly LoggedEvent[] {
    return this.events.filter(({ isSent }) => !isSent);
  }

  latest(): ReadonlyMap<string, LoggedEvent> {
    return new Map(this.events.map((one) => [keyOf(one), one]));
  }

  /** Adds the changes that the receiver does not know yet, with one write. Idempotent after a crash. */
  add(records: readonly RecordState[], now: number): void {
    const latest = this.latest();
    const changed = records.flatMap((one) => {
      const record = one.row ? contentOf(one.dataset, one.row) : undefined;
      const checksum = checksumOf(JSON.stringify(record ?? null));
      const known = latest.get(keyOf(one));
      const isOld = one.isOld === true && !known;
      return known?.event.startsWith(checksum) ? [] : [{ ...one, isOld, record, checksum, known }];
    });
    // old records without room would be removed at once, and written again by the next run
    const old = changed.filter(({ isOld }) => isOld);
    const room = Math.max(0, MAX_SENT - this.events.length);
    const omitted = new Set(old.slice(0, Math.max(0, old.length - room)));
    const added = changed.filter((one) => !omitted.has(one));
    if (added.length === 0) return;
    const before = this.contentsOf(added.flatMap(({ known }) => known ?? []));
    const first = this.tab.used().rows + 1;
    const lines = added.map(({ record, checksum, known, row, axis = 'announced', ...one }, index) => {
      const isKnown = known !== undefined && known.kind !== 'removed';
      // the id depends on the previous event: a record that changes back is another event
      const event = checksum + checksumOf(`${known?.event} ${checksum}`);
      const positions = positionsOf(one.dataset);
      const version = row && textAt(row, positions.modified);
      const previous = isKnown && record ? differences(before.get(known)?.['record'], record) : undefined;
      const logged: LoggedEvent = {
        ...one,
        rowNumber: first + index,
        event,
        kind: one.kind === 'new' && isKnown ? 'changed' : one.kind,
        day: row ? textAt(row, positions[axis]) : '',
        isSent: one.isOld,
      };
      return { logged, content: contentText({ version, record, previous }) };
    });
    const cells = lines.map(({ logged, content }) => {
      const { event, kind, dataset, id, day, question, isSent } = logged;
      const texts = [event, kind, dataset, id, day, question].map(escapeCellText);
      return [...texts, isSent ? new Date(now) : '', escapeCellText(content)];
    });
    const missing = first + lines.length - 1 - this.tab.size().rows;
    if (missing > 0) this.tab.addRows(missing);
    this.tab.write(areaOf(first, 1, lines.length, HEADERS.length), cells);
    this.grid.flush();
    this.events = [...this.events, ...lines.map(({ logged }) => logged)];
  }

  /** Returns the events as they are sent. @throws BUSY if a person has moved them */
  read(events: readonly LoggedEvent[]): Fields[] {
    const contents = this.contentsOf(events);
    if (contents.size < events.length) throw errors.tabMoving(this.tab.name());
    return events.map((one) => {
      const { event, kind, dataset, id } = one;
      return { event, kind, dataset, id, ...contents.get(one) };
    });
  }

  /** Marks events in consecutive rows. @throws BUSY if a person has moved them: they are sent again */
  markSent(events: readonly LoggedEvent[], now: number): void {
    if (this.contentsOf(events).size < events.length) throw errors.tabMoving(this.tab.name());
    const cells = events.map(() => [new Date(now)]);
    this.tab.write(areaOf(events[0]!.rowNumber, SENT, events.length), cells);
    this.grid.flush();
    const sent = new Set(events);
    this.events = this.events.map((one) => (sent.has(one) ? { ...one, isSent: true } : one));
  }

  trim(): void {
    const waiting = this.events.findIndex(({ isSent }) => !isSent);
    const sent = waiting < 0 ? this.events.length : waiting;
    const count = sent - MAX_SENT;
    if (count <= 0) return;
    const isWaiting = (cells: readonly unknown[]) => cells[0] !== '' && cells[SENT - 1] === '';
    if (this.tab.values(areaOf(2, 1, count, SENT)).some(isWaiting)) return;
    this.tab.deleteRows(2, count);
    this.events = this.events
      .filter(({ rowNumber }) => rowNumber >= 2 + count)
      .map((one) => ({ ...one, rowNumber: one.rowNumber - count }));
  }

  /** Returns the contents of events that are still in their rows: a person may have moved or removed rows. */
  private contentsOf(events: readonly LoggedEvent[]): ReadonlyMap<LoggedEvent, Fields> {
    if (events.length === 0) return new Map();
    const lines = events.map(({ rowNumber }) => rowNumber);
    const first = lines.reduce((a, b) => Math.min(a, b));
    const last = lines.reduce((a, b) => Math.max(a, b));
    const rows = this.tab.values(areaOf(first, 1, last - first + 1, CONTENT));
    const contents = new Map<LoggedEvent, Fields>();
    for (const one of events) {
      const cells = rows[one.rowNumber - first] ?? [];
      if (cells[0] === one.event) contents.set(one, readJson(String(cells[CONTENT - 1]), isObject) ?? {});
    }
    return contents;
  }
}

function eventIn(cells: readonly unknown[], rowNumber: number): LoggedEvent {
  const [event = '', kind, dataset, id = '', day = '', question = ''] = cells.map(String);
  const named = { kind: kind as EventKind, dataset: dataset as DatasetName };
  return { rowNumber, event, ...named, id, day, question, isSent: cells[SENT - 1] !== '' };
}

export function keyOf({ dataset, id }: Pick<LoggedEvent, 'dataset' | 'id'>): string {
  return `${dataset} ${id}`;
}

function checksumOf(text: string): string {
  return hash(text).slice(0, CHECKSUM_CHARACTERS);
}

/** Returns the record by column names, without values that the service does not disclose. */
function contentOf(dataset: DatasetName, row: Row): Fields {
  const fields = RECORD_COLUMNS[dataset].map(({ path }, index) => {
    const value = row[index] ?? null;
    return [path, typeof value === 'string' ? short(value, MAX_TEXT_CHARACTERS) : value] as const;
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}

/** Returns the earlier values of changed fields; null for a field that was missing. */
function differences(before: unknown, record: Fields): Fields | undefined {
  if (!isObject(before)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(record)])];
  const other = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(record[name]));
  return Object.fromEntries(other.map((name) => [name, before[name] ?? null]));
}

/** Returns as much of the content as fits into a cell. */
function contentText({ version, record, previous }: Fields): string {
  const contents = [{ version, record, previous }, { version, record }, { version }];
  const texts = contents.map((one) => JSON.stringify(one));
  return texts.find(({ length }) => length <= MAX_CONTENT_CHARACTERS) ?? '{}';
}
