/** The calls of a script to a person's screen, and its log. */
import type { Switches } from '../bridge/switches.js';
import { contentPolicy } from './content-policy.js';
import type { Handlers, OperationsOf } from './handlers.js';

export interface LogLine {
  readonly executionId: number;
  readonly level: 'log' | 'info' | 'warn' | 'error';
  readonly message: string;
}

export function createUi(
  log: (line: LogLine) => void,
  switches: Pick<Switches, 'contentPolicy'>,
): Handlers<OperationsOf<'Ui'> | OperationsOf<'console'>> {
  return {
    'Ui.addMenu': ({ ui }, menu) => ui.addMenu(menu),
    'Ui.showSidebar': ({ ui }, title, html) =>
      ui.showSidebar({ title, html, contentPolicy: contentPolicy(switches) }),
    'Ui.showModalDialog': ({ ui }, title, html, width, height) =>
      ui.showModalDialog({ title, html, contentPolicy: contentPolicy(switches) }, { width, height }),
    'Ui.ask': ({ ui }, dialog) => ui.ask(dialog),
    'console.log': ({ executionId }, level, message) => log({ executionId, level, message }),
  };
}
