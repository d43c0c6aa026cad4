/** News push: asks the service to post a group's news to an address, once, and logs the push. */

import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { HERE, type PushSettings } from '../../contract/jobs.js';
import { asFields, isIntegerIn, isObject, listOf, objectOf, readJson, trimmed } from '../../contract/json.js';
import { ownValue } from '../../contract/options.js';
import type { NewsPush, PushedNews } from '../../contract/pushed-news.js';
import type { Outcome } from '../../contract/sidebar-api.js';
import type { ConnectionStore, StoredConnection } from '../account/connection.js';
import { checkCallback } from '../account/connection-input.js';
import { changeDocumentProperties } from '../account/context.js';
import { readSettings, writeSettings } from '../account/settings.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { createZone } from '../question/zone.js';
import { Client } from '../service/client.js';
import { asciiJson } from '../storage/text.js';

export type News = ReturnType<typeof createNews>;

const PROPERTY = 'pushes';
/** How many pushes of earlier days are listed. */
const MAX_PUSHES = 20;
/** A day has 25 hours where clocks go back. */
const LONGEST_DAY_MS = 25 * 3_600_000;
/** A property holds 9 KB. */
const MAX_CHARACTERS = 8_900;
/** The service waits 10 s for the receiver. */
const BUDGET_MS = 40_000;
const SHOWN_CHARACTERS = 20_000;
const MAX_GROUP_CHARACTERS = 200;

export function createNews(platform: Platform, connections: ConnectionStore) {
  return {
    /**
     * Returns `pushed-already` if the same push went out today and `again` is not set.
     * @param ofJob the connection of a job, for which a push of today is the same with any number of days
     */
    push(asked: unknown, ofJob?: StoredConnection): Outcome {
      const settings = checkPush(asked, (url, group) => destinationOf(platform, url, group));
      const checked = { ...settings, again: asFields(asked)['again'] === true };
      const connection = ofJob ?? connections.require();
      const { push, isFirst } = logPush(platform, checked, ofJob !== undefined);
      if (!isFirst) return { kind: 'pushed-already', push: forPage(push) };
      let response: string;
      try {
        const client = new Client(platform, connection, platform.clock.now() + BUDGET_MS);
        const callbackUrl = addressOf(platform, push.callbackUrl);
        const answer = client.pushNews({ ...push, callbackUrl });
        if (answer.status >= 300) throw errors.pushRefused(`HTTP ${answer.status} ${answer.response}`.trim());
        response = answer.response;
      } catch (error) {
        // if the news may have arrived, the result stays 'unknown'
        if (!isSignalsError(error) || !error.unclear) logResult(platform, push, 'failed');
        throw error;
      }
      // a web app, such as our receiver, cannot refuse by a status
      const { ok, message = response } = asFields(readJson(response, isObject));
      logResult(platform, push, ok === false ? 'failed' : 'answered');
      // a person reads the answer itself
      if (ofJob && ok === false) throw errors.pushRefused(String(message));
      const { group, days } = push;
      return { kind: 'pushed', group, days, response: response.slice(0, SHOWN_CHARACTERS) };
    },
  };
}

/**
 * Logs a push before it is sent: if this execution dies, the next one still asks before it sends again.
 * Returns today's earlier push instead, unless `again` is set: of many at once, only the first is sent.
 */
function logPush(
  platform: Platform,
  asked: NewsPush,
  isOfJob: boolean,
): { readonly push: PushedNews; readonly isFirst: boolean } {
  const { group, days, callbackUrl, again } = asked;
  const now = platform.clock.now();
  let push: PushedNews = { at: now, group, days, callbackUrl, result: 'unknown' };
  let isFirst = true;
  const zone = createZone(platform.spreadsheet.timeZone());
  const today = zone.dayOf(new Date(now));
  changeDocumentProperties(platform, (properties) => {
    const others = readPushes(properties);
    const isToday = ({ at }: PushedNews) => zone.dayOf(new Date(at)) === today;
    const isSame = (one: PushedNews) =>
      one.group === group && one.callbackUrl === callbackUrl && (isOfJob || one.days === days);
    const earlier = others.find((one) => isSame(one) && one.result !== 'failed' && isToday(one));
    isFirst = again || !earlier;
    if (!isFirst) {
      push = earlier!;
      return;
    }
    // the address first: if it does not fit, the log must not list a push
    const { callbacks } = readSettings(properties);
    if (callbacks[group] !== callbackUrl) {
      writeSettings(properties, { callbacks: { ...callbacks, [group]: callbackUrl } });
    }
    while (others.some(({ at }) => at === push.at)) push = { ...push, at: push.at + 1 };
    writePushes(properties, [push, ...others]);
  });
  return { push, isFirst };
}

function logResult(platform: Platform, push: PushedNews, result: PushedNews['result']): void {
  changeDocumentProperties(platform, (properties) => {
    const others = readPushes(properties).filter(({ at }) => at !== push.at);
    writePushes(properties, [{ ...push, result }, ...others]);
  });
}

const isPushList = listOf(
  objectOf<PushedNews>({
    at: 'number',
    group: 'string',
    days: 'number',
    callbackUrl: 'string',
    result: 'string',
  }),
);

/** Newest first; empty if the stored log is damaged. */
export function readPushes(properties: Pick<Properties, 'get'>): PushedNews[] {
  return [...(readJson(properties.get(PROPERTY), isPushList) ?? [])];
}

/** Keeps the day's pushes, the newest first, up to the size of a property: a job reads in them what it must not push again. */
function writePushes(properties: Properties, all: readonly PushedNews[]): void {
  const dayBefore = (all[0]?.at ?? 0) - LONGEST_DAY_MS;
  const pushes = all.filter(({ at }, index) => index < MAX_PUSHES || at > dayBefore);
  while (pushes.length > 1 && asciiJson(pushes).length > MAX_CHARACTERS) pushes.pop();
  properties.set(PROPERTY, asciiJson(pushes));
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

/** Returns the push with a shortened address for the page. */
export function forPage<T extends { readonly callbackUrl: string }>(push: T): T {
  return { ...push, callbackUrl: withoutSecret(push.callbackUrl) };
}

/**
 * Returns the full address for a page's input, which may be a shortened one: that of the job or of the group,
 * else any other, if no second one looks the same.
 * @param own the settings of the job that is edited
 * @param pushes the settings of all jobs
 * @throws BAD_INPUT
 */
export function destinationOf(
  { documentProperties }: Platform,
  given: unknown,
  group: string,
  own?: PushSettings,
  pushes: readonly PushSettings[] = [],
): string {
  if (given === HERE) return HERE;
  const { callbacks } = readSettings(documentProperties);
  const isGiven = (url = '') => withoutSecret(url) === given;
  const ofJob = own?.group === group ? own.callbackUrl : undefined;
  const nearest = [ofJob, ownValue(callbacks, group)].find(isGiven);
  const all = [...pushes.map(({ callbackUrl }) => callbackUrl), ...Object.values(callbacks)];
  const [other, second] = new Set(all.filter(isGiven));
  return checkCallback(nearest ?? (second ? given : other) ?? given);
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
