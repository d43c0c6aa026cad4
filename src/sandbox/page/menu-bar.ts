/** The menus of the script. */
import type { MenuInfo } from '../bridge/operations.js';
import { element } from './element.js';
import { createMenu, type MenuEntry } from './menu.js';

export interface MenuBar {
  show(menus: readonly MenuInfo[]): void;
}

/** @param choose called with the function of the chosen item */
export function createMenuBar(choose: (functionName: string) => void): MenuBar {
  const bar = element('menus', HTMLElement);
  const entriesOf = ({ items }: MenuInfo): MenuEntry[] =>
    items.map((item) => {
      if (item === 'separator') return item;
      const { caption } = item;
      return 'items' in item
        ? { caption, entries: entriesOf(item) }
        : { caption, choose: () => choose(item.functionName) };
    });
  return {
    show(menus) {
      bar.replaceChildren(...menus.map((menu) => createMenu(menu.caption, () => entriesOf(menu))));
    },
  };
}
