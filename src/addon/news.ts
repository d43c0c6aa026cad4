/** News push: has the service post a group's news to an address, once, and remembers that it did. */
import { MAX_NEWS_DAYS } from '../contract/endpoints.js';
import type { Outcome, PushedNews } from '../contract/sidebar-api.js';
import { errors, isSignalsError } from './errors.js';
import type { Platform, Properties } from './platform.js';
import { createZone } from './question/zone.js';
import { createClient } from './service/client.js';
import { inTurn } from './sidebar/in-turn.js';
import type { ConnectionStore } from './store/connection.js';
import { checkCallback } from './store/connection-input.js';
import { readSettings, writeSettings } from './store/settings.js';

export interface News {
  /** Asks back with `pushed-already` when the same went out today and `again` is not set. */
  push(push: unknown): Outcome;
}

const PROPERTY = 'pushes';
/** Together under the 9 KB that a property may hold. */
const MAX_PUSHES = 20;
const MAX_CHARACTERS = 8_000;
/** The service waits 10 s for the receiver. */
const BUDGET_MS = 40_000;
const SHOWN_CHARACTERS = 20_000;

export function createNews(platform: Platform, connections: ConnectionStore): News {
  const { clock } = platform;

  function remember(push: PushedNews): void {
    inTurn(platform, (properties) => {
      const others = readPushes(properties).filter((other) => other.at !== push.at);
      const pushes = [push, ...others].slice(0, MAX_PUSHES);
      while (pushes.length > 1 && JSON.stringify(pushes).length > MAX_CHARACTERS) pushes.pop();
      properties.set(PROPERTY, JSON.stringify(pushes));
      const { callbacks } = readSettings(properties);
      if (callbacks[push.group] !== push.callbackUrl) {
        writeSettings(properties, { callbacks: { ...callbacks, [push.group]: push.callbackUrl } });
      }
    });
  }

  function sentToday(group: string, days: number, callbackUrl: string): PushedNews | undefined {
    if (!platform.documentProperties) return undefined;
    const zone = createZone(platform.spreadsheet.timeZone());
    const today = zone.dayOf(new Date(clock.now()));
    return readPushes(platform.documentProperties).find(
      (push) =>
        push.group === group &&
        push.days === days &&
        push.callbackUrl === callbackUrl &&
        push.result !== 'failed' &&
        zone.dayOf(new Date(push.at)) === today,
    );
  }

  return {
    push(asked) {
      const { group, days, callbackUrl, again } = checkPush(asked);
      const earlier = again ? undefined : sentToday(group, days, callbackUrl);
      if (earlier) return { kind: 'pushed-already', push: earlier };
      const connection = connections.require();
      const push = { at: clock.now(), group, days, callbackUrl };
      // written before it is sent: if this execution dies, the next one still asks before sending twice
      remember({ ...push, result: 'unknown' });
      let response: string;
      try {
        response = createClient(platform, connection, clock.now() + BUDGET_MS).pushNews(push);
      } catch (error) {
        // where nobody knows whether the news arrived, it stays unknown
        if (!isSignalsError(error) || !error.unclear) remember({ ...push, result: 'failed' });
        throw error;
      }
      remember({ ...push, result: 'answered' });
      return { kind: 'pushed', group, days, response: response.slice(0, SHOWN_CHARACTERS) };
    },
  };
}

/** Newest first; nothing when what is stored is damaged. */
export function readPushes(properties: Pick<Properties, 'get'>): PushedNews[] {
  try {
    const stored: unknown = JSON.parse(properties.get(PROPERTY) ?? '[]');
    return Array.isArray(stored) ? (stored as PushedNews[]) : [];
  } catch {
    return [];
  }
}

function checkPush(asked: unknown) {
  const { group, days, callbackUrl, again } = Object(asked) as Readonly<Record<string, unknown>>;
  const name = typeof group === 'string' ? group.trim() : '';
  if (name === '' || name.length > 200) throw errors.badGroupName();
  const count = Number(days);
  if (!Number.isInteger(count) || count < 1 || count > MAX_NEWS_DAYS) throw errors.badDays(MAX_NEWS_DAYS);
  return { group: name, days: count, callbackUrl: checkCallback(callbackUrl), again: again === true };
}
