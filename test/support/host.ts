/** The built host of the sandbox for tests, with the built add-on or another script. */
import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalIn } from '../../src/contract/sidebar-api.js';
import { MODES, type Role } from '../../src/sandbox/bridge/modes.js';
import type { CellArea, DialogRequest, MenuInfo } from '../../src/sandbox/bridge/operations.js';
import type { Switches } from '../../src/sandbox/bridge/switches.js';
import type { createHost, HostOptions } from '../../src/sandbox/host/host.js';
import { Spreadsheets, type StoredSpreadsheets } from '../../src/sandbox/host/spreadsheets.js';
import { FIRST_DOCUMENT } from '../../src/sandbox/services/caller.js';
import type { ShownPage, UserInterface } from '../../src/sandbox/services/user-interface.js';
import { withNotation } from './notation.mjs';
import { standInFor } from './stand-in.js';

const ROOT = path.resolve(__dirname, '../..');
/** The time limit for the waiting cells of a spreadsheet before it closes. */
const SETTLES_WITHIN_MS = 5_000;
/** A day for each execution, because a debugger can stop a script for as long as its user reads. */
const NO_LIMITS = Object.fromEntries(Object.keys(MODES).map((mode) => [mode, 86_400_000]));

// the built host contains its packages and starts its threads from the files beside it
const { createHost: createBuiltHost } = require(path.join(ROOT, 'out/sandbox/host.cjs')) as {
  createHost: typeof createHost;
};

/** A person's screen: records what the script shows and answers its dialogs. */
class RecordedInterface implements UserInterface {
  readonly menus: MenuInfo[] = [];
  readonly toasts: { readonly message: string; readonly title: string }[] = [];
  readonly sidebars: ShownPage[] = [];
  readonly questions: DialogRequest[] = [];
  #selected: CellArea | undefined;

  /** Returns the button that the person presses; default: the first one. */
  answer: (dialog: DialogRequest) => string | Promise<string> = ({ buttons }) => buttons[0] ?? 'CLOSE';

  readonly addMenu = (menu: MenuInfo) => void this.menus.push(menu);
  readonly toast = (message: string, title: string) => void this.toasts.push({ message, title });
  readonly showSidebar = (page: ShownPage) => void this.sidebars.push(page);
  readonly selection = () => this.#selected;

  async ask(dialog: DialogRequest): Promise<string> {
    this.questions.push(dialog);
    return this.answer(dialog);
  }

  select(area: CellArea): void {
    this.#selected = area;
  }
}

export type PlainHost = ReturnType<typeof withNotation>;

export type Host = PlainHost & {
  readonly ui: RecordedInterface;
  /** Types into a cell, and waits until all functions have ended. */
  enter(a1: string, text: string): Promise<void>;
  /** Runs a function as the formula of a cell does. @returns its table */
  formula(name: string, ...args: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
};

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface StartHostOptions extends Partial<HostOptions> {
  /** Saved as the owner's connection before the test gets the host. */
  readonly connection?: Connection;
}

export type StartHost = (options?: StartHostOptions) => Promise<Host>;

/** Returns a function that starts hosts; closes those that a test leaves open. */
export function useHosts(): StartHost {
  const open = new Set<Host>();
  const closeAll = async (): Promise<void> => {
    const closing = [...open];
    open.clear();
    for (const host of closing) await closeSettled(host);
    closing.forEach(expectNothingUnderLock);
  };
  afterEach(closeAll);
  // also the hosts of a hook that has failed
  afterAll(closeAll);
  return async (options) => {
    const host = await startHost(options);
    open.add(host);
    return {
      ...host,
      async close() {
        open.delete(host);
        await host.close();
        expectNothingUnderLock(host);
      },
    };
  };
}

type Options = StartHostOptions | (() => StartHostOptions);

function useHostFrom(begin: typeof beforeEach, end: typeof afterEach, options: Options): Host {
  let host: Host | undefined;
  begin(async () => {
    host = await startHost(typeof options === 'function' ? options() : options);
  });
  end(async () => {
    const closing = host;
    host = undefined;
    if (!closing) return;
    await closeSettled(closing);
    expectNothingUnderLock(closing);
  });
  return standInFor('host', () => host);
}

/** A new host for each test. Use a function for options that depend on other hooks. */
export const useHost = (options: Options = {}): Host => useHostFrom(beforeEach, afterEach, options);

/** One host for all tests of the suite. */
export const useOneHost = (options: Options = {}): Host => useHostFrom(beforeAll, afterAll, options);

/** Their hosts are those that `createHost` has returned. */
export type OpenSpreadsheets = {
  list(): readonly PlainHost[];
  find(id?: string): PlainHost | undefined;
  create(owner: Role): PlainHost;
  copy(original: PlainHost, owner: Role): PlainHost;
} & Spreadsheets;

/** Returns a function that opens the spreadsheets of a script; closes those that a test leaves open. */
export function useSpreadsheets(): (
  options?: Partial<HostOptions>,
  stored?: StoredSpreadsheets,
) => OpenSpreadsheets {
  const open: OpenSpreadsheets[] = [];
  afterEach(async () => {
    for (const spreadsheets of [...open]) {
      const hosts = spreadsheets.list();
      await Promise.all(hosts.map(settledSoon));
      await spreadsheets.close();
      hosts.forEach(expectNothingUnderLock);
    }
  });
  return (options, stored = { spreadsheets: [{ id: FIRST_DOCUMENT, workbook: {} }] }) => {
    const opened = new Spreadsheets({
      createHost: (own) => openHost({ ...options, ...own }),
      stored,
      onChange: () => undefined,
    }) as OpenSpreadsheets;
    open.push(opened);
    const close = opened.close.bind(opened);
    opened.close = () => {
      open.splice(open.indexOf(opened), 1);
      return close();
    };
    return opened;
  };
}

/** Callers must close the host, because its threads keep the process alive. */
async function startHost({ connection, ...options }: StartHostOptions = {}): Promise<Host> {
  const ui = new RecordedInterface();
  const plain = openHost({ ...options, ui });
  const enter: Host['enter'] = async (a1, text) => {
    plain.workbook.type(a1, text);
    await plain.settled();
  };
  const formula: Host['formula'] = async (name, ...args) =>
    (await plain.run(name, args, { mode: 'custom-function' })) as unknown[][];
  const host = { ...plain, ui, enter, formula };
  if (connection) await host.run('saveConnection', [connection], { mode: 'sidebar' });
  return host;
}

/** Its calls throw the refusals that they return, as the sidebar's page does. */
function openHost(options: Partial<HostOptions>): PlainHost {
  const host = withNotation(createBuiltHost(optionsOf(options)));
  return {
    ...host,
    async run(...args) {
      const reply = await host.run(...args);
      const refusal = refusalIn(reply);
      if (refusal) throw Object.assign(new Error(refusal.message), refusal);
      return reply;
    },
  };
}

function optionsOf(options: Partial<HostOptions> = {}): HostOptions {
  return {
    ...(options.code === undefined && builtAddOn()),
    ...options,
    switches: { ...switchesFromOutside(), ...options.switches },
    timeLimitMs: { ...options.timeLimitMs, ...(inspector.url() && NO_LIMITS) },
  } as HostOptions;
}

/** The switches that `npm run test:switches` sets for the whole suite. */
function switchesFromOutside(): Partial<Switches> {
  return JSON.parse(process.env['SWITCHES'] ?? '{}') as Partial<Switches>;
}

async function closeSettled(host: Host): Promise<void> {
  await settledSoon(host);
  await host.close();
}

/** Checks that no call under the lock could wait for formulas, which may wait for that lock. */
function expectNothingUnderLock({ executions }: PlainHost): void {
  expect(executions.spreadsheetCallsUnderLock()).toEqual([]);
}

/** Waits, because a function that ends during close() would write to a disposed workbook. */
async function settledSoon(host: PlainHost): Promise<void> {
  await Promise.race([host.settled(), sleep(SETTLES_WITHIN_MS, undefined, { ref: false })]);
}

/** Runs what is then ended, after a call of this operation. */
export async function expectEnded(
  { faults }: PlainHost,
  after: string,
  run: () => Promise<unknown>,
): Promise<void> {
  faults.killAfterCall = (_caller, _number, operation) => operation === after;
  await expect(run()).rejects.toThrow('ended');
  delete faults.killAfterCall;
}

/** The manifest of a spreadsheet's own script that receives news; the published add-on is no web app. */
export function receiverManifest(): NonNullable<HostOptions['manifest']> {
  const parts = ['dist/appsscript.json', 'appsscript.receiver.json'].map((name) =>
    JSON.parse(readFileSync(path.join(ROOT, name), 'utf8')),
  );
  return Object.assign({}, ...parts);
}

function builtAddOn(): Pick<HostOptions, 'code' | 'htmlFiles' | 'addOnName' | 'manifest'> {
  const text = (name: string) => readFileSync(path.join(ROOT, 'dist', name), 'utf8');
  const manifest = JSON.parse(text('appsscript.json')) as NonNullable<HostOptions['manifest']>;
  return {
    code: text('Code.js'),
    htmlFiles: { sidebar: text('sidebar.html') },
    addOnName: 'Signals',
    manifest,
  };
}
