/**
 * `npm start`: the service, the host and the page in one program. Settings: PORT (8080), HOST (127.0.0.1), SANDBOX_DATA,
 * SANDBOX_CONNECTED (yes; no starts without a key).
 * The page has its address first: a browser that opens it waits for what is not there yet.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Host, HostOptions } from './host/host.js';
import { firstSpreadsheet, isBound, Spreadsheets } from './host/spreadsheets.js';
import { PageServer } from './server/page-server.js';
import type { FaultName, Status } from './server/protocol.js';
import { followBuilds } from './start/builds.js';
import { connect } from './start/connect.js';
import { demoWorkbook, newWorkbook } from './start/demo-workbook.js';
import { networkFault } from './start/faults.js';
import { type AddOn, pathsFrom, readAddOn } from './start/paths.js';
import { ifFree, listenError, readPort } from './start/port.js';
import { type ServiceProcess, startServiceProcess } from './start/service-process.js';
import { type SandboxState, StateFile } from './start/state-file.js';

const STATUS_EVERY_MS = 500;
const TRIGGERS_EVERY_MS = 30_000;

const require = createRequire(import.meta.url);
const builtFolder = import.meta.dirname;
const paths = pathsFrom(builtFolder, path.resolve(process.env['SANDBOX_DATA'] ?? 'data/sandbox'));
const port = orExit(() => readPort(process.env['PORT']));
const address = process.env['HOST'] ?? '127.0.0.1';
// a newcomer's first minutes: the page has the key, Connect has not
const isConnected = process.env['SANDBOX_CONNECTED'] !== 'no';
const builds = followBuilds(path.join(builtFolder, '../built'));

let apiKey: string | undefined;
let serviceUrl: string | undefined;
let servicePort: number | undefined;
let fault: FaultName = 'none';
let pages: PageServer | undefined;
let spreadsheets: Spreadsheets | undefined;
let service: ServiceProcess | undefined;
let stopping = false;
let seededUntil = '';
let advancing = Promise.resolve();

const current = (): SandboxState => ({
  ...(apiKey !== undefined && { apiKey }),
  ...(servicePort !== undefined && { servicePort }),
  ...opened().save(),
});
const stateFile = orExit(() => new StateFile(paths.state, current));
const { initial } = stateFile;
apiKey = initial.apiKey;
servicePort = await ifFree(initial.servicePort);

const listening = createSignal();
const connected = createSignal();
let restarting = connected.given;
let addOn: AddOn | undefined;
const opening = openSpreadsheets();
// the end of this file says why it failed
opening.catch(() => undefined);

/** As the pages of one spreadsheet show it. */
const status = (id: string): Status => {
  const files = opened().list();
  const { clock, triggers } = shared();
  const nameOf = new Map(files.map((file) => [file.id, file.name()]));
  return {
    service: serviceUrl,
    lastRequest: opened().find(id)?.host.urlFetch.last(),
    demoKey: apiKey,
    runningExecutions: files.reduce((sum, { host }) => sum + host.executions.running(), 0),
    traffic: opened().traffic(),
    trafficSinceOpening: opened().find(id)?.trafficSinceOpening() ?? { requests: 0, credits: 0 },
    clockOffsetMs: clock.offsetMs(),
    fault,
    quotas: files[0]?.host.quotas.byPerson() ?? {},
    triggers: triggers.list().map(({ id, functionName, owner, nextAt, documentId }) => ({
      id,
      functionName,
      owner,
      nextAt,
      spreadsheet: nameOf.get(documentId) ?? '',
    })),
    spreadsheets: files.map((file) => ({ id: file.id, name: file.name(), inTrash: file.inTrash })),
    switches: opened().switches,
    scopes: addOn?.manifest?.oauthScopes ?? [],
  };
};

pages = await new PageServer({
  spreadsheets: opening,
  address,
  port,
  folder: paths.page,
  isBuilt: builds.ready('page'),
  greeting: (id) => ({ type: 'status', status: status(id) }),
  advance(ms) {
    const next = () => advance(ms);
    advancing = advancing.then(next, next);
    return advancing;
  },
  setFault(name) {
    fault = name;
  },
})
  .listen()
  .catch((error: unknown) => stopWith(listenError(error, { port, address })));

builds.onRebuilt((group) => {
  if (group === 'page') pages?.broadcast({ type: 'reload' });
  if (group === 'addon' && spreadsheets) loadAddOn(spreadsheets);
  if (group === 'service') restarting = restarting.then(restartService);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
// the program that builds for this one has ended
process.on('disconnect', () => void stop(0));

try {
  process.stdout.write(`Spreadsheet: ${pages?.url}\n`);
  if (pages) process.send?.({ port: Number(new URL(pages.url).port) });
  listening.give();
  await builds.ready('service');
  // not before the page has its port: ending the service while it creates its data would leave half of the data
  service = startService();
  // the page works while the service creates its data: its formulas wait
  await service.baseUrl;
  await opening;
  // the service serves only one sandbox's data: from here on the folder is ours
  stateFile.own();
  serviceUrl = await connect({ host: first(), service, apiKey, isConnected }, (key) => {
    apiKey = key;
    stateFile.write();
  });
  servicePort = Number(new URL(serviceUrl).port);
  stateFile.changed();
  process.stdout.write(`Service:     ${serviceUrl}\n`);
  connected.give();
} catch (error) {
  await stopWith(error);
}

async function openSpreadsheets(): Promise<Spreadsheets> {
  // the address first: the host's program is large
  await listening.given;
  await builds.ready('addon');
  const { createHost } = require('./host.cjs') as typeof import('./host/host.js');
  const files = readAddOn(builtFolder);
  addOn = files;
  const { spreadsheets: stored = [], script } = initial;
  spreadsheets = new Spreadsheets({
    createHost(options) {
      const made = createHost(options);
      made.faults.network = () => networkFault(fault);
      if (pages && isBound(made.spreadsheet.id)) made.webApp.url = new URL('exec', pages.url).href;
      return made;
    },
    hostOptions: (id) => optionsFor(id, files),
    stored: {
      ...(script && { script }),
      spreadsheets: stored.length > 0 ? stored : [firstSpreadsheet(demoWorkbook({ isConnected }))],
    },
    newWorkbook,
    onChange: () => stateFile.changed(),
  });
  startTimers();
  return spreadsheets;
}

function optionsFor(id: string, files: AddOn): HostOptions {
  return {
    ...files,
    ready: connected.given,
    onMutation: (mutation) => pages?.broadcast({ type: 'mutation', mutation }, id),
    onAnswer: (answer) => pages?.broadcast({ type: 'answer', answer }, id),
    onCharts: (charts) => pages?.broadcast({ type: 'charts', charts }, id),
    onLog: ({ level, message }) => process.stderr.write(`[script ${level}] ${message}\n`),
  };
}

function opened(): Spreadsheets {
  if (!spreadsheets) throw new Error('The spreadsheet is not open yet');
  return spreadsheets;
}

function first(): Host {
  const file = opened().find();
  if (!file) throw new Error('All spreadsheets are in the trash');
  return file.host;
}

function shared(): Host['shared'] {
  return first().shared;
}

function startTimers(): void {
  const last = new Map<string, string>();
  setInterval(() => {
    for (const { id } of opened().list()) {
      const next = JSON.stringify(status(id));
      if (next !== last.get(id)) pages?.broadcast({ type: 'status', status: status(id) }, id);
      last.set(id, next);
    }
  }, STATUS_EVERY_MS);
  setInterval(() => void opened().runDueTriggers(), TRIGGERS_EVERY_MS);
}

/** The script was rebuilt: it runs from here on, in every open page. */
function loadAddOn(spreadsheets: Spreadsheets): void {
  const next = readAddOn(builtFolder);
  const isHtmlNew = JSON.stringify(next.htmlFiles) !== JSON.stringify(addOn?.htmlFiles);
  addOn = next;
  spreadsheets.load(next);
  pages?.scriptLoaded(isHtmlNew);
}

function startService(): ServiceProcess {
  return startServiceProcess({
    program: paths.serviceProgram,
    dataDirectory: paths.serviceData,
    ...(servicePort !== undefined && { port: servicePort }),
  });
}

/** The service was rebuilt: at the same address, on the same data. */
async function restartService(): Promise<void> {
  if (stopping || !service) return;
  serviceUrl = undefined;
  await service.stop();
  service = startService();
  serviceUrl = await service.baseUrl.catch((error: Error) => {
    if (!stopping) process.stderr.write(`${error.message}\n`);
    return undefined;
  });
}

/** The days that the clock is to pass have their records first: the service has made those of the machine's days only. */
async function advance(ms: number): Promise<void> {
  const { clock } = shared();
  const until = new Date(clock.now() + ms).toISOString().slice(0, 10);
  if (service && until > seededUntil && until > new Date().toISOString().slice(0, 10)) {
    await service.command('seed', '--until', until).then(
      () => {
        seededUntil = until;
      },
      (error: Error) => void (stopping || process.stderr.write(`${error.message}\n`)),
    );
  }
  clock.advance(ms);
  await opened().runDueTriggers();
}

async function stopWith(error: unknown): Promise<undefined> {
  // during a stop, the service ends before it listens
  if (!stopping) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
  return undefined;
}

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  stateFile.write();
  await pages?.close();
  await Promise.all([spreadsheets?.close(), service?.stop()]);
  process.exit(exitCode);
}

/** Something that happens once and that others wait for. */
function createSignal(): { readonly given: Promise<void>; give(): void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** For what is wrong before there is anything to stop. */
function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
