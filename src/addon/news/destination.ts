/** Where news go: kept in full, shown to the page without its secret, and for this spreadsheet's receiver by a name. */
import { HERE } from '../../contract/jobs.js';
import { ownValue } from '../../contract/options.js';
import { checkCallback } from '../account/connection-input.js';
import { changeDocumentProperties } from '../account/context.js';
import { readSettings } from '../account/settings.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

/** The secret of pushes to this spreadsheet itself: nobody is shown it. */
export const OWN_SECRET = 'receiver-own';

/** An address as the page gets it: of what follows its question mark only the end. */
export function withoutSecret(url: string): string {
  return url.replace(/\?.*(?=.{4})/s, '?…');
}

/** With its address as the page gets it. */
export function forPage<T extends { readonly callbackUrl: string }>(push: T): T {
  return { ...push, callbackUrl: withoutSecret(push.callbackUrl) };
}

/**
 * What a page has sent, in full: it may be the address that it was shown, of the group or of a job.
 * @throws BAD_INPUT
 */
export function destinationOf(
  { documentProperties }: Platform,
  given: unknown,
  group: unknown,
  others: readonly string[] = [],
): string {
  if (given === HERE) return HERE;
  const { callbacks } = readSettings(documentProperties);
  const known = [...others, ownValue(callbacks, String(group)), ...Object.values(callbacks)];
  return checkCallback(known.find((url) => url && withoutSecret(url) === given) ?? given);
}

/** The address to post to. @throws BAD_INPUT where this spreadsheet has none */
export function addressOf(platform: Platform, destination: string): string {
  if (destination !== HERE) return destination;
  const { scriptProperties, webApp } = platform;
  const address = webApp.address();
  if (!address.endsWith('/exec')) throw errors.noReceiver();
  changeDocumentProperties(platform, () => {
    if (!scriptProperties.get(OWN_SECRET))
      scriptProperties.set(OWN_SECRET, platform.uuid() + platform.uuid());
  });
  return `${address}?secret=${scriptProperties.get(OWN_SECRET)}`;
}
