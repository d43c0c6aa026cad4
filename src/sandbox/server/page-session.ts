/** The session of one open page: its person, screen, selection and requests to the host. */
import type { WebSocket } from 'ws';
import { type Role, roleIn, USERS } from '../bridge/modes.js';
import type { CellArea, MenuInfo } from '../bridge/operations.js';
import { isScriptError } from '../executions/script-error.js';
import type { Mutation } from '../grid/workbook.js';
import type { Host } from '../host/host.js';
import type { Spreadsheets } from '../host/spreadsheets.js';
import type { UserInterface } from '../services/user-interface.js';
import type { FaultName, FileAction, FromHost, FromPage } from './protocol.js';

export interface PageSessionOptions {
  readonly spreadsheets: Spreadsheets;
  /** The spreadsheet of this page. */
  readonly host: Host;
  readonly socket: WebSocket;
  /** Sends a message to all pages of the spreadsheet. */
  readonly broadcast: (message: FromHost, except?: PageSession) => void;
  readonly advance: (ms: number) => Promise<void>;
  readonly setFault: (fault: FaultName) => void;
}

const CLOSED = 'CLOSE';

type Reactions = { readonly [T in FromPage['type']]: (message: FromPage & { type: T }) => unknown };

export class PageSession {
  readonly #options: PageSessionOptions;
  readonly #questions = new Map<number, (button: string) => void>();
  #isClosed = false;
  #person: Role = 'owner';
  #selected: CellArea | undefined;
  #menus: readonly MenuInfo[] = [];
  #lastQuestion = 0;

  constructor(options: PageSessionOptions) {
    this.#options = options;
  }

  readonly #reactions: Reactions = {
    become: ({ role }) => {
      this.#person = role;
      return this.#start();
    },
    mutation: ({ mutation }) => this.#change(mutation),
    selection: ({ area }) => {
      this.#selected = area;
    },
    run: (message) => this.#run(message),
    answered: ({ id, button }) => {
      this.#questions.get(id)?.(button);
      this.#questions.delete(id);
    },
    reopen: () => {
      this.#options.broadcast({ type: 'forget' });
      this.#options.host.runFormulasAgain();
    },
    advance: ({ ms }) => this.#options.advance(ms),
    fault: ({ fault }) => this.#options.setFault(fault),
    file: ({ action }) => this.#act(action),
    switches: ({ change }) => Object.assign(this.#options.host.switches, change),
  };

  send(message: FromHost): void {
    const { socket } = this.#options;
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }

  async receive(message: FromPage): Promise<void> {
    await (this.#reactions[message.type] as (message: FromPage) => unknown)(message);
  }

  /** Sends the rebuilt script's functions to the page and runs onOpen again. */
  async scriptLoaded(isHtmlNew: boolean): Promise<void> {
    this.send({ type: 'script', functions: this.#options.host.functions(), isHtmlNew });
    return this.#open();
  }

  /** Answers the page's dialogs with CLOSE, including dialogs that running executions open later. */
  end(): void {
    this.#isClosed = true;
    for (const resolve of this.#questions.values()) resolve(CLOSED);
    this.#questions.clear();
  }

  /** Returns the person's role here; the spreadsheet's creator is its owner. */
  #role(): Role {
    return roleIn(this.#options.host.owner, this.#person);
  }

  async #start(): Promise<void> {
    const { host } = this.#options;
    this.send({
      type: 'start',
      unitId: host.spreadsheet.id,
      snapshot: host.workbook.snapshot(),
      functions: host.functions(),
      answers: host.workbook.custom.answers(),
      charts: host.charts(),
      user: { ...USERS[this.#person], role: this.#role() },
    });
    return this.#open();
  }

  async #open(): Promise<void> {
    const { host } = this.#options;
    this.#menus = [];
    this.send({ type: 'menus', menus: this.#menus });
    // Google shows viewers no add-on menu
    if (this.#role() === 'viewer') return;
    // NONE is the mode before the person has used the add-on in this spreadsheet
    const authMode = host.switches.localeWithoutConsent === 'known' ? 'LIMITED' : 'NONE';
    const screen = { as: this.#person, ui: this.#screenFor('onOpen') };
    await host
      .run('onOpen', [{ authMode }], { ...screen, mode: 'simple-trigger', authMode })
      .catch(({ message }: Error) => this.send({ type: 'toast', title: 'onOpen', message, seconds: 10 }));
  }

  #change(mutation: Mutation): void {
    const { host, broadcast } = this.#options;
    try {
      if (this.#role() === 'viewer') throw new Error('Nothing may be changed');
      host.workbook.apply(mutation);
      // the workbook reports only changes of the host's own
      host.onChange();
      broadcast({ type: 'mutation', mutation }, this);
    } catch {
      // page and host differ: the page reloads the host's copy
      this.send({ type: 'reload' });
    }
  }

  async #run({ id, mode, functionName, args }: FromPage & { type: 'run' }): Promise<void> {
    const { host } = this.#options;
    const screen = { as: this.#person, ui: this.#screenFor(functionName) };
    try {
      this.send({ type: 'ran', id, value: await host.run(functionName, args, { ...screen, mode }) });
    } catch (error) {
      this.send({ type: 'ran', id, error: isScriptError(error) ? error.message : String(error) });
    }
  }

  #act(action: FileAction): void {
    const { spreadsheets, host } = this.#options;
    const made =
      action === 'copy' ? spreadsheets.copy(host, this.#person) : spreadsheets.create(this.#person);
    this.send({ type: 'go', id: made.spreadsheet.id });
  }

  /** Returns the page as the screen of a function. */
  #screenFor(functionName: string): UserInterface {
    return {
      addMenu: (menu) => {
        this.#menus = [...this.#menus.filter(({ caption }) => caption !== menu.caption), menu];
        this.send({ type: 'menus', menus: this.#menus });
      },
      toast: (message, title, seconds) => this.send({ type: 'toast', title, message, seconds }),
      showSidebar: (page) =>
        this.send({
          type: 'sidebar',
          ...page,
          shownBy: functionName,
          callableNames: this.#options.host.callableNames(),
        }),
      ask: (dialog) =>
        new Promise((resolve) => {
          if (this.#isClosed) return resolve(CLOSED);
          this.#lastQuestion += 1;
          this.#questions.set(this.#lastQuestion, resolve);
          this.send({ type: 'ask', id: this.#lastQuestion, dialog });
        }),
      selection: () => this.#selected,
      select: (area) => {
        this.#selected = area;
        this.send({ type: 'select', area });
      },
    };
  }
}
