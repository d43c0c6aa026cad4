/** Errors in the person's language, by their keys. */
import type { ErrorData } from '../../contract/error-texts.js';
import type { SidebarTexts } from '../texts/language.js';

/** Reads any thrown value: what Google throws is not an instance of Error. */
export function dataOf(error: unknown): ErrorData {
  const { message = String(error), details, isUnanswered } = Object(error) as Partial<ErrorData>;
  return { message, ...(details && { details }), ...(isUnanswered && { isUnanswered }) };
}

/** Leaves out the code, which is for cells. An error that Google throws has only its message. */
export function errorText({ message, details, isUnanswered }: ErrorData, texts: SidebarTexts): string {
  if (isUnanswered) return texts.google.noAnswer;
  if (!details) return `${sentence(message)} ${texts.google.hint}`;
  const { code, key, args } = details;
  const english = message.slice(`#${code}: `.length);
  const translation = texts.sentences[key] ?? english;
  if (typeof translation === 'string') return sentence(translation);
  const given = Object.fromEntries(args.map((arg, at) => [at + 1, arg]));
  // a stored error of another version may have fewer arguments
  return sentence(translation({ 1: '', 2: '', 3: '', 4: '', ...given }));
}

/** Adds a capital and a full stop, which texts for cells do not have. */
function sentence(text: string): string {
  const end = /[.?!…]$/.test(text) ? '' : '.';
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}
