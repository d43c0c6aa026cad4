/** The menus of the script, usable by mouse and by keyboard according to the menu pattern of WAI-ARIA. */
import type { MenuInfo } from '../bridge/operations.js';
import { create, element } from './element.js';

export interface MenuBar {
  show(menus: readonly MenuInfo[]): void;
}

/** @param choose called with the function of the chosen item */
export function createMenuBar(choose: (functionName: string) => void): MenuBar {
  const bar = element('menus', HTMLElement);
  return {
    show(menus) {
      bar.replaceChildren(...menus.map((menu) => menuElement(menu, choose)));
    },
  };
}

function menuElement(menu: MenuInfo, choose: (functionName: string) => void): HTMLElement {
  const list = create('ul', { role: 'menu', hidden: true });
  const button = create(
    'button',
    { type: 'button', ariaHasPopup: 'menu', ariaExpanded: 'false' },
    `${menu.caption} ▾`,
  );
  button.setAttribute('aria-label', menu.caption);
  const root = create('div', { className: 'menu' }, button, list);
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    button.ariaExpanded = String(isOpen);
  };
  const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const focus = (index: number): void => {
    const all = items();
    all.at(((index % all.length) + all.length) % all.length)?.focus();
  };
  list.append(
    ...entries(menu, (functionName) => {
      open(false);
      button.focus();
      choose(functionName);
    }),
  );
  button.addEventListener('click', (event) => {
    open(list.hidden === true);
    // opened by keyboard: start with the first item
    if (!list.hidden && event.detail === 0) focus(0);
  });
  root.addEventListener('keydown', (event) => {
    const at = items().indexOf(document.activeElement as HTMLElement);
    const act: Record<string, () => void> = {
      ArrowDown: () => {
        open(true);
        focus(at + 1);
      },
      ArrowUp: () => {
        open(true);
        focus(at < 0 ? -1 : at - 1);
      },
      Home: () => focus(0),
      End: () => focus(-1),
      Escape: () => {
        open(false);
        button.focus();
      },
    };
    const action = act[event.key];
    if (!action) return;
    event.preventDefault();
    // the grid also listens for keys
    event.stopPropagation();
    action();
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!root.contains(relatedTarget as Node | null)) open(false);
  });
  return root;
}

function entries(menu: MenuInfo, choose: (functionName: string) => void): HTMLElement[] {
  return menu.items.flatMap((item) => {
    if (item === 'separator') return [create('li', { role: 'separator' })];
    if ('items' in item) {
      return [
        create('li', { className: 'caption', role: 'presentation' }, item.caption),
        ...entries(item, choose),
      ];
    }
    const button = create('button', { type: 'button', role: 'menuitem', tabIndex: -1 }, item.caption);
    button.addEventListener('click', () => choose(item.functionName));
    return [create('li', { role: 'none' }, button)];
  });
}
