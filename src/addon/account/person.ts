/** A random name for a person in one add-on: it distinguishes people without their addresses. */

import type { Platform } from '../platform.js';

const PERSON = 'person';

/** Returns the name; creates it when it is first needed. */
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
