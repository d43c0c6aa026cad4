/** Ui: the menus, the sidebar and the dialogs of the person at the screen. */
import type { DialogRequest, MenuInfo, MenuItemInfo } from '../bridge/operations.js';
import { wrongSignature } from './arguments.js';
import { namesOf, tableOf } from './define.js';
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

export const UI = tableOf<GoogleAppsScript.Base.Ui & Alert>({
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
    toArguments: (_data, ...args) => [dialogOf(args)] as const,
    fromAnswer: (button: string) => button,
  },
});

/** All overloads in one. */
interface Alert {
  alert(...args: readonly unknown[]): GoogleAppsScript.Base.Button;
}

function dialogOf(args: readonly unknown[]): DialogRequest {
  const last = String(args.at(-1));
  const buttons = args.length > 1 ? BUTTON_SETS[last] : undefined;
  const texts = (buttons ? args.slice(0, -1) : args).map(String);
  const [title = '', message = ''] = texts.length > 1 ? texts : ['', texts[0]];
  return { title, message, buttons: buttons ?? ['OK'] };
}
