/** Alerts and records for the tests of this folder, on the platform in memory with a person who speaks English. */
import type { Alert, NewRecord } from '../../../src/addon/alerts/alert.js';
import { storeAddress } from '../../../src/addon/alerts/destinations.js';
import type { Platform } from '../../../src/addon/platform.js';
import type { AlertKind, AlertSettings } from '../../../src/contract/alerts.js';

export const ADDRESSES: Readonly<Record<AlertKind, string>> = {
  mail: 'me@example.com',
  slack: 'https://hooks.slack.com/services/T000/B000/abcdefghijklmnopqrstuvwx',
  chat: 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k1&token=t1',
  teams: 'https://prod-12.westus.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=s1',
  webhook: 'https://hooks.example/in?token=secret1234',
};

const SETTINGS: AlertSettings = {
  kind: 'slack',
  types: [],
  minJobs: 0,
  minInvestment: 0,
  currency: '',
  quietFrom: 0,
  quietTo: 0,
};

export function alertOf(settings: Partial<Alert> = {}): Alert {
  return { ...SETTINGS, id: 'alert-1', address: 'hooks.slack.com…uvwx', ...settings };
}

export function recordOf(id: string, fields: Partial<NewRecord> = {}): NewRecord {
  return {
    dataset: 'business-expansion',
    id,
    announced: '2026-11-19',
    modified: '2026-11-20',
    company: `Company ${id}`,
    what: 'Factory/Plant',
    headline: `Headline ${id}`,
    where: 'Austin, Texas, United States',
    investment: 5_000_000,
    currency: 'USD',
    jobs: 200,
    link: `https://news.example/${id}`,
    tab: 'Expansions',
    ...fields,
  };
}

export function recordsOf(count: number, prefix = 'r'): NewRecord[] {
  return Array.from({ length: count }, (_, index) => recordOf(`${prefix}${index + 1}`));
}

/** Gives the platform a person with a locale, which the fakes lack. */
export function withPerson<T extends Platform>(platform: T): T {
  return { ...platform, person: { ...platform.person, locale: () => 'en' } };
}

/** Returns an alert whose address the current user gave. */
export function keptAlert(platform: Platform, settings: Partial<Alert> = {}): Alert {
  const alert = alertOf(settings);
  const { secret: _secret, ...kept } = storeAddress(platform, alert.kind, ADDRESSES[alert.kind]);
  return { ...alert, ...kept };
}
