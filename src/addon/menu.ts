/** The menu: one table. It is made before the add-on may do anything, so nothing here asks a service but the menu's. */
import type { MenuItem, Platform } from './platform.js';
import { de } from './texts/de.js';
import { en } from './texts/en.js';

type Texts = typeof en;

/** Captions and the global functions behind them, in the order of the menu. */
const ITEMS: readonly { readonly caption: keyof Texts; readonly functionName: string }[] = [
  { caption: 'open', functionName: 'openSidebar' },
  { caption: 'build', functionName: 'openBuilder' },
  { caption: 'pushNews', functionName: 'openNews' },
  { caption: 'help', functionName: 'showHelp' },
];

/** What the menu does. Each is a global function. */
export interface MenuActions {
  addMenu(): void;
  openSidebar(): void;
  openBuilder(): void;
  openNews(): void;
  showHelp(): void;
}

export function createMenu({ ui, person }: Pick<Platform, 'ui' | 'person'>): MenuActions {
  const texts = () => (/^de\b/i.test(person.locale().replace('_', '-')) ? de : en);
  const open = (section: string) => ui.showSidebar('sidebar', 'Signals', section);
  return {
    addMenu() {
      const spoken = texts();
      ui.addMenu(
        ITEMS.map(({ caption, functionName }): MenuItem => ({ caption: spoken[caption], functionName })),
      );
    },
    openSidebar: () => open(''),
    openBuilder: () => open('build'),
    openNews: () => open('news'),
    showHelp: () => ui.alert('Signals', texts().helpText),
  };
}
