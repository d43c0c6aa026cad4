import type { Tab } from '../platform.js';

/** Finds a tab by its name. Sheets ignores case in names of tabs. */
export function findTab(tabs: readonly Tab[], name: string): Tab | undefined {
  return tabs.find((tab) => tab.name().toLowerCase() === name.toLowerCase());
}
