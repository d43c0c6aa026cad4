/** Errors in the person's language, by their keys. */
import type { ErrorData } from '../../contract/error-texts.js';
import type { SidebarTexts } from '../texts/language.js';

/** What a sentence can name. An error that another version of the add-on has kept may name less. */
const PLACES = [1, 2, 3, 4];

/** Reads whatever was thrown: what Google throws is no instance of Error. */
export function dataOf(error: unknown): ErrorData {
  const { message = String(error), details } = Object(error) as Partial<ErrorData>;
  return { message, ...(details && { details }) };
}

/** Codes are for cells: here they are left out. Where Google refuses, its words are all that is known. */
export function errorText({ message, details }: ErrorData, texts: SidebarTexts): string {
  if (!details) return `${sentence(message)} ${texts.google.hint}`;
  const { code, key, args } = details;
  const english = message.slice(`#${code}: `.length);
  const translation = texts.sentences[key] ?? english;
  if (typeof translation === 'string') return sentence(translation);
  return sentence(translation(Object.fromEntries(PLACES.map((place) => [place, args[place - 1] ?? '']))));
}

/** A sentence has a capital and a full stop, which cells do without. */
function sentence(text: string): string {
  const end = /[.?!…]$/.test(text) ? '' : '.';
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}
