/** What formulas in live mode ask of Google's property service in a day. Google limits it for each person. */

/** Reads and writes a day that Google allows a person without Workspace; with Workspace it is ten times as many. */
export const PROPERTY_CALLS_A_DAY = 50_000;

/** Reads and writes of a formula that asks the service for what has changed, each written key counted, on average; `bench -- google` measures it. */
export const PROPERTY_CALLS_OF_CHECK = 13;

const MINUTES_A_DAY = 1_440;

/** If each formula runs as soon as its answer is too old. */
export function propertyCallsOfDay(formulas: number, minutes: number): number {
  return formulas * Math.floor(MINUTES_A_DAY / minutes) * PROPERTY_CALLS_OF_CHECK;
}
