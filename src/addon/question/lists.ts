/** Values of list options: cells, `|` between values in one cell, and allowed values however they are spelled. */
import type { Filter } from '../../contract/filters.js';
import { ownValue } from '../../contract/options.js';
import { errors } from '../errors.js';
import { textOf } from './cells.js';
import { closest } from './closest.js';

/**
 * The texts of the cells, in order, each once. `|` always divides a cell; a comma only where `commas` says that no
 * value can hold one.
 */
export function readTexts(cells: readonly unknown[], commas: boolean): string[] {
  const texts = cells.flatMap((cell) => textOf(cell).split(commas ? /[|,]/ : '|'));
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

/**
 * One allowed value in the service's own spelling.
 * @param spellings what people write instead, in lower case
 * @throws BAD_INPUT naming the value, and the nearest allowed one
 */
export function readChoice(
  name: string,
  text: string,
  values: readonly string[],
  spellings: Readonly<Record<string, string>> = {},
): string {
  const wanted = fold(text);
  const found =
    values.find((value) => fold(value) === wanted) ?? ownValue(spellings, text.trim().toLowerCase());
  if (found) return found;
  const parts = text.split(/[,;]/).map(fold);
  if (parts.length > 1 && parts.every((part) => values.some((value) => fold(value) === part))) {
    throw errors.joinedChoices(name, text);
  }
  throw errors.badChoice(name, text, closest(text, values));
}

/** Whether a comma can only stand between two values of a list. */
export function dividesAtCommas(name: string, filter: Filter): boolean {
  if (filter.values) return filter.values.every((value) => !value.includes(','));
  return UNDIVIDED.every((part) => !name.toLowerCase().includes(part));
}

/** Free texts that hold commas themselves: "Acme, Inc.", "Detroit, Michigan", "Korea, Republic of". */
const UNDIVIDED = ['name', 'location', 'countries', 'industries', 'segments'];

/** Case, blanks and the blanks around slashes do not matter; `_` may stand for `-` (LAST_MODIFIED). */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/_/g, '-')
    .replace(/\s*([/&,-])\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
