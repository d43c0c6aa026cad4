/** Utilities.formatDate and parseDate: the patterns of Java's SimpleDateFormat, as far as scripts use them. */
import { openTimeZone } from './time-zone.js';

const TOKEN = /'((?:[^']|'')*)'|([a-zA-Z])\2*|[^a-zA-Z']+/g;
const MINUTE_MS = 60_000;

/** @throws for a letter that is not emulated. */
export function formatDate(date: Date, timeZone: string, pattern: string): string {
  const zone = openTimeZone(timeZone);
  const instant = date.getTime();
  if (Number.isNaN(instant)) throw new Error('Invalid argument: date');
  const wall = new Date(zone.wallClockOf(instant));
  const offsetMinutes = Math.round((wall.getTime() - instant) / MINUTE_MS);
  return pattern.replace(TOKEN, (token, quoted: string | undefined, letter: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replace(/''/g, "'");
    if (letter === undefined) return token;
    return field(letter, token.length, wall, offsetMinutes);
  });
}

/** @throws when the text does not have the pattern. Only numbers are read: y M d H m s. */
export function parseDate(text: string, timeZone: string, pattern: string): Date {
  const zone = openTimeZone(timeZone);
  const letters: string[] = [];
  const expression = pattern.replace(
    TOKEN,
    (token, quoted: string | undefined, letter: string | undefined) => {
      if (quoted !== undefined) return literal(quoted.replace(/''/g, "'") || "'");
      if (letter === undefined) return literal(token);
      letters.push(letter);
      return letter === 'y' && token.length >= 4 ? '(\\d{4})' : '(\\d{1,4})';
    },
  );
  const match = new RegExp(`^${expression}`).exec(text);
  const unknown = letters.find((letter) => !'yMdHms'.includes(letter));
  if (unknown) throw new Error(`Utilities.parseDate with ${unknown} is not emulated`);
  if (!match) throw new Error(`Unparseable date: "${text}"`);
  const value = (letter: string, otherwise: number) => {
    const place = letters.indexOf(letter);
    return place < 0 ? otherwise : Number(match[place + 1]);
  };
  const wall = Date.UTC(
    value('y', 1970),
    value('M', 1) - 1,
    value('d', 1),
    value('H', 0),
    value('m', 0),
    value('s', 0),
  );
  return new Date(zone.instantOf(wall));
}

function field(letter: string, width: number, wall: Date, offsetMinutes: number): string {
  const padded = (value: number) => String(value).padStart(width, '0');
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(wall);
  switch (letter) {
    case 'y':
      return width === 2 ? padded(wall.getUTCFullYear() % 100) : padded(wall.getUTCFullYear());
    case 'M':
      if (width > 2) return named({ month: width === 3 ? 'short' : 'long' });
      return padded(wall.getUTCMonth() + 1);
    case 'd':
      return padded(wall.getUTCDate());
    case 'E':
      return named({ weekday: width < 4 ? 'short' : 'long' });
    case 'u':
      return padded(wall.getUTCDay() || 7);
    case 'H':
      return padded(wall.getUTCHours());
    case 'h':
      return padded(wall.getUTCHours() % 12 || 12);
    case 'a':
      return wall.getUTCHours() < 12 ? 'AM' : 'PM';
    case 'm':
      return padded(wall.getUTCMinutes());
    case 's':
      return padded(wall.getUTCSeconds());
    case 'S':
      return padded(wall.getUTCMilliseconds());
    case 'Z':
      return offset(offsetMinutes, '');
    case 'X':
      return offsetMinutes === 0
        ? 'Z'
        : offset(offsetMinutes, width === 3 ? ':' : '').slice(0, width === 1 ? 3 : 6);
    case 'z':
      return offsetMinutes === 0 ? 'GMT' : `GMT${offset(offsetMinutes, ':')}`;
    default:
      throw new Error(`Utilities.formatDate with ${letter} is not emulated`);
  }
}

function offset(minutes: number, separator: string): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${separator}${two(size % 60)}`;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
