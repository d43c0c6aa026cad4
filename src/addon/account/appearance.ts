/** How the page looks for a person: in user properties, for all of their spreadsheets. */
import { type Appearance, appearanceOf } from '../../contract/appearance.js';
import type { Platform } from '../platform.js';

type Store = Pick<Platform, 'userProperties'>;

const PROPERTY = 'appearance';

export function readAppearance({ userProperties }: Store): Appearance {
  return appearanceOf(userProperties.get(PROPERTY));
}

export function writeAppearance({ userProperties }: Store, appearance: unknown): void {
  userProperties.set(PROPERTY, appearanceOf(appearance));
}
