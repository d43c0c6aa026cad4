/** The sandbox's host for a test: the built one, with the built add-on unless another script is given. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Switches } from '../../src/sandbox/bridge/switches.js';
import type { createHost } from '../../src/sandbox/host/host.js';
import type { Host, HostOptions } from '../../src/sandbox/host/host-types.js';
import {
  createSpreadsheets,
  firstSpreadsheet,
  type Spreadsheets,
  type StoredSpreadsheets,
} from '../../src/sandbox/host/spreadsheets.js';
import { scriptFile, timeLimits } from './debugging.js';
import { shortNamesIn } from './short-names.js';
import { standInFor } from './stand-in.js';

const ROOT = path.resolve(__dirname, '../..');
/** How long a spreadsheet that is closed may take for the cells that still wait. */
const SETTLES_WITHIN_MS = 5_000;

// built: it brings its packages and starts its threads from the files beside it
const { createHost: createBuiltHost } = require(path.join(ROOT, 'out/sandbox/host.cjs')) as {
  createHost: typeof createHost;
};

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
    for (const host of open) await closeSettled(host);
    open.clear();
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
    if (host) await closeSettled(host);
    host = undefined;
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
    if (host) await closeSettled(host);
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
    for (const spreadsheets of open.splice(0)) {
      await Promise.all(spreadsheets.list().map(({ host }) => settledSoon(host)));
      await spreadsheets.close();
    }
  });
  return (options, stored = { spreadsheets: [firstSpreadsheet({})] }) => {
    const opened = createSpreadsheets({
      createHost: createBuiltHost,
      hostOptions: () => optionsOf(options),
      stored,
      newWorkbook: () => ({}),
      onChange: () => undefined,
    });
    open.push(opened);
    return opened;
  };
}

/** Close it in the end: its threads keep the process alive. */
async function startHost({ connection, ...options }: StartHostOptions = {}): Promise<Host> {
  const host = createBuiltHost(optionsOf(options));
  if (connection) await host.run('saveConnection', [connection], { mode: 'sidebar' });
  // a script of the test's own has whatever names it has
  if (options.code !== undefined) return host;
  return { ...host, run: async (...call) => withoutShortNames(await host.run(...call)) };
}

/** What a function has returned: to the page, which is built apart. */
function withoutShortNames<T>(returned: T): T {
  expect(shortNamesIn([JSON.stringify(returned) ?? ''])).toEqual([]);
  return returned;
}

function optionsOf(options: Partial<HostOptions> = {}): HostOptions {
  return {
    ...(options.code === undefined && builtAddOn()),
    ...options,
    switches: { ...switchesFromOutside(), ...options.switches },
    timeLimitMs: { ...options.timeLimitMs, ...timeLimits() },
  } as HostOptions;
}

/** `npm run test:switches` turns them for the whole suite. */
function switchesFromOutside(): Partial<Switches> {
  return JSON.parse(process.env['SWITCHES'] ?? '{}') as Partial<Switches>;
}

async function closeSettled(host: Host): Promise<void> {
  await settledSoon(host);
  const stores = Object.entries(host.properties.save());
  const cached = stores.flatMap(([name]) => [...host.cache.entries(name).values()]);
  await host.close();
  // the next version of the script reads it
  expect(shortNamesIn([...stores.flatMap(([, values]) => Object.values(values)), ...cached])).toEqual([]);
}

/** Cells whose functions are ended at work would ask a workbook that is gone. */
async function settledSoon(host: Host): Promise<void> {
  await Promise.race([host.settled(), sleep(SETTLES_WITHIN_MS, undefined, { ref: false })]);
}

/** Of a spreadsheet's own script that receives news: the published add-on is no web app. */
export function receiverManifest(): NonNullable<HostOptions['manifest']> {
  return JSON.parse(readFileSync(path.join(ROOT, 'out/receiver/appsscript.json'), 'utf8'));
}

function builtAddOn(): Pick<HostOptions, 'code' | 'htmlFiles' | 'addOnName' | 'manifest'> {
  const text = (name: string) => readFileSync(path.join(ROOT, 'dist', name), 'utf8');
  const manifest = JSON.parse(text('appsscript.json')) as NonNullable<HostOptions['manifest']>;
  return {
    code: readFileSync(scriptFile(), 'utf8'),
    htmlFiles: { sidebar: text('sidebar.html') },
    addOnName: 'Signals',
    manifest,
  };
}
