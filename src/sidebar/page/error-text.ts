/** Messages of the add-on and of Google, in the person's language if a translation exists. */
import type { CellErrorCode } from '../../contract/errors.js';
import type { SidebarTexts } from '../texts/language.js';
import { translated } from './error-sentences.js';

/** Google's errors if the page and the spreadsheet belong to different accounts. */
const MIX_UP = /PERMISSION_DENIED|reading from storage|authorization is required|not have access to/i;
const CODED = /#([A-Z_]+): ([\s\S]*)$/;

export function isAccountMixUp(error: unknown): boolean {
  const message = messageOf(error);
  return !CODED.test(message) && MIX_UP.test(message);
}

/** In the person's language, by the code if that says enough. Codes are for cells: here they are left out. */
export function errorText(error: unknown, texts: SidebarTexts): string {
  const message = messageOf(error);
  const [, code, text = ''] = CODED.exec(message) ?? [];
  if (code) return texts.errors[code as CellErrorCode] ?? sentence(translated(text, texts.sentences));
  return isAccountMixUp(error) ? texts.severalAccounts.text : message;
}

/** Of any error: those of Google are no instances of Error. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error ? error.message : String((error as { message?: unknown })?.message ?? error);
}

/** With a capital and a full stop, as cells do without. */
function sentence(text: string): string {
  const end = /[.?!…]$/.test(text) ? '' : '.';
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}
