/** A person's appearance of the page. Google's frame follows the system; the page does only by choice. */
export const APPEARANCES = ['light', 'dark', 'system'] as const;

export type Appearance = (typeof APPEARANCES)[number];

/** Returns the first appearance for an unknown value. */
export function appearanceOf(value: unknown): Appearance {
  return APPEARANCES.find((one) => one === value) ?? APPEARANCES[0];
}
