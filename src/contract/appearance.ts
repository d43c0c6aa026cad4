/** A person's choice of the page's appearance. Google's frame always follows the system. */
export const APPEARANCES = ['light', 'dark', 'system'] as const;

export type Appearance = (typeof APPEARANCES)[number];

/** Returns the first appearance for an unknown value. */
export function appearanceOf(value: unknown): Appearance {
  return APPEARANCES.find((one) => one === value) ?? APPEARANCES[0];
}
