/** The settings that all people of a spreadsheet share, in document properties. */
import { asFields, isIntegerIn, isObject, objectOf, readJson } from '../../contract/json.js';
import type { SpendingRules } from '../../contract/spending.js';
import { errors } from '../errors.js';
import type { Properties } from '../platform.js';
import { asciiJson } from '../storage/text.js';

export interface RaisedBudget {
  /** Random name of the person. */
  readonly by: string;
  /** Hash of the person's pair; empty for none. */
  readonly payer: string;
  /** The budget for everyone else. */
  readonly from: number;
}

export interface Settings {
  /** Groups of tracked companies in which names and domains are looked up. */
  readonly groups: readonly string[];
  /** The group of new formulas; empty for none. */
  readonly defaultGroup: string;
  /** When a question is sent again: once a day, or only by a refresh. */
  readonly freshness: SpendingRules['freshness'];
  /** Maximum credits that the formulas of this spreadsheet spend per day. */
  readonly dailyBudget: number;
  /** Maximum credits per calendar month, besides the daily budget; missing for none. */
  readonly monthlyBudget?: number;
  /** Random name of the person who set the month's budget. */
  readonly monthBy?: string;
  /** The person who raised the daily budget: the raise only applies to that person's payments. */
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
/** Google allows 9 KB per value: with more, saving would fail half way. */
const MAX_CHARACTERS = 8_000;

/** Returns the stored settings, with defaults for missing and invalid ones. */
export function readSettings(properties: Properties | null): Settings {
  return sanitize(readJson(properties?.get(PROPERTY) ?? null, isObject));
}

/**
 * Changes some settings.
 * @throws BAD_INPUT if they no longer fit into the store; then nothing is changed
 */
export function writeSettings(properties: Properties, change: Partial<Settings>): void {
  const { raised, ...others } = readSettings(properties);
  // a new budget drops the stored raise; the change may contain a new one
  const current = change.dailyBudget === undefined && raised ? { ...others, raised } : others;
  const text = asciiJson(sanitize({ ...current, ...change }));
  if (text.length > MAX_CHARACTERS) throw errors.storeFull('groups');
  properties.set(PROPERTY, text);
}

/** Validates settings from any source: stored by another version, or sent by a page. */
export function sanitize(value: unknown): Settings {
  const { groups, defaultGroup, freshness, dailyBudget, monthlyBudget, monthBy, raised, callbacks } =
    asFields(value);
  const { mode } = asFields(freshness);
  return {
    groups: Array.isArray(groups) ? [...new Set(groups.filter(isText))] : DEFAULT_SETTINGS.groups,
    defaultGroup: isText(defaultGroup) ? defaultGroup : '',
    freshness: { mode: mode === 'manual' ? mode : 'daily' },
    dailyBudget: isIntegerIn(dailyBudget, 0, 10_000_000) ? dailyBudget : DEFAULT_SETTINGS.dailyBudget,
    ...(isIntegerIn(monthlyBudget, 1, MAX_MONTHLY_BUDGET) && { monthlyBudget }),
    ...(isText(monthBy) && { monthBy }),
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

export interface FormulaSignals {
  /** The payer whose key the service refused; empty for none. */
  readonly refusedPayer: string;
  /** When a person chose a refresh. Milliseconds since 1970, 0 for never. */
  readonly refreshAfter: number;
}

/** Reads each from a property of its own: a refusal must not undo a refresh that a person chose meanwhile. */
export function readSignals(properties: Properties | null): FormulaSignals {
  return {
    refusedPayer: properties?.get('refusedPayer') ?? '',
    refreshAfter: Number(properties?.get('refreshAfter')) || 0,
  };
}
