/** The sandbox's host for a test: the built one, with the built add-on unless another script is given. */
import { readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalIn } from '../../src/contract/sidebar-api.js';
import { MODES } from '../../src/sandbox/bridge/modes.js';
import type { Switches } from '../../src/sandbox/bridge/switches.js';
import type { createHost, HostOptions, Host as PlainHost } from '../../src/sandbox/host/host.js';
import {
  firstSpreadsheet,
  Spreadsheets,
  type StoredSpreadsheets,
} from '../../src/sandbox/host/spreadsheets.js';
import { RecordedInterface } from './recorded-interface.js';
import { standInFor } from './stand-in.js';

const ROOT = path.resolve(__dirname, '../..');
/** How long a spreadsheet that is closed may take for the cells that still wait. */
const SETTLES_WITHIN_MS = 5_000;
/** A day for each execution, because a script that a debugger has stopped takes as long as its reader does. */
const NO_LIMITS = Object.fromEntries(Object.keys(MODES).map((mode) => [mode, 86_400_000]));

// built: it brings its packages and starts its threads from the files beside it
const { createHost: createBuiltHost } = require(path.join(ROOT, 'out/sandbox/host.cjs')) as {
  createHost: typeof createHost;
};

/** A host whose screen is recorded. */
export type Host = PlainHost & { readonly ui: RecordedInterface };

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface StartHostOptions extends Partial<HostOptions> {
  /** Saved as the owner's connection before the host is handed over. */
  readonly connection?: Connection;
}

export type StartHost = (options?: StartHostOptions) => Promise<Host>;

/** Starts hosts within tests; what a test leaves open is closed after it. */
export function useHosts(): StartHost {
  const open = new Set<Host>();
  const closeAll = async (): Promise<void> => {
    const closing = [...open];
    open.clear();
    for (const host of closing) await closeSettled(host);
    closing.forEach(expectNothingUnderLock);
  };
  afterEach(closeAll);
  // opened by a hook that has failed
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

/** A new host for each test. Options that need what other hooks make are given as a function. */
export function useHost(options: StartHostOptions | (() => StartHostOptions) = {}): Host {
  let host: Host | undefined;
  beforeEach(async () => {
    host = await startHost(typeof options === 'function' ? options() : options);
  });
  afterEach(async () => {
    const closing = host;
    host = undefined;
    if (closing) await closeSettled(closing);
    if (closing) expectNothingUnderLock(closing);
  });
  return standInFor('host', () => host);
}

/** One host for all tests of the suite. */
export function useOneHost(options: StartHostOptions | (() => StartHostOptions) = {}): Host {
  let host: Host | undefined;
  beforeAll(async () => {
    host = await startHost(typeof options === 'function' ? options() : options);
  });
  afterAll(async () => {
    if (!host) return;
    await closeSettled(host);
    expectNothingUnderLock(host);
  });
  return standInFor('host', () => host);
}

/** Opens all spreadsheets of a script within tests; what a test leaves open is closed after it. */
export function useSpreadsheets(): (
  options?: Partial<HostOptions>,
  stored?: StoredSpreadsheets,
) => Spreadsheets {
  const open: Spreadsheets[] = [];
  afterEach(async () => {
    for (const spreadsheets of [...open]) {
      const hosts = spreadsheets.list().map(({ host }) => host);
      await Promise.all(hosts.map(settledSoon));
      await spreadsheets.close();
      hosts.forEach(expectNothingUnderLock);
    }
  });
  return (options, stored = { spreadsheets: [firstSpreadsheet({})] }) => {
    const opened = new Spreadsheets({
      createHost: (...args) => asThePage(createBuiltHost(...args)),
      hostOptions: () => optionsOf(options),
      stored,
      newWorkbook: () => ({}),
      onChange: () => undefined,
    });
    open.push(opened);
    const close = opened.close.bind(opened);
    opened.close = () => {
      open.splice(open.indexOf(opened), 1);
      return close();
    };
    return opened;
  };
}

/** Close it in the end: its threads keep the process alive. */
async function startHost({ connection, ...options }: StartHostOptions = {}): Promise<Host> {
  const ui = new RecordedInterface();
  const host = { ...asThePage(createBuiltHost(optionsOf({ ...options, ui }))), ui };
  if (connection) await host.run('saveConnection', [connection], { mode: 'sidebar' });
  return host;
}

/** As the page of the sidebar does: what a call returns that was refused is thrown. */
function asThePage(host: PlainHost): PlainHost {
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

/** `npm run test:switches` turns them for the whole suite. */
function switchesFromOutside(): Partial<Switches> {
  return JSON.parse(process.env['SWITCHES'] ?? '{}') as Partial<Switches>;
}

async function closeSettled(host: Host): Promise<void> {
  await settledSoon(host);
  await host.close();
}

/** Whatever a test is about: formulas may wait for the lock that the add-on holds, and the add-on for the formulas. */
function expectNothingUnderLock({ executions }: PlainHost): void {
  expect(executions.spreadsheetCallsUnderLock()).toEqual([]);
}

/** Cells whose functions are ended at work would ask a workbook that is gone. */
async function settledSoon(host: PlainHost): Promise<void> {
  await Promise.race([host.settled(), sleep(SETTLES_WITHIN_MS, undefined, { ref: false })]);
}

/** Of a spreadsheet's own script that receives news: the published add-on is no web app. */
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
