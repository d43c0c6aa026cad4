/** What is not emulated says so by name instead of being undefined. */

/** Looked up by the language itself or by JSON on any object. */
const PROBED = new Set(['then', 'toJSON', 'constructor', 'prototype']);

/** The object, on which every member that it lacks throws `NAME.member is not emulated`. */
export function strict<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || PROBED.has(key)) return Reflect.get(target, key);
      throw new Error(`${name}.${key} is not emulated`);
    },
    set(_target, key) {
      throw new Error(`${name}.${String(key)} cannot be set`);
    },
  });
}

/** An object of Google's, of which these members are emulated: `strict` answers for the others. */
export function emulate<T extends object>(name: string, members: Partial<T>): T {
  return strict(name, members) as T;
}

/** Marks an object of this realm with what it stands for, which scripts cannot see. */
export interface Mark<T> {
  readonly key: symbol;
  of(object: unknown): T | undefined;
}

export function createMark<T>(description: string): Mark<T> {
  const key = Symbol(description);
  return {
    key,
    of: (object) =>
      typeof object === 'object' && object !== null ? (Reflect.get(object, key) as T | undefined) : undefined,
  };
}

/** Services of Google that are not emulated at all. */
export const ABSENT_SERVICES = [
  'AdminDirectory',
  'BigQuery',
  'Browser',
  'Calendar',
  'CalendarApp',
  'CardService',
  'ConferenceDataService',
  'ContactsApp',
  'DataStudioApp',
  'DocumentApp',
  'Drive',
  'DriveApp',
  'FormApp',
  'Gmail',
  'GmailApp',
  'GroupsApp',
  'Jdbc',
  'LanguageApp',
  'LinearOptimizationService',
  'Maps',
  'People',
  'Sheets',
  'SitesApp',
  'SlidesApp',
  'UrlShortener',
  'XmlService',
] as const;
