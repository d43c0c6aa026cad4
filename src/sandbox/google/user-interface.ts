/** The screen of one person: a page in the browser, or a record of what would be shown. */
import type { CellArea, DialogRequest, MenuInfo } from '../bridge/operations.js';

interface ShownPage {
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

/** Records what would have been shown, where there is no screen. */
export class RecordedInterface implements UserInterface {
  readonly menus: MenuInfo[] = [];
  readonly toasts: { readonly message: string; readonly title: string }[] = [];
  readonly sidebars: ShownPage[] = [];
  readonly questions: DialogRequest[] = [];
  #selected: CellArea | undefined;

  /** The button that the person presses; the first one by default. */
  answer: (dialog: DialogRequest) => string | Promise<string> = ({ buttons }) => buttons[0] ?? 'CLOSE';

  readonly addMenu = (menu: MenuInfo) => void this.menus.push(menu);
  readonly toast = (message: string, title: string) => void this.toasts.push({ message, title });
  readonly showSidebar = (page: ShownPage) => void this.sidebars.push(page);
  readonly selection = () => this.#selected;

  async ask(dialog: DialogRequest): Promise<string> {
    this.questions.push(dialog);
    return this.answer(dialog);
  }

  select(area: CellArea): void {
    this.#selected = area;
  }
}
