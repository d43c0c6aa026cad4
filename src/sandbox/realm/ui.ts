/** Ui: the menu, the sidebar and the dialogs of the person at the screen. */

import type { MenuInfo, MenuItemInfo } from '../bridge/operations.js';
import { Exception } from './exception.js';
import { contentOf } from './html-service.js';
import { createMark, emulate, strict } from './not-emulated.js';
import { servedHtml } from './served-html.js';
import { requireArgument, type ServiceContext } from './services.js';

const BUTTONS = { CLOSE: 'CLOSE', OK: 'OK', CANCEL: 'CANCEL', YES: 'YES', NO: 'NO' };
const BUTTON_SETS = {
  OK: ['OK'],
  OK_CANCEL: ['OK', 'CANCEL'],
  YES_NO: ['YES', 'NO'],
  YES_NO_CANCEL: ['YES', 'NO', 'CANCEL'],
};
type ButtonSet = keyof typeof BUTTON_SETS;
const BUTTON_SET_NAMES = Object.fromEntries(Object.keys(BUTTON_SETS).map((name) => [name, name]));

export function createUi(context: ServiceContext) {
  const { call, permissions, environment } = context;
  const dialogs = (method: string): void => permissions.service(`Ui.${method}`, 'screen');
  const ask = (kind: 'alert' | 'prompt', args: readonly unknown[]) => {
    dialogs(kind);
    const last = args.at(-1);
    const hasButtons = args.length > 1 && typeof last === 'string' && last in BUTTON_SETS;
    const texts = (hasButtons ? args.slice(0, -1) : args).map(String);
    const buttons = BUTTON_SETS[hasButtons ? (last as ButtonSet) : 'OK'];
    const [title = '', message = ''] = texts.length > 1 ? texts : ['', texts[0]];
    return call('Ui.ask', { kind, title, message, buttons });
  };
  return strict('Ui', {
    Button: strict('Button', BUTTONS),
    ButtonSet: strict('ButtonSet', BUTTON_SET_NAMES),
    createMenu: (caption: string) => createMenu(context, String(caption)),
    createAddonMenu: () => createMenu(context, environment.addOnName),
    showSidebar(html: object) {
      dialogs('showSidebar');
      requireArgument('userInterface', html);
      const { title, content } = contentOf(html);
      call('Ui.showSidebar', title, servedHtml(content));
    },
    showModalDialog(html: object, title: string) {
      dialogs('showModalDialog');
      requireArgument('userInterface', html);
      const { content, width, height } = contentOf(html);
      call('Ui.showModalDialog', String(title), servedHtml(content), width, height);
    },
    alert: (...args: unknown[]) => ask('alert', args).button,
    prompt(...args: unknown[]) {
      const { button, text } = ask('prompt', args);
      return strict('PromptResponse', { getSelectedButton: () => button, getResponseText: () => text });
    },
  });
}

type Menu = GoogleAppsScript.Base.Menu;

const DATA = createMark<MenuInfo>('menu');

function createMenu({ call }: ServiceContext, caption: string): Menu {
  const items: (MenuItemInfo | MenuInfo | 'separator')[] = [];
  const menu: Menu = emulate<Menu>('Menu', {
    [DATA.key]: { caption, items },
    addItem(itemCaption, functionName) {
      requireArgument('caption', itemCaption);
      requireArgument('functionName', functionName);
      items.push({ caption: String(itemCaption), functionName: String(functionName) });
      return menu;
    },
    addSeparator() {
      items.push('separator');
      return menu;
    },
    addSubMenu(subMenu) {
      const data = DATA.of(subMenu);
      if (!data) throw new Exception('Argument cannot be null: menu');
      items.push(data);
      return menu;
    },
    addToUi: () => call('Ui.addMenu', { caption, items }),
  });
  return menu;
}
