/**
 * `npm start`: runs the service, the host and the page in one program. Settings: PORT (8080), HOST
 * (127.0.0.1), SANDBOX_DATA, SANDBOX_CONNECTED (yes; with no, a new spreadsheet has no key). The page's server
 * listens first, so that a browser can open it at once and wait for the rest.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Host } from './host/host.js';
import { Spreadsheets } from './host/spreadsheets.js';
import { PageServer } from './server/page-server.js';
import type { FaultName, Status } from './server/protocol.js';
import { FIRST_DOCUMENT } from './services/caller.js';
import type { NetworkFault } from './services/faults.js';
import { readAddOn } from './start/add-on.js';
import { type BuildGroup, watchBuilds } from './start/builds.js';
import { connect } from './start/connect.js';
import { ifFree, type ServiceProcess, startService } from './start/service-process.js';
import { openStateFile, type SandboxState } from './start/state-file.js';
import { demoWorkbook } from './workbook/demo-workbook.js';

const STATUS_EVERY_MS = 500;
const TRIGGERS_EVERY_MS = 30_000;
const FAULTS: Readonly<Record<FaultName, NetworkFault | undefined>> = {
  none: undefined,
  slow: { kind: 'slow', delayMs: 6000 },
  down: { kind: 'unreachable' },
  wrong: { kind: 'status', status: 200, body: '<html>Bad gateway</html>' },
};

const require = createRequire(import.meta.url);
const builtFolder = import.meta.dirname;
const root = path.join(builtFolder, '../..');
// an empty setting is none: an empty address would listen at all addresses of the machine
const dataFolder = path.resolve(process.env['SANDBOX_DATA'] || 'data/sandbox');
const address = process.env['HOST'] || '127.0.0.1';
// with no, the first start is that of a new user: the page shows the demo key, Connect has none
const isConnected = process.env['SANDBOX_CONNECTED'] !== 'no';
const port = Number(process.env['PORT'] || 8080);
const stateFile = orExit(() => openStateFile(path.join(dataFolder, 'state.json'), current));

let { apiKey } = stateFile.initial;
let servicePort = await ifFree(stateFile.initial.servicePort);
let serviceUrl: string | undefined;
let fault: FaultName = 'none';
let addOn: ReturnType<typeof readAddOn> | undefined;
let spreadsheets: Spreadsheets | undefined;
let service: ServiceProcess | undefined;
let stopping = false;
let seededUntil = '';
let advancing = Promise.resolve();

// its listener uses `pages`, which exists before the first call
const isBuilt = watchBuilds(path.join(root, 'out/built'), rebuilt);
const pages = new PageServer({
  // a getter, because `opening` starts further below; the server reads it only while it listens
  get spreadsheets() {
    return opening;
  },
  address,
  port,
  folder: path.join(builtFolder, 'page'),
  isBuilt: isBuilt('page'),
  greeting: () => ({ type: 'status', status: currentStatus() }),
  advance(ms) {
    const next = () => advance(ms);
    advancing = advancing.then(next, next);
    return advancing;
  },
  setFault(name) {
    fault = name;
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// the parent process, which builds for this one, has ended
process.on('disconnect', () => void stop(0));
// the reader of the messages has ended; the error of a message that cannot be written must not become another message
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => void stop(0));
// the engine calculates in its own timers: one bad cell must not end the spreadsheets of all
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, complain);

const listening = listen();
// listen before loading the host's large program
const opening = listening.then(openSpreadsheets);
// `start` reports its failure
opening.catch(() => undefined);
const connected = start();
let restarting = connected;

async function listen(): Promise<void> {
  await pages.listen();
  process.stdout.write(`Spreadsheet: ${pages.url}\n`);
  process.send?.({ port: Number(new URL(pages.url).port) });
}

/** Starts the service and connects the first spreadsheet to it. After a failure, ends the program. */
async function start(): Promise<void> {
  try {
    // start the service only after the port is taken: stopping it while it creates its data would leave half of it
    await listening;
    await isBuilt('service');
    service = openService();
    // the page works while the service creates its data; formulas wait
    await service.baseUrl;
    await opening;
    // the service locks its data folder for one sandbox, so from here on the state file is ours, too
    stateFile.enableWrites();
    serviceUrl = await connect({
      host: first(),
      service,
      before: stateFile.initial,
      isConnected,
      keep(made) {
        apiKey = made;
        stateFile.write();
      },
    });
    servicePort = Number(new URL(serviceUrl).port);
    stateFile.changed();
    process.stdout.write(`Service:     ${serviceUrl}\n`);
  } catch (error) {
    // a stop ends the service before it listens, which is no error
    if (!stopping) complain(error);
    await stop(1);
  }
}

function rebuilt(group: BuildGroup): void {
  if (group === 'page') pages.broadcast({ type: 'reload' });
  if (group === 'addon' && spreadsheets) loadAddOn(spreadsheets);
  if (group === 'service') restarting = restarting.then(restartService);
}

function current(): SandboxState {
  return { apiKey, servicePort, ...opened().save() };
}

async function openSpreadsheets(): Promise<Spreadsheets> {
  // load the host's large program while the add-on is built
  const { createHost } = require('./host.cjs') as typeof import('./host/host.js');
  await isBuilt('addon');
  const { spreadsheets: stored = [], script } = stateFile.initial;
  const demo = { id: FIRST_DOCUMENT, workbook: demoWorkbook({ isConnected }) };
  addOn = readAddOn(root);
  const open = () =>
    new Spreadsheets({
      createHost(own) {
        const { documentId: id } = own;
        const made = createHost({
          ...own,
          ...addOn!,
          ready: connected,
          onMutation: (mutation) => pages.broadcast({ type: 'mutation', mutation }, id),
          onAnswer: (answer) => pages.broadcast({ type: 'answer', answer }, id),
          onCharts: (charts) => pages.broadcast({ type: 'charts', charts }, id),
          onLog: ({ level, message }) => process.stderr.write(`[script ${level}] ${message}\n`),
        });
        made.faults.network = () => FAULTS[fault];
        if (id === FIRST_DOCUMENT) made.webApp.url = new URL('exec', pages.url).href;
        return made;
      },
      stored: {
        ...(script && { script }),
        spreadsheets: stored.length > 0 ? stored : [demo],
      },
      onChange: () => stateFile.changed(),
    });
  spreadsheets = stateFile.open(open);
  startTimers();
  return spreadsheets;
}

function opened(): Spreadsheets {
  if (!spreadsheets) throw new Error('The spreadsheet is not open yet');
  return spreadsheets;
}

function first(): Host {
  // a new sandbox has one
  return opened().find()!;
}

/** Returns the status that all pages show. */
function currentStatus(): Status {
  const { clock, switches, traffic } = first();
  return {
    isSaved: stateFile.isSaved(),
    service: serviceUrl,
    demoKey: apiKey,
    traffic,
    clockOffsetMs: clock.offsetMs(),
    fault,
    spreadsheets: opened()
      .list()
      .map(({ spreadsheet, workbook }) => ({ id: spreadsheet.id, name: workbook.name() })),
    switches,
  };
}

function startTimers(): void {
  let last = '';
  setInterval(() => {
    const status = currentStatus();
    const next = JSON.stringify(status);
    if (next !== last) pages.broadcast({ type: 'status', status });
    last = next;
  }, STATUS_EVERY_MS);
  setInterval(() => void opened().runDueTriggers(), TRIGGERS_EVERY_MS);
}

/** Loads the rebuilt script into all spreadsheets and open pages. */
function loadAddOn(into: Spreadsheets): void {
  const next = readAddOn(root);
  const isHtmlNew = next.htmlFiles.sidebar !== addOn?.htmlFiles.sidebar;
  addOn = next;
  into.load(next);
  pages.scriptLoaded(isHtmlNew);
}

function openService(): ServiceProcess {
  const program = path.join(root, 'out/service/main.mjs');
  return startService(program, path.join(dataFolder, 'service'), servicePort, () => {
    if (stopping) return;
    // the service has the lock of the folder, so without it another sandbox could save there, too
    complain('The service has ended by itself, so the sandbox stops, too: start it again');
    void stop(1);
  });
}

/** Restarts the rebuilt service at the same address, with the same data. */
async function restartService(): Promise<void> {
  if (stopping || !service) return;
  serviceUrl = undefined;
  await service.stop();
  service = openService();
  serviceUrl = await service.baseUrl.catch((error) => {
    if (!stopping) complain(error);
    return undefined;
  });
}

/** Moves the clock; first creates the records of the days after the machine's, which the service lacks. */
async function advance(ms: number): Promise<void> {
  const { clock } = first();
  const until = new Date(clock.now() + ms).toISOString().slice(0, 10);
  if (service && until > seededUntil && until > new Date().toISOString().slice(0, 10)) {
    try {
      await service.command('seed', '--until', until);
      seededUntil = until;
    } catch (error) {
      if (!stopping) complain(error);
    }
  }
  clock.advance(ms);
  await opened().runDueTriggers();
}

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await pages.close();
  // state includes what an execution stores until its end, such as a paid answer
  await Promise.all(spreadsheets?.list().map(({ executions }) => executions.close()) ?? []);
  const isSaved = stateFile.write('your last changes are lost');
  await service?.stop();
  process.exit(isSaved ? exitCode : 1);
}

/** Exits on an error in settings or files, before there is anything to stop. */
function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    complain(error);
    process.exit(1);
  }
}

function complain(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
