/** The warnings of a run that did not fail, stored as data so that people read them in their own language. */
import type { AddonTexts } from '../texts/language.js';

type Texts = AddonTexts['notices'];
type ValuesOf<Text> = Text extends (values: infer Values extends object) => string ? Values : object;

/** The kind of a warning, with the values that its text contains. */
export type RunWarning = {
  [Kind in keyof Texts]: { readonly kind: Kind } & ValuesOf<Texts[Kind]>;
}[keyof Texts];

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
