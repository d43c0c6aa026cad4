/** The calls of a script to the person's screen and to the log: menus, the sidebar, dialogs and the console. */
import type { MenuInfo } from '../bridge/operations.js';
import { type Call, LOCAL, type LogLine, namesOf, serviceOf, tableOf } from './define.js';
import { HTML_OUTPUT } from './html.js';
import { servedHtml } from './served-page.js';

const BUTTON_SETS: Readonly<Record<string, string[]>> = {
  OK: ['OK'],
  OK_CANCEL: ['OK', 'CANCEL'],
};

const MENU = tableOf<GoogleAppsScript.Base.Menu, MenuInfo>('Menu', {
  addToUi: ({ ui, caption, items }) => ui.addMenu({ caption, items }),
}).chain(LOCAL, {
  addItem: ({ items }, caption, functionName) =>
    items.push({ caption: String(caption), functionName: String(functionName) }),
  addSeparator: ({ items }) => items.push('separator'),
});

export const UI = tableOf<GoogleAppsScript.Base.Ui>('Ui', {
  Button: namesOf('CLOSE', 'OK', 'CANCEL'),
  ButtonSet: namesOf('OK', 'OK_CANCEL'),
  showSidebar: {
    needs: 'screen',
    handle({ ui }, page) {
      const { title, content } = HTML_OUTPUT.argument(page, 'Ui.showSidebar');
      ui.showSidebar({ title, html: servedHtml(content) });
    },
  },
  alert: {
    needs: 'screen',
    handle({ ui }, title, message, buttonSet) {
      const buttons = BUTTON_SETS[String(buttonSet)];
      if (!buttons) throw new Error('Ui.alert is only emulated with a title, a prompt and OK or OK_CANCEL');
      return ui.ask({ title: String(title), message: String(message), buttons });
    },
  },
}).with(LOCAL, {
  createAddonMenu: ({ addOnName }) => MENU.open({ caption: addOnName, items: [] }),
});

const write =
  (level: LogLine['level']) =>
  ({ log }: Call, ...values: readonly unknown[]) =>
    log({ level, message: values.map(textOf).join(' ') });

const CONSOLE = serviceOf<Console>('console', {
  log: write('log'),
  info: write('info'),
  warn: write('warn'),
  error: write('error'),
});

export const SCREEN_TABLES = [MENU, UI, CONSOLE];

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value) ?? String(value);
}
