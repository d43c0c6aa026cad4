/** How the page looks, for one person in every spreadsheet. Google's frame follows the system, whatever Sheets shows; so the page does only if the person says so. */
export const APPEARANCES = ['light', 'dark', 'system'] as const;

export type Appearance = (typeof APPEARANCES)[number];

/** The first one for anything else. */
export function appearanceOf(value: unknown): Appearance {
  return APPEARANCES.find((one) => one === value) ?? APPEARANCES[0];
}
