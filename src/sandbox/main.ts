/**
 * `npm start`: the service, the host and the page in one program. Settings: PORT (8080), HOST (127.0.0.1), SANDBOX_DATA.
 * The page has its address first: a browser that opens it waits for what is not there yet.
 */
import path from 'node:path';
import type { Host } from './host/host-types.js';
import { type PageServer, startPageServer } from './server/page-server.js';
import type { FaultName, Status } from './server/protocol.js';
import { followBuilds } from './start/builds.js';
import { connect } from './start/connect.js';
import { demoWorkbook } from './start/demo-workbook.js';
import { networkFault } from './start/faults.js';
import { type AddOn, pathsFrom, readAddOn } from './start/paths.js';
import { ifFree, listenError, readPort } from './start/port.js';
import { type ServiceProcess, startServiceProcess } from './start/service-process.js';
import { openStateFile, type SandboxState } from './start/state-file.js';

const STATUS_EVERY_MS = 500;
const TRIGGERS_EVERY_MS = 30_000;

const builtFolder = import.meta.dirname;
const paths = pathsFrom(builtFolder, path.resolve(process.env['SANDBOX_DATA'] ?? 'data/sandbox'));
const port = orExit(() => readPort(process.env['PORT']));
const address = process.env['HOST'] ?? '127.0.0.1';
const builds = followBuilds(process);

let apiKey: string | undefined;
let serviceUrl: string | undefined;
let servicePort: number | undefined;
let fault: FaultName = 'none';
let pages: PageServer | undefined;
let host: Host | undefined;
let service: ServiceProcess | undefined;
let stopping = false;

const current = (): SandboxState => ({
  ...(apiKey !== undefined && { apiKey }),
  ...(servicePort !== undefined && { servicePort }),
  host: opened().save(),
  workbook: opened().workbook.snapshot(),
});
const stateFile = orExit(() => openStateFile(paths.state, current));
const { initial } = stateFile;
apiKey = initial.apiKey;
servicePort = await ifFree(initial.servicePort);

const listening = createSignal();
const connected = createSignal();
let restarting = connected.given;
let addOn: AddOn | undefined;
const opening = openHost();
// the end of this file says why it failed
opening.catch(() => undefined);

let trafficAtReopening: Status['trafficAtReopening'] = { requests: 0, credits: 0 };

const status = (): Status => {
  const { executions, urlFetch, clock, triggers } = opened();
  return {
    service: serviceUrl,
    runningExecutions: executions.running(),
    traffic: urlFetch.traffic(),
    trafficAtReopening: trafficAtReopening,
    clockOffsetMs: clock.offsetMs(),
    fault,
    triggers: triggers
      .list()
      .map(({ id, functionName, owner, nextAt }) => ({ id, functionName, owner, nextAt })),
  };
};

pages = await startPageServer({
  host: opening,
  address,
  port,
  folder: paths.page,
  isBuilt: builds.ready('page'),
  greeting: () => ({ type: 'status', status: status() }),
  reopen() {
    trafficAtReopening = opened().urlFetch.traffic();
    pages?.broadcast({ type: 'forget' });
    opened().workbook.custom.forgetAll();
  },
  async advance(ms) {
    opened().clock.advance(ms);
    await opened().runDueTriggers();
  },
  setFault(name) {
    fault = name;
  },
  runTrigger: (id) => opened().runTrigger(id),
}).catch((error: unknown) => stopWith(listenError(error, { port, address })));

builds.onRebuilt((group) => {
  if (group === 'page') pages?.broadcast({ type: 'reload' });
  if (group === 'addon' && host) loadAddOn(host);
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
  serviceUrl = await connect({ host: opened(), service, apiKey }, (key) => {
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

async function openHost(): Promise<Host> {
  // the address first: the host's program is large
  await listening.given;
  await Promise.all([builds.ready('host'), builds.ready('addon')]);
  const { createHost } = await import('./host/host.js');
  addOn = readAddOn(builtFolder);
  const made = createHost({
    ...addOn,
    workbook: initial.workbook ?? demoWorkbook(),
    ...(initial.host && { stored: initial.host }),
    ready: connected.given,
    onChange: () => stateFile.changed(),
    onMutation: (mutation) => pages?.broadcast({ type: 'mutation', mutation }),
    onAnswer: (answer) => pages?.broadcast({ type: 'answer', answer }),
    onLog: ({ level, message }) => process.stderr.write(`[script ${level}] ${message}\n`),
  });
  made.faults.network = () => networkFault(fault);
  made.webApp.url = pages && new URL('exec', pages.url).href;
  host = made;
  startTimers();
  return made;
}

function opened(): Host {
  if (!host) throw new Error('The spreadsheet is not open yet');
  return host;
}

function startTimers(): void {
  let lastStatus = '';
  setInterval(() => {
    const next = JSON.stringify(status());
    if (next !== lastStatus) pages?.broadcast({ type: 'status', status: status() });
    lastStatus = next;
  }, STATUS_EVERY_MS);
  setInterval(() => void opened().runDueTriggers(), TRIGGERS_EVERY_MS);
}

/** The script was rebuilt: it runs from here on, in every open page. */
function loadAddOn(host: Host): void {
  const next = readAddOn(builtFolder);
  const isHtmlNew = JSON.stringify(next.htmlFiles) !== JSON.stringify(addOn?.htmlFiles);
  addOn = next;
  host.load(next);
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
  await Promise.all([host?.close(), service?.stop()]);
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
