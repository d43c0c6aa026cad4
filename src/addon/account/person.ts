/** A random name for a person in one add-on, so that others can be told apart from them without an address. */

import type { Platform } from '../platform.js';

const PERSON = 'person';

/** The name, made when it is first needed. */
export function personName(platform: Pick<Platform, 'userProperties' | 'uuid'>): string {
  const known = knownPersonName(platform);
  if (known) return known;
  const name = platform.uuid();
  platform.userProperties.set(PERSON, name);
  return name;
}

/** Null for a person who never needed one. */
export function knownPersonName({ userProperties }: Pick<Platform, 'userProperties'>): string | null {
  return userProperties.get(PERSON);
}
