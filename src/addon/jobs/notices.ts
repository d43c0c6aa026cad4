/** The notices of a run that went well, stored as data so that everyone reads them in their own language. */
import type { AddonTexts } from '../texts/language.js';

export type Notice =
  /** Few rows still fit into the spreadsheet. */
  | { readonly kind: 'room'; readonly rows: number }
  | { readonly kind: 'columns'; readonly headers: readonly string[] }
  | { readonly kind: 'budget' }
  /** Four fifths of the month's budget are spent: said once a month. */
  | { readonly kind: 'month-budget'; readonly spent: number; readonly budget: number }
  /** A day has more records than one answer holds. */
  | { readonly kind: 'cut'; readonly day: string; readonly limit: number }
  /** A day brought so round a number of records that the service may have left some out. */
  | { readonly kind: 'perhaps-cut'; readonly day: string; readonly records: number }
  | { readonly kind: 'push-unclear' }
  /** Formulas that the person may not change, so that they cannot run again. */
  | { readonly kind: 'not-run'; readonly formulas: number }
  /** Tabs and ranges of a refresh that are no more. */
  | { readonly kind: 'no-place'; readonly places: readonly string[] }
  /** The tab of changes takes no more rows. */
  | { readonly kind: 'changes-full' }
  /** Events that the webhook for all records has not taken, and why. */
  | { readonly kind: 'webhook-waits'; readonly events: number; readonly failure: string }
  /** So many wait that nothing is added. */
  | { readonly kind: 'outbox-full'; readonly events: number }
  /** How many there are that found no room here. */
  | { readonly kind: 'others'; readonly count: number };

/** All of them are stored with the job's progress in one value, which holds 9 KB. */
const MAX_NOTICES = 12;

/** With one more. The same is said once, however many stretches a run has; of the room only what was said first. */
export function withNotice(notices: readonly Notice[], notice: Notice): readonly Notice[] {
  const text = JSON.stringify(notice);
  const isSaid = (one: Notice) =>
    one.kind === 'room' ? notice.kind === 'room' : JSON.stringify(one) === text;
  if (notices.some(isSaid)) return notices;
  if (notices.length < MAX_NOTICES) return [...notices, notice];
  const last = notices[MAX_NOTICES];
  const count = last?.kind === 'others' ? last.count : 0;
  return [...notices.slice(0, MAX_NOTICES), { kind: 'others', count: count + 1 }];
}

export function textOfNotices(notices: readonly Notice[], { notices: texts }: AddonTexts): string {
  return notices.map((notice) => (texts[notice.kind] as (one: Notice) => string)(notice)).join(' ');
}
