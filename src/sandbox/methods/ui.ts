/** Ui: the menus, the sidebar and the dialogs of the person at the screen. */
import type { MenuInfo, MenuItemInfo } from '../bridge/operations.js';
import { namesOf, tableOf } from './define.js';
import { wrongSignature } from './exception.js';
import { htmlContentOf } from './html.js';
import { servedHtml } from './served-html.js';

const BUTTON_SETS: Readonly<Record<string, readonly string[]>> = {
  OK: ['OK'],
  OK_CANCEL: ['OK', 'CANCEL'],
};

interface Menu {
  readonly caption: string;
  readonly items: (MenuItemInfo | 'separator')[];
}

export const MENU = tableOf<GoogleAppsScript.Base.Menu, Menu>({ kind: 'Menu', service: 'Ui' })({
  addItem: {
    required: ['caption', 'functionName'],
    inRealm(_realm, { items }, caption, functionName) {
      items.push({ caption: String(caption), functionName: String(functionName) });
    },
    chains: true,
  },
  addSeparator: { inRealm: (_realm, { items }) => items.push('separator'), chains: true },
  addToUi: { operation: 'addMenu', toArguments: (menu) => [menu as MenuInfo] as const },
});

export const UI = tableOf<GoogleAppsScript.Base.Ui>({
  kind: 'Ui',
  constants: {
    Button: namesOf('CLOSE', 'OK', 'CANCEL'),
    ButtonSet: namesOf('OK', 'OK_CANCEL'),
  },
})({
  createAddonMenu: {
    inRealm: ({ environment, open }) =>
      open(MENU, { caption: environment.addOnName, items: [] } satisfies Menu),
  },
  showSidebar: {
    needs: 'screen',
    required: ['userInterface'],
    toArguments(_data, page) {
      const html = htmlContentOf(page);
      if (!html) throw wrongSignature('Ui.showSidebar', [page]);
      return [html.title, servedHtml(html.content)] as const;
    },
  },
  alert: {
    needs: 'screen',
    operation: 'ask',
    toArguments(_data, title, message, buttonSet) {
      const buttons = BUTTON_SETS[String(buttonSet)];
      if (!buttons) throw new Error('Ui.alert is only emulated with a title, a prompt and OK or OK_CANCEL');
      return [{ title: String(title), message: String(message), buttons }] as const;
    },
    fromAnswer: (button: string) => button,
  },
});
