/** The calls of a script to the person's screen and to the log. */
import type { Switches } from '../bridge/switches.js';
import { CONSOLE, type Level } from '../methods/console.js';
import { MENU, UI } from '../methods/ui.js';
import { contentPolicy } from './content-policy.js';
import { type Service, serviceOf } from './dispatch.js';

export interface LogLine {
  readonly level: Level;
  readonly message: string;
}

export function screenServices(switches: Switches, log: (line: LogLine) => void): readonly Service[] {
  return [
    serviceOf(CONSOLE, { log: (_caller, level, message) => log({ level, message }) }),
    serviceOf(MENU, { addMenu: ({ ui }, menu) => ui.addMenu(menu) }),
    serviceOf(UI, {
      showSidebar: ({ ui }, title, html) =>
        ui.showSidebar({ title, html, contentPolicy: contentPolicy(switches) }),
      ask: ({ ui }, dialog) => ui.ask(dialog),
    }),
  ];
}
