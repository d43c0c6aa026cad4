/** Where Google behaves in several ways: by deployment, by consent, or because its sources disagree. */

/** Set a member at any time; it holds from the next execution on. */
export interface Switches {
  /** Whether `getUserTriggers(spreadsheet)` lists clock triggers, too: they belong to a person and a spreadsheet, but wait for no event of it. */
  clockTriggersByDocument: boolean;
}

/** The unkind reading of each. */
export const UNKIND: Switches = { clockTriggersByDocument: false };
