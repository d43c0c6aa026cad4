/** The settings that all people of a spreadsheet share, stored with the document. */
import { asFields, isObject, objectOf, readJson } from '../../contract/json.js';
import type { Properties } from '../platform.js';
import { asciiJson } from '../storage/text.js';

/** When a question is asked again: once a day, or only by a refresh. */
export interface Freshness {
  readonly mode: 'daily' | 'manual';
}

export interface RaisedBudget {
  /** Random name of the person. */
  readonly by: string;
  /** Digest of the person's pair; empty for none. */
  readonly payer: string;
  /** The budget for everyone else. */
  readonly from: number;
}

export interface Settings {
  /** Groups of tracked companies in which names and domains are looked up. */
  readonly groups: readonly string[];
  /** The group of new formulas; empty for none. */
  readonly defaultGroup: string;
  readonly freshness: Freshness;
  /** Maximum credits that the formulas of this spreadsheet spend per day. */
  readonly dailyBudget: number;
  /** Maximum credits per calendar month, beside the day's; absent for none. */
  readonly monthlyBudget?: number;
  /** The person who has raised it: it holds only for what that person pays. */
  readonly raised?: RaisedBudget;
  /** The callback address of each group's news. */
  readonly callbacks: Readonly<Record<string, string>>;
}

const DEFAULT_SETTINGS: Settings = {
  groups: [],
  defaultGroup: '',
  freshness: { mode: 'daily' },
  dailyBudget: 1_000,
  callbacks: {},
};

const MAX_MONTHLY_BUDGET = 100_000_000;

const PROPERTY = 'settings';
/** A store holds up to 9 KB in a value; beyond that, saving would fail half way. */
const MAX_CHARACTERS = 8_000;

/** The stored settings, with defaults for missing and invalid ones. */
export function readSettings(properties: Properties | null): Settings {
  return sanitize(readJson(properties?.get(PROPERTY) ?? null, isObject));
}

/**
 * Changes some settings and gives all of them.
 * @throws RangeError when they would no longer fit into the store; then nothing is changed
 */
export function writeSettings(properties: Properties, change: Partial<Settings>): Settings {
  const { raised, ...others } = readSettings(properties);
  // a budget comes with what is known of its raise, or with nothing
  const kept = change.dailyBudget === undefined && raised ? { ...others, raised } : others;
  const settings = sanitize({ ...kept, ...change });
  const text = asciiJson(settings);
  if (text.length > MAX_CHARACTERS) throw new RangeError('too many groups and addresses to keep');
  properties.set(PROPERTY, text);
  return settings;
}

/** Settings from anywhere: stored by another version, sent by a page. */
export function sanitize(value: unknown): Settings {
  const { groups, defaultGroup, freshness, dailyBudget, monthlyBudget, raised, callbacks } = asFields(value);
  const ofMonth = wholeNumber(monthlyBudget, 1, MAX_MONTHLY_BUDGET);
  const { mode } = asFields(freshness);
  return {
    groups: Array.isArray(groups) ? [...new Set(groups.filter(isText))] : DEFAULT_SETTINGS.groups,
    defaultGroup: isText(defaultGroup) ? defaultGroup : '',
    freshness: { mode: mode === 'manual' ? mode : 'daily' },
    dailyBudget: wholeNumber(dailyBudget, 0, 10_000_000) ?? DEFAULT_SETTINGS.dailyBudget,
    ...(ofMonth !== undefined && { monthlyBudget: ofMonth }),
    ...(isRaised(raised) && { raised }),
    callbacks: Object.fromEntries(
      Object.entries(asFields(callbacks)).filter(([, url]) => isText(url)),
    ) as Record<string, string>,
  };
}

const isRaised = objectOf<RaisedBudget>({ by: 'string', payer: 'string', from: 'number' });

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? value
    : undefined;
}

export interface FormulaNotice {
  /** The payer whose key the service refused; empty for none. */
  readonly refusedPayer: string;
  /** When a person chose a refresh. Milliseconds since 1970, 0 for never. */
  readonly refreshAfter: number;
}

const NOTICE = 'notice';
const isNotice = objectOf<FormulaNotice>({ refusedPayer: 'string', refreshAfter: 'number' });

/** The stored notice; an empty one when it is missing or damaged. */
export function readNotice(properties: Properties | null): FormulaNotice {
  return readJson(properties?.get(NOTICE), isNotice) ?? { refusedPayer: '', refreshAfter: 0 };
}

/** Changes a part of the notice. */
export function writeNotice(properties: Properties | null, change: Partial<FormulaNotice>): void {
  properties?.set(NOTICE, JSON.stringify({ ...readNotice(properties), ...change }));
}
