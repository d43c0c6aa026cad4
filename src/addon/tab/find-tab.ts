import type { Tab } from '../platform.js';

/** The tab of this name. Sheets does not tell capitals from small letters. */
export function findTab(tabs: readonly Tab[], name: string): Tab | undefined {
  return tabs.find((tab) => tab.name().toLowerCase() === name.toLowerCase());
}
