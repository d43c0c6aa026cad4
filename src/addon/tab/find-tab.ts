import { MAX_SHEET_NAME_CHARACTERS, topLeft } from '../../contract/new-sheet.js';
import type { Grid, Size, Tab } from '../platform.js';

/** Finds a tab by its name. Sheets ignores case in names of tabs. */
export function findTab(tabs: readonly Tab[], name: string): Tab | undefined {
  return tabs.find((tab) => tab.name().toLowerCase() === name.toLowerCase());
}

/** Finds a tab by its id: people may rename or delete it. */
export function tabWithId(tabs: readonly Tab[], id: number | undefined): Tab | undefined {
  return tabs.find((tab) => tab.id === id);
}

/** Finds a tab by its id, else by its name, or inserts it. */
export function openTab(grid: Grid, name: string, id?: number): Tab {
  const tabs = grid.tabs();
  return tabWithId(tabs, id) ?? findTab(tabs, name) ?? insertTab(grid, name);
}

/** Inserts a tab. Returns the one that another execution has inserted since the caller looked. */
export function insertTab(grid: Grid, name: string): Tab {
  try {
    return grid.insert(name);
  } catch (error) {
    const inserted = findTab(grid.tabs(), name);
    if (!inserted) throw error;
    return inserted;
  }
}

/** Inserts a tab. Its name gets a number if it is taken, and is cut if it is too long for its ending. */
export function insertNumbered(grid: Grid, name: string, ending = ''): Tab {
  // Sheets ignores case in names of tabs
  const taken = grid.names().map((one) => one.toLowerCase());
  for (let number = 1; ; number++) {
    const end = number === 1 ? ending : `${ending} ${number}`;
    const free = name.slice(0, MAX_SHEET_NAME_CHARACTERS - end.length) + end;
    if (!taken.includes(free.toLowerCase())) return grid.insert(free);
  }
}

/** Adds the rows and columns that the tab lacks. */
export function extendTab(tab: Tab, { rows, columns }: Size): void {
  const size = tab.size();
  if (rows > size.rows) tab.addRows(rows - size.rows);
  if (columns > size.columns) tab.addColumns(columns - size.columns);
}

export function allValues(tab: Tab): unknown[][] {
  const { rows, columns } = tab.used();
  return rows === 0 ? [] : tab.values(topLeft(rows, columns));
}
