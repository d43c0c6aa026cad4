/** One open page: its person, screen, selection and requests to the host. */
import type { WebSocket } from 'ws';
import { type Role, roleIn, USERS } from '../bridge/modes.js';
import type { CellArea, DialogAnswer, MenuInfo } from '../bridge/operations.js';
import { isScriptError } from '../executions/script-error.js';
import type { UserInterface } from '../google/user-interface.js';
import type { Mutation } from '../grid/mutations.js';
import type { SpreadsheetFile, Spreadsheets } from '../host/spreadsheets.js';
import type { FaultName, FileAction, FromHost, FromPage } from './protocol.js';

export interface PageSession {
  send(message: FromHost): void;
  receive(message: FromPage): Promise<void>;
  /** The script was rebuilt. */
  scriptLoaded(isHtmlNew: boolean): Promise<void>;
  /** The page was closed: its open dialogs are answered with CLOSE. */
  end(): void;
}

export interface PageSessionOptions {
  readonly spreadsheets: Spreadsheets;
  /** The page's. */
  readonly file: SpreadsheetFile;
  readonly socket: WebSocket;
  /** Passes a change of this page on to the other pages. */
  readonly relay: (mutation: Mutation) => void;
  /** Sends to all pages of this spreadsheet. */
  readonly broadcast: (message: FromHost) => void;
  readonly advance: (ms: number) => Promise<void>;
  readonly setFault: (fault: FaultName) => void;
}

export function createPageSession(options: PageSessionOptions): PageSession {
  const { spreadsheets, file, socket, relay, broadcast } = options;
  const { host } = file;
  const questions = new Map<number, (answer: DialogAnswer) => void>();
  let person: Role = 'owner';
  let selected: CellArea | undefined;
  let menus: MenuInfo[] = [];
  let lastQuestion = 0;

  const send = (message: FromHost): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  /** The person's screen, for a function that may show something on it. */
  const screenFor = (functionName: string): UserInterface => ({
    addMenu(menu) {
      menus = [...menus.filter(({ caption }) => caption !== menu.caption), menu];
      send({ type: 'menus', menus });
    },
    toast: (message, title, seconds) => send({ type: 'toast', title, message, seconds }),
    showSidebar: (page) => send({ type: 'sidebar', ...page, shownBy: functionName }),
    ask: (dialog) =>
      new Promise((resolve) => {
        lastQuestion += 1;
        questions.set(lastQuestion, resolve);
        send({ type: 'ask', id: lastQuestion, dialog });
      }),
    selection: () => selected,
    select(area) {
      selected = area;
      send({ type: 'select', area });
    },
  });
  /** Who made this spreadsheet is its owner. */
  const role = (): Role => roleIn(host.owner, person);
  const trashed = (): FromHost => ({ type: 'trashed', name: file.name(), owner: host.owner });
  const start = async (): Promise<void> => {
    if (file.inTrash) return send(trashed());
    send({
      type: 'start',
      unitId: host.workbook.unitId,
      snapshot: host.workbook.snapshot(),
      functions: host.functions,
      answers: host.workbook.custom.answers(),
      charts: host.charts(),
      user: { ...USERS[person], role: role() },
    });
    return open();
  };
  const open = async (): Promise<void> => {
    menus = [];
    send({ type: 'menus', menus });
    // viewers get no add-on menu
    if (role() === 'viewer' || file.inTrash) return;
    // where the person has not used the add-on in this spreadsheet yet
    const authMode = spreadsheets.switches.localeWithoutConsent === 'known' ? 'LIMITED' : 'NONE';
    const options = { as: person, mode: 'simple-trigger', authMode, ui: screenFor('onOpen') } as const;
    await host
      .run('onOpen', [{ authMode }], options)
      .catch((error: Error) => send({ type: 'toast', title: 'onOpen', message: error.message, seconds: 10 }));
  };
  const run = async ({ id, mode, functionName, args }: FromPage & { type: 'run' }): Promise<void> => {
    try {
      const value = await host.run(functionName, args, { as: person, mode, ui: screenFor(functionName) });
      send({ type: 'ran', id, value });
    } catch (error) {
      send({ type: 'ran', id, error: isScriptError(error) ? error.message : String(error) });
    }
  };
  const act = (action: FileAction): void => {
    if (action === 'create') send({ type: 'go', id: spreadsheets.create(person).id });
    if (action === 'copy') send({ type: 'go', id: spreadsheets.copy(file.id, person).id });
    // the others may only look for another spreadsheet
    if (role() !== 'owner') return;
    if (action === 'trash' && spreadsheets.trash(file.id)) broadcast(trashed());
    if (action === 'restore') {
      spreadsheets.restore(file.id);
      broadcast({ type: 'reload' });
    }
    if (action === 'delete' && file.inTrash) {
      broadcast({ type: 'missing' });
      void spreadsheets.remove(file.id);
    }
  };

  return {
    send,
    async receive(message) {
      switch (message.type) {
        case 'become':
          person = message.role;
          return start();
        case 'mutation':
          if (role() === 'viewer' || file.inTrash) return send({ type: 'reload' });
          try {
            host.workbook.apply(message.mutation);
          } catch {
            // the page differs from the host: it starts again from the host's copy
            return send({ type: 'reload' });
          }
          return relay(message.mutation);
        case 'selection':
          selected = message.area;
          return;
        case 'run':
          return run(message);
        case 'answered':
          questions.get(message.id)?.(message.answer);
          questions.delete(message.id);
          return;
        case 'reopen':
          broadcast({ type: 'forget' });
          return spreadsheets.reopen(file.id);
        case 'advance':
          return options.advance(message.ms);
        case 'fault':
          return options.setFault(message.fault);
        case 'runTrigger':
          return spreadsheets.runTrigger(message.triggerId);
        case 'file':
          return act(message.action);
        case 'switches':
          return spreadsheets.set(message.change);
      }
    },
    async scriptLoaded(isHtmlNew) {
      send({ type: 'script', functions: host.functions, isHtmlNew });
      return open();
    },
    end() {
      for (const resolve of questions.values()) resolve({ button: 'CLOSE', text: '' });
      questions.clear();
    },
  };
}
