/** The calls of a script to a person's screen, and its log. */
import type { Switches } from '../bridge/switches.js';
import type { CONSOLE, Level } from '../services/console.js';
import type { HandlersOf } from '../services/define.js';
import type { MENU, UI } from '../services/ui.js';
import { contentPolicy } from './content-policy.js';
import type { Caller } from './handlers.js';

export interface LogLine {
  readonly executionId: number;
  readonly level: Level;
  readonly message: string;
}

export function createUi(
  switches: Pick<Switches, 'contentPolicy'>,
): HandlersOf<Caller, typeof MENU> & HandlersOf<Caller, typeof UI> {
  return {
    addMenu: ({ ui }, menu) => ui.addMenu(menu),
    showSidebar: ({ ui }, title, html) =>
      ui.showSidebar({ title, html, contentPolicy: contentPolicy(switches) }),
    ask: ({ ui }, dialog) => ui.ask(dialog),
  };
}

export function createConsole(log: (line: LogLine) => void): HandlersOf<Caller, typeof CONSOLE> {
  return { log: ({ executionId }, level, message) => log({ executionId, level, message }) };
}
