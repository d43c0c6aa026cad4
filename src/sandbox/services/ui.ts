/** The calls of a script to the person's screen and to the log: menus, the sidebar, dialogs and the console. */
import type { MenuInfo } from '../bridge/operations.js';
import {
  type Call,
  chained,
  dataOf,
  local,
  namesOf,
  Remote,
  recorded,
  serviceOf,
  tableOf,
  wrongSignature,
} from './define.js';
import type { HtmlContent } from './html.js';
import { servedHtml } from './served-page.js';

const BUTTON_SETS: Readonly<Record<string, readonly string[]>> = {
  OK: ['OK'],
  OK_CANCEL: ['OK', 'CANCEL'],
};

export interface LogLine {
  readonly level: 'log' | 'info' | 'warn' | 'error';
  readonly message: string;
}

interface Menu extends MenuInfo {
  readonly items: MenuInfo['items'][number][];
}

const MENU = tableOf<GoogleAppsScript.Base.Menu, Menu>('Menu', {
  addItem: {
    required: ['caption', 'functionName'],
    ...chained(({ items }: Menu, caption: string, functionName: string) => {
      items.push({ caption: String(caption), functionName: String(functionName) });
    }),
  },
  addSeparator: chained(({ items }) => items.push('separator')),
  addToUi: recorded('Ui.addMenu', ({ ui, caption, items }) => ui.addMenu({ caption, items })),
});

/** @param addOnName the name of the add-on in the menu Extensions */
export function screenTables(addOnName: string, log: (line: LogLine) => void) {
  const ui = tableOf<GoogleAppsScript.Base.Ui>('Ui', {
    Button: namesOf('CLOSE', 'OK', 'CANCEL'),
    ButtonSet: namesOf('OK', 'OK_CANCEL'),
    createAddonMenu: local(() => new Remote(MENU, { caption: addOnName, items: [] } satisfies Menu)),
    showSidebar: {
      needs: 'screen',
      required: ['userInterface'],
      handle(call, page) {
        const html = dataOf<HtmlContent>('HtmlOutput', page);
        if (!html) throw wrongSignature('Ui.showSidebar', [page]);
        call.ui.showSidebar({ title: html.title, html: servedHtml(html.content) });
      },
    },
    alert: {
      needs: 'screen',
      records: 'Ui.ask',
      handle(call, title, message, buttonSet) {
        const buttons = BUTTON_SETS[String(buttonSet)];
        if (!buttons) throw new Error('Ui.alert is only emulated with a title, a prompt and OK or OK_CANCEL');
        return call.ui.ask({ title: String(title), message: String(message), buttons });
      },
    },
  });
  const write = (level: LogLine['level']) =>
    recorded('console.log', (_call: Call, ...values: readonly unknown[]) =>
      log({ level, message: values.map(textOf).join(' ') }),
    );
  const consoleTable = serviceOf<Console>('console', {
    log: write('log'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  });
  return { ui, tables: [MENU, ui, consoleTable] };
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value) ?? String(value);
}
