/** One person's screen: a page in the browser, or no screen. */
import type { CellArea, DialogRequest, MenuInfo } from '../bridge/operations.js';

export interface ShownPage {
  readonly title: string;
  readonly html: string;
}

export interface UserInterface {
  addMenu(menu: MenuInfo): void;
  toast(message: string, title: string, seconds: number): void;
  showSidebar(page: ShownPage): void;
  /** Resolves with the button that the person presses, or CLOSE. */
  ask(dialog: DialogRequest): Promise<string>;
  /** Returns the selected cells; undefined means the first cell of the first tab. */
  selection(): CellArea | undefined;
  select(area: CellArea): void;
}

/** The screen of executions without a page; it remembers their selection. */
export function createNoScreen(): UserInterface {
  let selected: CellArea | undefined;
  return {
    addMenu: () => undefined,
    toast: () => undefined,
    showSidebar: () => undefined,
    ask: async () => 'CLOSE',
    selection: () => selected,
    select(area) {
      selected = area;
    },
  };
}
