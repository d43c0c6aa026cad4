/** Reads values of list options: cells, values separated by `|`, and spellings of allowed values. */
import type { Filter } from '../../contract/filters.js';
import { splitValues } from '../../contract/options.js';
import { errors } from '../errors.js';
import { textOf } from './cells.js';
import { closest } from './closest.js';

/** More values than this are a range selected by mistake. */
const MAX_VALUES = 5_000;
/** The longest address, name or place that makes sense. */
const MAX_CHARACTERS = 1_000;

/**
 * Returns the texts of the cells in order, each once. `|` and line breaks separate values; a comma only with
 * `commas`, for options whose values cannot contain one.
 * @param name the argument or option that the cells belong to
 * @param most values
 * @throws BAD_INPUT
 */
export function readTexts(
  name: string,
  cells: readonly unknown[],
  commas: boolean,
  most = MAX_VALUES,
): string[] {
  const typed = cells.map((cell) => textOf(name, cell));
  const texts = splitValues(typed, commas ? /[|,\r\n]/ : /[|\r\n]/);
  if (texts.length > most) throw errors.tooMany(name, texts.length, most);
  const long = texts.find((text) => text.length > MAX_CHARACTERS);
  if (long !== undefined) throw errors.tooLong(name, long, MAX_CHARACTERS);
  return texts;
}

/**
 * Returns an allowed value in the service's own spelling.
 * @param spellings accepted variants with the service's spelling
 * @throws BAD_INPUT naming the value and the nearest allowed one
 */
export function readChoice(
  name: string,
  text: string,
  values: readonly string[],
  spellings: Readonly<Record<string, string>> = {},
): string {
  const wanted = normalize(text);
  const found = values.find((value) => normalize(value) === wanted) ?? respell(text, spellings);
  if (found !== undefined) return found;
  const parts = text.split(/[,;]/).map(normalize);
  if (parts.length > 1 && parts.every((part) => values.some((value) => normalize(value) === part))) {
    throw errors.joinedChoices(name, text);
  }
  throw errors.badChoice(name, text, closest(text, values), values);
}

/** Returns the value that a text spells, with the table's case, because a service may distinguish CEO and ceo. */
export function respell(text: string, spellings: Readonly<Record<string, string>>): string | undefined {
  const wanted = normalize(text);
  const typed = Object.keys(spellings).find((spelling) => normalize(spelling) === wanted);
  if (typed !== undefined) return spellings[typed];
  return Object.values(spellings).find((value) => normalize(value) === wanted);
}

/** True if a comma can only separate values of the option. */
export function separatesAtCommas(name: string, filter: Filter): boolean {
  if (filter.values) return filter.values.every((value) => !value.includes(','));
  return COMMA_NAMES.every((part) => !name.toLowerCase().includes(part));
}

/** Options whose values can contain commas: "Acme, Inc.", "Detroit, Michigan", "Korea, Republic of". */
const COMMA_NAMES = ['name', 'location', 'countries', 'industries', 'segments'];

/** Ignores case, extra blanks and blanks around marks, and reads `_` as `-` (LAST_MODIFIED). */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/_/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?([/&,()-]) ?/g, '$1')
    .trim();
}
