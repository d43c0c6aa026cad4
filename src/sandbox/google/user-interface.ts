/** The screen of one person: a page in the browser, or none. */
import type { CellArea, DialogRequest, MenuInfo } from '../bridge/operations.js';

export interface ShownPage {
  readonly title: string;
  readonly html: string;
  /** The Content-Security-Policy of its frame. */
  readonly contentPolicy: string;
}

export interface UserInterface {
  addMenu(menu: MenuInfo): void;
  toast(message: string, title: string, seconds: number): void;
  showSidebar(page: ShownPage): void;
  /** Resolves with the button that the person has pressed, or CLOSE. */
  ask(dialog: DialogRequest): Promise<string>;
  /** The selected cells; undefined for the first cell of the first tab. */
  selection(): CellArea | undefined;
  select(area: CellArea): void;
}

/** For executions that nobody sees: what they select stays selected. */
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
