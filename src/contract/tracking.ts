/** Changes of a group of tracked companies, which our service has beside the specification: companies are added and removed. */
import { isObject, listOf } from './json.js';
import type { CompanyMatch } from './match-answer.js';

/** The greatest number of companies to add, and to remove, in one request. */
export const MAX_TRACKED_AT_ONCE = 500;
export const MAX_COMPANIES_OF_GROUP = 10_000;
/** That one key may have created. */
export const MAX_GROUPS_OF_KEY = 100;
export const MAX_GROUP_NAME = 100;

/** Ids of companies. */
export interface GroupChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** The outcome for each company of a change, in its order. */
export interface ChangedGroup {
  readonly added: readonly string[];
  /** Were in the group before. */
  readonly already: readonly string[];
  readonly removed: readonly string[];
  /** Were to be removed and are not in the group. */
  readonly absent: readonly string[];
  /** Were to be added, and no company has this id. */
  readonly unknown: readonly string[];
}

/** The texts of a selected column, and which company each means. */
export interface MatchedColumn {
  /** Such as Sheet1!A2:A200. */
  readonly place: string;
  /** Each once. */
  readonly texts: readonly string[];
  /** How many further texts were left out, beyond the most of one request. */
  readonly left: number;
  /** One for each text; absent where the service matches no companies. */
  readonly matches?: readonly CompanyMatch[];
}

/** Whether a group may be created with this name: it can be typed and seen. */
export function isGroupName(name: string): boolean {
  return name !== '' && name === name.trim() && [...name].length <= MAX_GROUP_NAME && !/\p{C}/u.test(name);
}

const FIELDS = ['added', 'already', 'removed', 'absent', 'unknown'] as const;
const isTexts = listOf((item): item is string => typeof item === 'string');

/** Whether an answer has the fields: a service may send anything. */
export function isChangedGroup(value: unknown): value is ChangedGroup {
  return isObject(value) && FIELDS.every((field) => isTexts(value[field]));
}

/** Joins the results of changes that were made one after the other. */
export function joinedChanges(changes: readonly ChangedGroup[]): ChangedGroup {
  const entries = FIELDS.map((field) => [field, changes.flatMap((change) => change[field])]);
  return Object.fromEntries(entries) as ChangedGroup;
}

/** Compares a list of companies with a group, by their ids. */
export function compareIds(
  listed: readonly string[],
  members: readonly string[],
): {
  readonly both: readonly string[];
  readonly onlyListed: readonly string[];
  readonly onlyInGroup: readonly string[];
} {
  const [list, group] = [new Set(listed), new Set(members)];
  return {
    both: [...list].filter((id) => group.has(id)),
    onlyListed: [...list].filter((id) => !group.has(id)),
    onlyInGroup: [...group].filter((id) => !list.has(id)),
  };
}
