/** Formats numbers, days and times for the person. */

export interface Format {
  count(value: number): string;
  /** Day and time of an instant, in milliseconds since 1970, in the spreadsheet's zone. */
  moment(at: number): string;
  seconds(ms: number): string;
}

/** @param locale of the person, such as de or en_US */
export function createFormat(locale: string, timeZone: string): Format {
  const language = supported(locale);
  const numbers = new Intl.NumberFormat(language);
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const moments = dateTime(language, timeZone);
  return {
    count: (value) => numbers.format(value),
    moment: (at) => moments.format(at),
    seconds: (ms) => seconds.format(ms / 1000),
  };
}

function supported(locale: string): string {
  try {
    return new Intl.Locale(locale.replace(/_/g, '-')).toString();
  } catch {
    return 'en';
  }
}

function dateTime(language: string, timeZone: string): Intl.DateTimeFormat {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat(language, { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat(language, parts);
  }
}
