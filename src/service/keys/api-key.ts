/** API keys: random, stored only as a digest. */
import { createHmac, randomBytes } from 'node:crypto';

const KEY_BYTES = 24;
const PREFIX_LENGTH = 7;

/** No key is longer. Longer values are rejected without a lookup. */
export const MAX_KEY_LENGTH = 200;

export function makeKey(): string {
  return `bs_${randomBytes(KEY_BYTES).toString('base64url')}`;
}

/** Enough characters to recognise a key in a list, too few to use it. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** 192 random bits need no slow hash. Without the pepper, a stolen table cannot be used to test guesses. */
export function digestOf(key: string, pepper: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}
