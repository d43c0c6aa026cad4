/** Checks what a person types into the connection: address, key, terms of sharing, address of a receiver. */
import { asFields, isIntegerIn, trimmed } from '../../contract/json.js';
import type { Connection, SharingTerms } from '../../contract/sidebar-api.js';
import { errors, ignoreErrors } from '../errors.js';

const HOST =
  '(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z0-9-]{2,}|localhost|\\d+\\.\\d+\\.\\d+\\.\\d+|\\[[0-9a-f:]+\\]';
const ADDRESS = new RegExp(`^(https?)://(${HOST})(:\\d{1,5})?(/[A-Za-z0-9._~%/-]*)?$`, 'i');
const CALLBACK = new RegExp(`^(https?)://(${HOST})(:\\d{1,5})?(?:[/?][!-"$-~]*)?$`, 'i');
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;
const MAX_ADDRESS_CHARACTERS = 300;
/** The longest address that fits into a header of a request through UrlFetchApp. */
const MAX_CALLBACK_CHARACTERS = 1_500;
const MAX_NAME_CHARACTERS = 60;
const MAX_DAILY_CAP = 10_000_000;

/**
 * Returns the base address without a trailing slash. It allows https anywhere, but http only for the local
 * machine, where the sandbox runs its service.
 * @throws BAD_INPUT
 */
export function checkAddress(address: unknown): string {
  const text = trimmed(address).replace(/\/+$/, '');
  const [, scheme = '', host = '', port = '', path = ''] = ADDRESS.exec(text) ?? [];
  if (text.length > MAX_ADDRESS_CHARACTERS || !isSafe(scheme, host)) throw errors.badAddress();
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${port}${path}`;
}

/** @throws BAD_INPUT for a text that a header cannot contain: a key is one word of printable ASCII */
export function checkKey(key: unknown): string {
  const text = trimmed(key);
  if (!/^[!-~]{8,512}$/.test(text)) throw errors.badKeyText();
  return text;
}

/** True if a stored pair is valid: stored values are not always values that the add-on saved. */
export function isUsablePair({ baseUrl, apiKey }: Connection): boolean {
  return ignoreErrors(() => checkAddress(baseUrl) === baseUrl && checkKey(apiKey) === apiKey) ?? false;
}

/** @throws BAD_INPUT unless there is a name to show and a whole number of credits */
export function checkTerms(terms: unknown): SharingTerms {
  const { owner, dailyCap } = asFields(terms);
  const name = trimmed(owner).replace(/\s+/g, ' ');
  if (name === '' || name.length > MAX_NAME_CHARACTERS) throw errors.badPayerName();
  if (!isIntegerIn(dailyCap, 1, MAX_DAILY_CAP)) throw errors.badCap();
  return { owner: name, dailyCap };
}

/**
 * Returns the callback address of a news push, or the address of an alert. It may have a query string, where
 * receivers put their secret.
 * @param what names the address in the error
 * @throws BAD_INPUT
 */
export function checkCallback(address: unknown, what = 'callback'): string {
  const text = trimmed(address);
  const [, scheme = '', host = ''] = CALLBACK.exec(text) ?? [];
  if (text.length > MAX_CALLBACK_CHARACTERS || !isSafe(scheme, host)) throw errors.badCallback(what);
  return text;
}

function isSafe(scheme: string, host: string): boolean {
  return /^https$/i.test(scheme) || (/^http$/i.test(scheme) && LOOPBACK.test(host));
}
