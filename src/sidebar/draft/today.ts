/** Days in the spreadsheet's zone. */

/** Leaves the zone out where the browser does not know it. */
export function dateTime(
  language: string,
  parts: Intl.DateTimeFormatOptions,
  timeZone: string,
): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat(language, parts);
  }
}

/** The day as YYYY-MM-DD in a zone, such as the spreadsheet's. */
export function todayIn(timeZone: string): string {
  return dateTime('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' }, timeZone).format();
}
