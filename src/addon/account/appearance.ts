/** How the page and new tables look for a person: in user properties, for all of their spreadsheets. */
import { type Appearance, appearanceOf } from '../../contract/appearance.js';
import type { Platform, SheetLook } from '../platform.js';

type Store = Pick<Platform, 'userProperties'>;

/** Its value is, for example, "dark" or "dark striped". */
const PROPERTY = 'appearance';
const STRIPED = 'striped';

export function readAppearance({ userProperties }: Store): {
  readonly appearance: Appearance;
  readonly stripes: boolean;
} {
  const [appearance, stripes] = (userProperties.get(PROPERTY) ?? '').split(' ');
  return { appearance: appearanceOf(appearance), stripes: stripes === STRIPED };
}

/** @param stripes of new tables; any value except `true` means none */
export function writeAppearance({ userProperties }: Store, appearance: unknown, stripes: unknown): void {
  userProperties.set(PROPERTY, appearanceOf(appearance) + (stripes === true ? ` ${STRIPED}` : ''));
}

/** Adds stripes to the look of a new table if the person wants them. */
export function withStripes(store: Store, look: SheetLook): SheetLook {
  return { ...look, stripes: readAppearance(store).stripes };
}
