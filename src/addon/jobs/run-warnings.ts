/** The warnings of a run that did not fail, stored as data so that people read them in their own language. */
import type { AddonTexts } from '../texts/language.js';

export type RunWarning =
  | { readonly kind: 'columns'; readonly headers: readonly string[] }
  | { readonly kind: 'budget' }
  /** At least 80% of the monthly budget is spent. */
  | { readonly kind: 'month-budget'; readonly spent: number; readonly budget: number }
  /** A day has more records than one answer can hold. */
  | { readonly kind: 'cut'; readonly day: string; readonly limit: number }
  /** A day has such a round number of records that the service may have left some out. */
  | { readonly kind: 'perhaps-cut'; readonly day: string; readonly records: number }
  | { readonly kind: 'push-unclear' }
  /** Formulas that did not run again, because the person may not edit them. */
  | { readonly kind: 'not-run'; readonly formulas: number }
  /** Tabs and ranges of a refresh that no longer exist. */
  | { readonly kind: 'no-place'; readonly places: readonly string[] }
  /** The tab of changes is full. */
  | { readonly kind: 'changes-full' }
  /** So many events wait that the run adds none. */
  | { readonly kind: 'outbox-full'; readonly events: number };

/** The warnings share one property with the job's progress. Google allows 9 KB for it. */
const MAX_WARNINGS = 12;

/** Adds a warning unless the run has an equal one, or too many. */
export function withWarning(warnings: readonly RunWarning[], warning: RunWarning): readonly RunWarning[] {
  const text = JSON.stringify(warning);
  const isKnown = warnings.some((one) => JSON.stringify(one) === text);
  return isKnown || warnings.length >= MAX_WARNINGS ? warnings : [...warnings, warning];
}

export function textOfWarnings(warnings: readonly RunWarning[], { notices: texts }: AddonTexts): string {
  const textOf = (warning: RunWarning) =>
    // another version of the add-on may have stored an unknown kind
    (texts[warning.kind] as ((one: RunWarning) => string) | undefined)?.(warning) ?? [];
  return warnings.flatMap(textOf).join(' ');
}
