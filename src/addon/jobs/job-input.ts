/** Checks what the sidebar sends for a job. */

import { ALERT_HOSTS, type AlertInput, isAtItsHost, MAIL, MAX_ALERTS } from '../../contract/alerts.js';
import { FIRST_DAY } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import {
  CHANGES_TAB,
  type JobInput,
  NEWS_TAB,
  OUTBOX_TAB,
  type RefreshSettings,
  type Schedule,
  type SyncSettings,
} from '../../contract/jobs.js';
import { asFields, isIntegerIn, listOf, objectOf, trimmed } from '../../contract/json.js';
import { MAX_SHEET_NAME_CHARACTERS } from '../../contract/new-sheet.js';
import { ownValue } from '../../contract/options.js';
import { checkCallback } from '../account/connection-input.js';
import { errors } from '../errors.js';
import { checkPush, type Destinations } from '../news/push-news.js';

const OWN_TABS = [NEWS_TAB, CHANGES_TAB];
const MAX_NAME_CHARACTERS = 60;
const MAX_FORMULA_CHARACTERS = 4_000;
const MAX_BUDGET = 100_000;
const MAX_TARGETS = 20;

/** @throws BAD_INPUT that names the field, if a person can have entered it */
export function checkJobInput(input: unknown, destination: Destinations): JobInput {
  const { id, draftId, name, schedule, digest, alerts, sync, push, refresh } = asFields(input);
  const title = trimmed(name).replace(/\s+/g, ' ');
  if (title === '' || title.length > MAX_NAME_CHARACTERS) throw errors.badJob('name');
  const mail = trimmed(digest);
  if (mail !== '' && !MAIL.test(mail)) throw errors.badJob('mail address');
  const isDraft = typeof draftId === 'string' && draftId.length >= 8 && draftId.length <= 64;
  if ([sync, push, refresh].filter((kind) => kind !== undefined).length !== 1)
    throw errors.badJob('settings');
  return {
    ...(typeof id === 'string' && id !== '' ? { id } : isDraft && { draftId }),
    name: title,
    schedule: checkSchedule(schedule),
    digest: mail,
    ...(alerts !== undefined && { alerts: checkAlerts(alerts) }),
    ...(sync !== undefined && { sync: checkSync(sync) }),
    ...(push !== undefined && { push: checkPush(push, destination) }),
    ...(refresh !== undefined && { refresh: checkRefresh(refresh) }),
  };
}

function checkSchedule(value: unknown): Schedule {
  const { every, hour, weekdays } = asFields(value);
  const isEvery = every === 'hour' || every === 'day' || every === 'week';
  if (!isEvery || !isIntegerIn(hour, 0, 23)) throw errors.badJob('settings');
  const days = Array.isArray(weekdays) ? [...new Set(weekdays)].filter((day) => isIntegerIn(day, 0, 6)) : [];
  if (every === 'week' && days.length === 0) throw errors.badJob('days of the week');
  return { every, hour, weekdays: every === 'week' ? days.sort((a, b) => a - b) : [] };
}

function checkSync(value: unknown): SyncSettings {
  const { formula, tab, newRows, from, budget, newSince } = asFields(value);
  if (typeof formula !== 'string' || formula.length > MAX_FORMULA_CHARACTERS) throw errors.noJobFormula();
  const name = trimmed(tab);
  if (name === '' || name.length > MAX_SHEET_NAME_CHARACTERS) throw errors.badJob('tab');
  const lower = name.toLowerCase();
  if (lower.startsWith(OUTBOX_TAB.toLowerCase()) || OWN_TABS.some((own) => own.toLowerCase() === lower))
    throw errors.ownTab(name);
  const day = isoFromWire(trimmed(from), 'YYYY-MM-DD');
  if (day === undefined || day < FIRST_DAY) throw errors.badJob('first day');
  if (!isIntegerIn(budget, 1, MAX_BUDGET)) throw errors.badJob('budget');
  return {
    formula,
    tab: name,
    newRows: newRows === 'bottom' ? 'bottom' : 'top',
    from: day,
    budget,
    newSince: newSince === true,
  };
}

function checkRefresh(value: unknown): RefreshSettings {
  const { places, budget, changes } = asFields(value);
  const names = Array.isArray(places) ? places.map((place) => String(place).trim()) : [];
  if (names.length > MAX_TARGETS || names.some(({ length }) => length > MAX_SHEET_NAME_CHARACTERS))
    throw errors.badJob('places');
  if (!isIntegerIn(budget, 1, MAX_BUDGET)) throw errors.badJob('budget');
  const distinct = new Set(names.filter((name) => name !== ''));
  return { places: [...distinct], budget, changes: changes === true };
}

const isList = listOf(
  objectOf<AlertInput>({
    id: 'string?',
    kind: 'string',
    address: 'string',
    types: 'list',
    minJobs: 'number',
    minInvestment: 'number',
    currency: 'string',
    quietFrom: 'number',
    quietTo: 'number',
    whole: 'boolean?',
  }),
);

/** @throws BAD_INPUT for a list that the page does not send; for a wrong host it names the right ones */
function checkAlerts(value: unknown): AlertInput[] {
  if (!isList(value) || value.length > MAX_ALERTS || !value.every(isComplete)) {
    throw errors.badJob('settings');
  }
  if (value.filter(({ whole }) => whole).length > 1) throw errors.badJob('second webhook for all records');
  return value.map((alert) => {
    const { kind } = alert;
    const isMail = kind === 'mail';
    const address = isMail ? alert.address.trim() : alert.address && checkCallback(alert.address, 'alert');
    if (!isAtItsHost(kind, address))
      throw isMail ? errors.badJob('mail address') : errors.badDestination(ALERT_HOSTS[kind]);
    return { ...alert, address };
  });
}

function isComplete({ kind, minInvestment, currency, quietFrom, quietTo, whole }: AlertInput): boolean {
  return (
    (!whole || kind === 'webhook') &&
    ownValue(ALERT_HOSTS, kind) !== undefined &&
    (minInvestment <= 0 || currency !== '') &&
    [quietFrom, quietTo].every((hour) => hour >= 0 && hour < 24)
  );
}
