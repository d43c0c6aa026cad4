/** What the people of one spreadsheet have agreed on, kept with the document. */
import type { Properties } from '../platform.js';

export interface Settings {
  /** Groups of tracked companies in which names and domains are looked up. */
  readonly groups: readonly string[];
}

const PROPERTY = 'settings';

export function readSettings(properties: Properties | null): Settings {
  const stored: unknown = JSON.parse(properties?.get(PROPERTY) ?? '{}');
  const { groups } = Object(stored) as { groups?: unknown };
  return { groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : [] };
}
