/** Checks what the sidebar sends for a job. */

import { MAIL } from '../../contract/alerts.js';
import { FIRST_DAY } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import {
  CHANGES_TAB,
  type JobInput,
  LOG_TAB,
  NEWS_TAB,
  type PushSettings,
  type RefreshSettings,
  type Schedule,
  type SyncSettings,
} from '../../contract/jobs.js';
import { asFields } from '../../contract/json.js';
import { errors } from '../errors.js';
import { alertsIn } from './alert-input.js';

const MAX_NAME_CHARACTERS = 60;
const MAX_TAB_CHARACTERS = 100;
const MAX_FORMULA_CHARACTERS = 4_000;
const MAX_BUDGET = 100_000;
const MAX_PLACES = 20;

/** An address as the page has sent it, in full. @throws BAD_INPUT */
export type Destinations = (given: unknown, group: string) => string;

/** @throws BAD_INPUT naming the field */
export function checkJobInput(input: unknown, destination: Destinations): JobInput {
  const { id, draftId, name, schedule, digest, alerts, sync, push, refresh } = asFields(input);
  const title = typeof name === 'string' ? name.replace(/\s+/g, ' ').trim() : '';
  if (title === '' || title.length > MAX_NAME_CHARACTERS) throw errors.badJob('name');
  const mail = typeof digest === 'string' ? digest.trim() : '';
  if (mail !== '' && !MAIL.test(mail)) throw errors.badJob('mail address');
  if ([sync, push, refresh].filter((kind) => kind !== undefined).length !== 1) throw errors.badJob('kind');
  return {
    ...(typeof id === 'string' && id !== '' ? { id } : isDraftId(draftId) && { draftId }),
    name: title,
    schedule: checkSchedule(schedule),
    digest: mail,
    ...(alerts !== undefined && { alerts: alertsIn(alerts) }),
    ...(sync !== undefined && { sync: checkSync(sync) }),
    ...(push !== undefined && { push: checkPush(push, destination) }),
    ...(refresh !== undefined && { refresh: checkRefresh(refresh) }),
  };
}

function checkSchedule(value: unknown): Schedule {
  const { every, hour, weekdays } = asFields(value);
  if (every !== 'hour' && every !== 'day' && every !== 'week') throw errors.badJob('schedule');
  if (!isWhole(hour, 0, 23)) throw errors.badJob('hour');
  const days = Array.isArray(weekdays) ? [...new Set(weekdays)].filter((day) => isWhole(day, 0, 6)) : [];
  if (every === 'week' && days.length === 0) throw errors.badJob('days of the week');
  return { every, hour, weekdays: every === 'week' ? days.sort((a, b) => a - b) : [] };
}

function checkSync(value: unknown): SyncSettings {
  const { formula, tab, newRows, from, budget, log, newSince } = asFields(value);
  if (typeof formula !== 'string' || formula.length > MAX_FORMULA_CHARACTERS) throw errors.noJobFormula();
  const name = typeof tab === 'string' ? tab.trim() : '';
  if (name === '' || name.length > MAX_TAB_CHARACTERS) throw errors.badJob('tab');
  if ([NEWS_TAB, LOG_TAB, CHANGES_TAB].some((taken) => taken.toLowerCase() === name.toLowerCase()))
    throw errors.ownTab(name);
  const day = typeof from === 'string' ? isoFromWire(from, 'YYYY-MM-DD') : undefined;
  if (day === undefined || day < FIRST_DAY) throw errors.badJob('first day');
  if (!isWhole(budget, 1, MAX_BUDGET)) throw errors.badJob('budget');
  return {
    formula,
    tab: name,
    newRows: newRows === 'bottom' ? 'bottom' : 'top',
    from: day,
    budget,
    log: log === true,
    newSince: newSince === true,
  };
}

function checkPush(value: unknown, destination: Destinations): PushSettings {
  const { group, days, callbackUrl } = asFields(value);
  const name = typeof group === 'string' ? group.trim() : '';
  if (name === '' || name.length > 200) throw errors.badGroupName();
  if (!isWhole(days, 1, MAX_NEWS_DAYS)) throw errors.badDays(MAX_NEWS_DAYS);
  return { group: name, days, callbackUrl: destination(callbackUrl, name) };
}

function checkRefresh(value: unknown): RefreshSettings {
  const { places, budget, changes } = asFields(value);
  const names = Array.isArray(places) ? places.map((place) => String(place).trim()) : [];
  const isTooMuch = names.length > MAX_PLACES || names.some(({ length }) => length > MAX_TAB_CHARACTERS);
  if (isTooMuch) throw errors.badJob('places');
  if (!isWhole(budget, 1, MAX_BUDGET)) throw errors.badJob('budget');
  const distinct = new Set(names.filter((name) => name !== ''));
  return { places: [...distinct], budget, changes: changes === true };
}

function isDraftId(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 8 && value.length <= 64;
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}
