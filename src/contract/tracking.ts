/** Changes of a group of tracked companies: adding and removing. The specification has no such requests. */
import { isObject, isTexts } from './json.js';
import type { CompanyMatch } from './match-answer.js';

/** The greatest number of companies to add, and to remove, in one request. */
export const MAX_TRACKED_AT_ONCE = 500;
export const MAX_COMPANIES_OF_GROUP = 10_000;
/** The most groups that one key can create. */
export const MAX_GROUPS_OF_KEY = 100;
export const MAX_GROUP_NAME = 100;

/** Ids of companies. */
export interface GroupChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** The possible results for a company. */
export const CHANGE_RESULTS = ['added', 'already', 'removed', 'absent', 'unknown'] as const;

/**
 * The ids of the companies of a change, in its order, by their result: `already` in the group, to be removed but
 * `absent` from it, or to be added but `unknown` to the service.
 */
export type ChangedGroup = Readonly<Record<(typeof CHANGE_RESULTS)[number], readonly string[]>>;

/** The texts of a selected column, and the companies that they mean. */
export interface MatchedColumn {
  /** The range of the texts, such as Sheet1!A2:A200. */
  readonly place: string;
  /** Each once. */
  readonly texts: readonly string[];
  /** Number of texts beyond the limit of one request, which are left out. */
  readonly left: number;
  /** Number of cells with a date, a check box or an error, which name no company. */
  readonly unreadable: number;
  /** One for each text; absent if the service has no matching. */
  readonly matches?: readonly CompanyMatch[];
}

/** True if a new group may have this name: people can type and see it, and a formula does not split it. */
export function isGroupName(name: string): boolean {
  return (
    // empty, or . and .., which programs drop from an address
    !/^\.*$/.test(name) &&
    name === name.trim() &&
    [...name].length <= MAX_GROUP_NAME &&
    !/[|\p{C}\p{Zl}\p{Zp}]/u.test(name)
  );
}

/** True if a value has the fields. Another service may send anything. */
export function isChangedGroup(value: unknown): value is ChangedGroup {
  return isObject(value) && CHANGE_RESULTS.every((field) => isTexts(value[field]));
}

/** Joins the results of consecutive changes. */
export function joinedChanges(changes: readonly ChangedGroup[]): ChangedGroup {
  const entries = CHANGE_RESULTS.map((field) => [field, changes.flatMap((change) => change[field])]);
  return Object.fromEntries(entries) as ChangedGroup;
}

/** Compares a list of companies with a group, by their ids. */
export function compareIds(listed: readonly string[], members: readonly string[]) {
  const [list, group] = [new Set(listed), new Set(members)];
  return {
    both: [...list].filter((id) => group.has(id)),
    onlyListed: [...list].filter((id) => !group.has(id)),
    onlyInGroup: [...group].filter((id) => !list.has(id)),
  };
}
