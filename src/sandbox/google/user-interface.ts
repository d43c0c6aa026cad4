/** The screen of one person: a page in the browser, or a record of what would be shown. */
import type { CellArea, DialogAnswer, DialogRequest, MenuInfo } from '../bridge/operations.js';

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
  /** Resolves when the person has answered. */
  ask(dialog: DialogRequest): Promise<DialogAnswer>;
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

  /** The person's answer; the first button by default. */
  answer: (dialog: DialogRequest) => DialogAnswer | Promise<DialogAnswer> = ({ buttons }) => ({
    button: buttons[0] ?? 'CLOSE',
    text: '',
  });

  addMenu(menu: MenuInfo): void {
    this.menus.push(menu);
  }

  toast(message: string, title: string): void {
    this.toasts.push({ message, title });
  }

  showSidebar(page: ShownPage): void {
    this.sidebars.push(page);
  }

  async ask(dialog: DialogRequest): Promise<DialogAnswer> {
    this.questions.push(dialog);
    return this.answer(dialog);
  }

  selection(): CellArea | undefined {
    return this.#selected;
  }

  select(area: CellArea): void {
    this.#selected = area;
  }
}
