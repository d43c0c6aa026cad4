/** What a sync asks of its purchases of windows of days, and what it gets. */
import type { FetchRequest } from '../../core/facts.js';
import { bodyOf } from '../../core/wire.js';
import type { StoredConnection } from '../account/connection.js';
import type { Zone } from '../question/zone.js';
import type { Written } from '../tab/write-rows.js';
import type { DayWindow, RequestedWindow, SyncPlace } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import type { BoughtWindow } from './window-rows.js';

export interface ReceivedWindow extends BoughtWindow {
  /** To be called when the rows are in the tab: writes what came, and moves on. */
  settle(place: SyncPlace, written: Written): void;
}

export interface WindowPurchaseOptions {
  readonly run: Run;
  readonly asked: SyncQuestion;
  readonly connection: StoredConnection;
  readonly zone: Zone;
}

export interface WindowPurchases {
  /** Credits spent today, or possibly spent. */
  committed(): number;
  /** How many requests that cost the question takes: each is queried separately, with the whole limit. */
  parts(): number;
  /**
   * The first days of a window that are known, as a whole, or missing.
   * @param limit the most records that may be taken from what is known
   */
  firstDays(window: DayWindow, limit: number): DayWindow;
  /** How many records a window has, where the service tells it for nothing. */
  count(window: DayWindow): number | undefined;
  /** @param place to keep with the request */
  ask(window: RequestedWindow, place: SyncPlace): ReceivedWindow;
}

/** Whether two purchases ask the same in the same words. */
export function isSame(a: readonly FetchRequest[], b: readonly FetchRequest[]): boolean {
  const textOf = (requests: readonly FetchRequest[]) => JSON.stringify(requests.map(bodyOf));
  return textOf(a) === textOf(b);
}

export function isSameWindow(a: DayWindow, b: DayWindow): boolean {
  return a.start === b.start && a.end === b.end && a.part === b.part;
}
