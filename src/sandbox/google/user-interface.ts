/** The screen of one person: a page in the browser, or a record of what would be shown. */
import type { CellArea, DialogAnswer, DialogRequest, MenuInfo } from '../bridge/operations.js';

export interface ShownPage {
  readonly title: string;
  readonly html: string;
  /** What its frame refuses: a Content-Security-Policy. */
  readonly contentPolicy: string;
}

export interface UserInterface {
  addMenu(menu: MenuInfo): void;
  toast(message: string, title: string, seconds: number): void;
  showSidebar(page: ShownPage): void;
  /** Resolves when the person has answered. */
  ask(dialog: DialogRequest): Promise<DialogAnswer>;
  /** The selected cells; undefined for the first cell of the first tab. */
  selection(): CellArea | undefined;
  select(area: CellArea): void;
}

/** What would have been shown, without a screen. */
export interface RecordedInterface extends UserInterface {
  readonly menus: MenuInfo[];
  readonly toasts: { readonly message: string; readonly title: string }[];
  readonly sidebars: ShownPage[];
  readonly questions: DialogRequest[];
  /** The person's answer; the first button by default. */
  answer: (dialog: DialogRequest) => DialogAnswer | Promise<DialogAnswer>;
}

export function createRecordedInterface(): RecordedInterface {
  let selected: CellArea | undefined;
  const screen: RecordedInterface = {
    menus: [],
    toasts: [],
    sidebars: [],
    questions: [],
    answer: ({ buttons }) => ({ button: buttons[0] ?? 'CLOSE', text: '' }),
    addMenu: (menu) => void screen.menus.push(menu),
    toast: (message, title) => void screen.toasts.push({ message, title }),
    showSidebar: (page) => void screen.sidebars.push(page),
    async ask(dialog) {
      screen.questions.push(dialog);
      return screen.answer(dialog);
    },
    selection: () => selected,
    select(area) {
      selected = area;
    },
  };
  return screen;
}
