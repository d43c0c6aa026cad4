/** Days in the spreadsheet's zone. */

/** Uses the browser's zone if the browser does not know the given one. */
export function dateTime(language: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, parts);
  } catch {
    return new Intl.DateTimeFormat(language, { ...parts, timeZone: undefined });
  }
}

/** Returns the day of an instant, or today, as YYYY-MM-DD in a zone, such as the spreadsheet's. */
export function dayIn(timeZone: string, at?: number): string {
  return dateTime('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(at);
}
