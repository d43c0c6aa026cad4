/**
 * Texts of records as an assistant may see them: on one line, short, without what hides, turns or structures text. Who
 * writes a headline could otherwise speak to the model in someone else's name.
 */

import { isObject } from '../../contract/json.js';

/** Marks that no one sees: joiners, directions, tags, selectors of variants. Texts can be hidden in them. */
const INVISIBLE = /\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u3164\uffa0]/gu;
const BLANKS = /[\p{Cc}\p{Z}]+/gu;
/** More marks over one letter than any language writes. */
const PILED = /(\p{M}{3})\p{M}+/gu;
const MAX_URL = 500;
const MAX_NAME = 120;
const MAX_ITEMS = 100;

/** Plain text of at most `max` characters; a longer one ends in "…", never in half of a character. */
export function safeText(text: string, max: number): string {
  const plain = text
    // many times as long as anything that is shown: the rest is not even looked at
    .slice(0, 20 * max)
    .replace(BLANKS, ' ')
    .replace(INVISIBLE, '')
    .replace(PILED, '$1')
    // neither markup nor links, pictures and code of Markdown; amounts such as >=10 stay
    .replace(/<(?!=)/g, '‹')
    .replace(/>(?!=)/g, '›')
    .replaceAll('`', "'")
    .replaceAll('](', '] (')
    .trim();
  const characters = [...plain];
  return characters.length <= max
    ? plain
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** What a service tells, as a tool gives it: names in small letters, short texts, lists that end, and nothing that is missing. */
export function safeContent(content: object, most = MAX_ITEMS): Record<string, unknown> {
  const safe = (value: unknown): unknown => {
    if (typeof value === 'string') return safeText(value, MAX_NAME);
    if (Array.isArray(value)) return value.slice(0, most).map(safe);
    return isObject(value) ? safeContent(value, most) : value;
  };
  const named = Object.entries(content).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    named.map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      safe(value),
    ]),
  );
}

/** The address of a web page, or nothing: no other address is one that a reader should open. */
export function safeUrl(text: string): string | undefined {
  if (text.length > MAX_URL || !/^https?:\/\//i.test(text)) return undefined;
  try {
    const { href, username, password } = new URL(text);
    const isPlain = username === '' && password === '' && href.length <= MAX_URL;
    return isPlain
      ? href.replace(/[()<>`[\]]/g, encodeURIComponent).replace(/[()]/g, escapeRound)
      : undefined;
  } catch {
    return undefined;
  }
}

/** encodeURIComponent leaves them, and Markdown ends a link with them. */
function escapeRound(character: string): string {
  return character === '(' ? '%28' : '%29';
}
