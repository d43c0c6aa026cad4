/** API keys: made from chance, kept only as a digest. */
import { createHmac, randomBytes } from 'node:crypto';

const KEY_BYTES = 24;
const PREFIX_LENGTH = 7;

/** No key is longer; anything longer is refused unread. */
export const MAX_KEY_LENGTH = 200;

export function makeKey(): string {
  return `bs_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** Enough of a key to recognise it in a list, and far too little to use it. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** 192 random bits need no slow hash; the pepper makes a stolen table useless to test guesses against. */
export function digestOf(key: string, pepper: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}
