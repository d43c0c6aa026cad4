/** `npm start`: the service, the host and the page in one program. Settings: PORT (8080), HOST (127.0.0.1), SANDBOX_DATA. */
import path from 'node:path';
import { createHost } from './host/host.js';
import type { Host } from './host/host-types.js';
import { type PageServer, startPageServer } from './server/page-server.js';
import type { FaultName, Status } from './server/protocol.js';
import { connect } from './start/connect.js';
import { demoWorkbook } from './start/demo-workbook.js';
import { networkFault } from './start/faults.js';
import { pathsFrom, readAddOn } from './start/paths.js';
import { ifFree, listenError, readPort } from './start/port.js';
import { type ServiceProcess, startServiceProcess } from './start/service-process.js';
import { openStateFile, type SandboxState } from './start/state-file.js';

const STATUS_EVERY_MS = 500;
const TRIGGERS_EVERY_MS = 30_000;

const builtFolder = import.meta.dirname;
const paths = pathsFrom(builtFolder, path.resolve(process.env['SANDBOX_DATA'] ?? 'data/sandbox'));
const port = orExit(() => readPort(process.env['PORT']));
const address = process.env['HOST'] ?? '127.0.0.1';

let apiKey: string | undefined;
let serviceUrl: string | undefined;
let servicePort: number | undefined;
let fault: FaultName = 'none';
let pages: PageServer | undefined;
let service: ServiceProcess | undefined;
let stopping = false;

const current = (): SandboxState => ({
  ...(apiKey !== undefined && { apiKey }),
  ...(servicePort !== undefined && { servicePort }),
  host: host.save(),
  workbook: host.workbook.snapshot(),
});
const stateFile = orExit(() => openStateFile(paths.state, current));
const { initial } = stateFile;
apiKey = initial.apiKey;
servicePort = await ifFree(initial.servicePort);

let connected: () => void = () => undefined;
const host: Host = createHost({
  ...orExit(() => readAddOn(builtFolder)),
  workbook: initial.workbook ?? demoWorkbook(),
  ...(initial.host && { stored: initial.host }),
  ready: new Promise<void>((resolve) => {
    connected = resolve;
  }),
  onChange: () => stateFile.changed(),
  onMutation: (mutation) => pages?.broadcast({ type: 'mutation', mutation }),
  onAnswer: (answer) => pages?.broadcast({ type: 'answer', answer }),
  onLog: ({ level, message }) => process.stderr.write(`[script ${level}] ${message}\n`),
});
host.faults.network = () => networkFault(fault);

let trafficAtReopening = host.urlFetch.traffic();

const status = (): Status => ({
  service: serviceUrl,
  runningExecutions: host.executions.running(),
  traffic: host.urlFetch.traffic(),
  trafficAtReopening,
  clockOffsetMs: host.clock.offsetMs(),
  fault,
  triggers: host.triggers
    .list()
    .map(({ id, functionName, owner, nextAt }) => ({ id, functionName, owner, nextAt })),
});

let lastStatus = '';
const statusTimer = setInterval(() => {
  const next = JSON.stringify(status());
  if (next !== lastStatus) pages?.broadcast({ type: 'status', status: status() });
  lastStatus = next;
}, STATUS_EVERY_MS);
const triggerTimer = setInterval(() => void host.runDueTriggers(), TRIGGERS_EVERY_MS);

pages = await startPageServer({
  host,
  address,
  port,
  folder: paths.page,
  greeting: () => ({ type: 'status', status: status() }),
  reopen() {
    trafficAtReopening = host.urlFetch.traffic();
    pages?.broadcast({ type: 'forget' });
    host.workbook.custom.forgetAll();
  },
  async advance(ms) {
    host.clock.advance(ms);
    await host.runDueTriggers();
  },
  setFault(name) {
    fault = name;
  },
  runTrigger: (id) => host.runTrigger(id),
}).catch((error: unknown) => stopWith(listenError(error, { port, address })));
host.webApp.url = pages && new URL('exec', pages.url).href;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

try {
  // not before the page has its port: ending the service while it creates its data would leave half of the data
  service = startServiceProcess({
    program: paths.serviceProgram,
    dataDirectory: paths.serviceData,
    ...(servicePort !== undefined && { port: servicePort }),
  });
  // the page works while the service creates its data: its formulas wait
  process.stdout.write(`Spreadsheet: ${pages?.url}\n`);
  await service.baseUrl;
  // the service serves only one sandbox's data: from here on the folder is ours
  stateFile.own();
  serviceUrl = await connect({ host, service, apiKey }, (key) => {
    apiKey = key;
    stateFile.write();
  });
  servicePort = Number(new URL(serviceUrl).port);
  stateFile.changed();
  process.stdout.write(`Service:     ${serviceUrl}\n`);
  connected();
} catch (error) {
  await stopWith(error);
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
  clearInterval(statusTimer);
  clearInterval(triggerTimer);
  stateFile.write();
  await pages?.close();
  await Promise.all([host.close(), service?.stop()]);
  process.exit(exitCode);
}

/** For errors before anything runs that must be stopped. */
function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
