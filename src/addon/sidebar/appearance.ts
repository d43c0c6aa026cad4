/** Light, dark or as the system: kept with the person, for all of their spreadsheets. */
import { type Appearance, appearanceOf } from '../../contract/appearance.js';
import type { Platform } from '../platform.js';

const PROPERTY = 'appearance';

export function readAppearance({ userProperties }: Pick<Platform, 'userProperties'>): Appearance {
  return appearanceOf(userProperties.get(PROPERTY));
}

export function writeAppearance({ userProperties }: Pick<Platform, 'userProperties'>, value: unknown): void {
  userProperties.set(PROPERTY, appearanceOf(value));
}
