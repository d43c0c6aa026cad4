/** A person's screen for tests: records what the script shows and answers its dialogs. */
import type { CellArea, DialogRequest, MenuInfo } from '../../src/sandbox/bridge/operations.js';
import type { ShownPage, UserInterface } from '../../src/sandbox/handlers/user-interface.js';

export class RecordedInterface implements UserInterface {
  readonly menus: MenuInfo[] = [];
  readonly toasts: { readonly message: string; readonly title: string }[] = [];
  readonly sidebars: ShownPage[] = [];
  readonly questions: DialogRequest[] = [];
  #selected: CellArea | undefined;

  /** Returns the button that the person presses; default: the first one. */
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
