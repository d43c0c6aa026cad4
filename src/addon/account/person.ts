/** A person in one add-on: a random name, and the appearance of the page. */
import { type Appearance, appearanceOf } from '../../contract/appearance.js';
import type { Platform } from '../platform.js';

type Store = Pick<Platform, 'userProperties'>;

const PERSON = 'person';
const APPEARANCE = 'appearance';

/** Returns the name, which distinguishes people without their addresses; creates it when it is first needed. */
export function personName(platform: Store & Pick<Platform, 'uuid'>): string {
  const known = knownPersonName(platform);
  if (known) return known;
  const name = platform.uuid();
  platform.userProperties.set(PERSON, name);
  return name;
}

/** Null for a person who never needed one. */
export function knownPersonName({ userProperties }: Store): string | null {
  return userProperties.get(PERSON);
}

/** The appearance is the same in all of a person's spreadsheets. */
export function readAppearance({ userProperties }: Store): Appearance {
  return appearanceOf(userProperties.get(APPEARANCE));
}

export function writeAppearance({ userProperties }: Store, appearance: unknown): void {
  userProperties.set(APPEARANCE, appearanceOf(appearance));
}
