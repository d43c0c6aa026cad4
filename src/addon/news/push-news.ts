/** News push: asks the service to post a group's news to an address. Receivers know repeated items by their ids. */

import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { HERE, type PushSettings } from '../../contract/jobs.js';
import { asFields, isIntegerIn, isObject, readJson, trimmed } from '../../contract/json.js';
import { ownValue } from '../../contract/options.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { ConnectionStore, StoredConnection } from '../account/connection.js';
import { checkCallback } from '../account/connection-input.js';
import { changeDocumentProperties } from '../account/context.js';
import { readSettings, writeSettings } from '../account/settings.js';
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';
import { pushNewsCall } from '../service/calls.js';
import { Client } from '../service/client.js';

/** The service waits 10 s for the receiver. */
const BUDGET_MS = 40_000;
const SHOWN_CHARACTERS = 20_000;
const MAX_GROUP_CHARACTERS = 200;

/** @param ofJob the connection of a job: a receiver that refuses the news in its answer fails its run */
export function pushNews(
  platform: Platform,
  connections: ConnectionStore,
  asked: unknown,
  ofJob?: StoredConnection,
): Outcome {
  const push = checkPush(asked, (url, group) => destinationOf(platform, url, group));
  const { group, callbackUrl } = push;
  const connection = ofJob ?? connections.require();
  storeCallback(platform, push);
  const client = new Client(platform, connection, platform.clock.now() + BUDGET_MS);
  const answer = client.ask(pushNewsCall({ ...push, callbackUrl: addressOf(platform, callbackUrl) }));
  const { status, response } = answer;
  if (status >= 300) throw errors.pushRefused(`HTTP ${status} ${response}`.trim());
  // a web app, such as our receiver, cannot refuse by a status; a person reads the answer itself
  const { ok, message = response } = asFields(readJson(response, isObject));
  if (ofJob && ok === false) throw errors.pushRefused(String(message));
  return { kind: 'pushed', group, response: response.slice(0, SHOWN_CHARACTERS) };
}

/** Stores the address as that of the group, for the next push. */
function storeCallback(platform: Platform, { group, callbackUrl }: PushSettings): void {
  if (ownValue(readSettings(platform.documentProperties).callbacks, group) === callbackUrl) return;
  changeDocumentProperties(platform, (properties) => {
    const { callbacks } = readSettings(properties);
    writeSettings(properties, { callbacks: { ...callbacks, [group]: callbackUrl } });
  });
}

/** @throws BAD_INPUT */
export function checkGroupName(name: unknown): string {
  const text = trimmed(name);
  if (text === '' || text.length > MAX_GROUP_CHARACTERS) throw errors.badGroupName();
  return text;
}

/** @param destination returns the full address for an address from the page @throws BAD_INPUT */
export function checkPush(push: unknown, destination: Destinations): PushSettings {
  const { group, days, callbackUrl } = asFields(push);
  const name = checkGroupName(group);
  if (!isIntegerIn(days, 1, MAX_NEWS_DAYS)) throw errors.badDays(MAX_NEWS_DAYS);
  return { group: name, days, callbackUrl: destination(callbackUrl, name) };
}

/** @throws BAD_INPUT */
export type Destinations = (given: unknown, group: string) => string;

/** The secret of pushes to this spreadsheet itself. The add-on shows it to no one. */
export const OWN_SECRET = 'receiver-own';

/** Shortens an address for the page: only the last four characters of its query string remain. */
export function withoutSecret(url: string): string {
  return url.replace(/\?.*(?=.{4})/s, '?…');
}

/**
 * Returns the full address for a page's input, which may be the shortened one of the job or of the group.
 * @param own the settings of the job that is edited
 * @throws BAD_INPUT
 */
export function destinationOf(
  { documentProperties }: Platform,
  given: unknown,
  group: string,
  own?: PushSettings,
): string {
  if (given === HERE) return HERE;
  const { callbacks } = readSettings(documentProperties);
  const known = [own?.callbackUrl, ownValue(callbacks, group)];
  return checkCallback(known.find((url = '') => withoutSecret(url) === given) ?? given);
}

/** Returns the address to post to. @throws BAD_INPUT if this spreadsheet has none */
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
