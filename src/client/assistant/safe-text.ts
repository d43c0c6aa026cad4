/**
 * Cleans texts of records for an assistant: one line, short, without invisible, direction-changing or markup
 * characters. Otherwise the author of a headline could impersonate someone else to the model.
 */
import { isObject } from '../../contract/json.js';

/** Invisible characters in which text can be hidden: joiners, directions, tags, variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u3164\uffa0]/gu;
const BLANKS = /[\p{Cc}\p{Z}]+/gu;
/** More combining marks on one letter than any language uses. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;
const MAX_URL = 500;
const MAX_NAME = 120;
const MAX_ITEMS = 100;

/** Returns plain text of at most `max` characters; a longer one ends in "…", never in half of a character. */
export function safeText(text: string, max: number): string {
  const plain = text
    // ignores the rest of a very long text, so that cleaning stays fast
    .slice(0, 20 * max)
    .replace(BLANKS, ' ')
    .replace(INVISIBLE, '')
    .replace(STACKED_MARKS, '$1')
    // breaks HTML tags and Markdown's links, images and code; amounts such as >=10 stay
    .replace(/<(?!=)/g, '‹')
    .replace(/>(?!=)/g, '›')
    .replaceAll('`', "'")
    .replaceAll('](', '] (')
    .trim();
  const characters = [...plain];
  if (characters.length <= max) return plain;
  const start = characters.slice(0, max - 1).join('');
  return `${start.trimEnd()}…`;
}

/** Cleans the service's data for a tool: snake_case names, short texts and lists, nothing undefined. */
export function safeContent(content: object, most = MAX_ITEMS): Record<string, unknown> {
  const safe = (value: unknown): unknown => {
    if (typeof value === 'string') return safeText(value, MAX_NAME);
    if (Array.isArray(value)) return value.slice(0, most).map(safe);
    return isObject(value) ? safeContent(value, most) : value;
  };
  const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const named = Object.entries(content).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [inSnakeCase(name), safe(value)]));
}

/** Returns the address of a web page; undefined for other schemes, which nobody should open from a record. */
export function safeUrl(text: string): string | undefined {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text)) return undefined;
  try {
    const { href, username, password } = new URL(text);
    const isPlain = username === '' && password === '' && href.length <= MAX_URL;
    // also round brackets, with which Markdown ends a link
    return isPlain ? href.replace(/[()<>`[\]]/g, escaped) : undefined;
  } catch {
    return undefined;
  }
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
