/** The built service with the sample data, for suites. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { copyData } from './prepared-data.js';
import { addressOf } from './service-address.js';
import { standInFor } from './stand-in.js';

export interface Service {
  readonly baseUrl: string;
  /** A key that only this suite uses. */
  readonly apiKey: string;
  /** Creates an API key with this many credits. */
  createKey(credits: number): Promise<string>;
}

export interface OwnService extends Service {
  readonly dataDirectory: string;
  /** Runs a command of the service's program on the same data and returns its output. */
  command(...args: string[]): Promise<string>;
  /** Stops the service; its data remain until the suite ends. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const PROGRAM = path.resolve(__dirname, '../../out/service/main.mjs');
/** The variables of the shared service, which the global setup sets. */
const SHARED_URL = 'TEST_SERVICE_URL';
const SHARED_DATA = 'TEST_SERVICE_DATA';
const SHARED_PID = 'TEST_SERVICE_PID';
/** The process that has started the service. */
const SHARED_OWNER = 'TEST_SERVICE_OWNER';

/** The service that all suites share, each with its own key. No test may change its data. */
export function useService({ credits }: { readonly credits: number }): Service {
  let service: Service | undefined;
  beforeAll(async () => {
    const { [SHARED_URL]: baseUrl, [SHARED_DATA]: dataDirectory } = process.env;
    if (!baseUrl || !dataDirectory) throw new Error('this project has no setup that starts a service');
    const createKey = (amount: number) => createKeyIn(dataDirectory, amount);
    service = { baseUrl, createKey, apiKey: await createKey(credits) };
  });
  return standInFor('service', () => service);
}

/** A service for one suite, which may change and read its data. */
export function useOwnService(options: { readonly credits: number; readonly env?: Environment }): OwnService {
  let service: OwnService | undefined;
  beforeAll(async () => {
    service = await startOwnService(options);
  });
  afterAll(async () => {
    await service?.stop();
    if (service) await rm(service.dataDirectory, { recursive: true, force: true });
  });
  return standInFor('service', () => service);
}

async function startOwnService(options: {
  readonly credits: number;
  readonly env?: Environment;
}): Promise<OwnService> {
  const dataDirectory = await copyData('seeded');
  const child = startProgram(dataDirectory, options.env);
  const baseUrl = await addressOf(child);
  const createKey = (credits: number) => createKeyIn(dataDirectory, credits);
  return {
    baseUrl,
    dataDirectory,
    createKey,
    apiKey: await createKey(options.credits),
    command: (...args) => commandIn(dataDirectory, args),
    async stop() {
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
    },
  };
}

/** Starts the shared service. */
export async function startSharedService(): Promise<void> {
  const dataDirectory = await copyData('seeded');
  const child = startProgram(dataDirectory, { RATE_LIMIT: '0' });
  process.once('exit', () => child.kill());
  process.env[SHARED_URL] = await addressOf(child);
  process.env[SHARED_DATA] = dataDirectory;
  process.env[SHARED_PID] = String(child.pid);
  process.env[SHARED_OWNER] = String(process.pid);
}

/** Stops the shared service and removes its data, unless an outer run of tests has started it. */
export async function stopSharedService(): Promise<void> {
  const { [SHARED_PID]: pid, [SHARED_DATA]: dataDirectory, [SHARED_OWNER]: owner } = process.env;
  if (!pid || !dataDirectory || owner !== String(process.pid)) return;
  // SIGKILL: a clean shutdown would still write, and rm fails in a directory that gets new files
  process.kill(Number(pid), 'SIGKILL');
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Runs on a free port and allows callbacks to this machine. */
function startProgram(dataDirectory: string, env: Environment = {}): ChildProcess {
  return spawn(process.execPath, [PROGRAM], {
    env: environmentOf(dataDirectory, { PORT: '0', ALLOW_CALLBACKS: '127.0.0.0/8,::1', ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function createKeyIn(dataDirectory: string, credits: number): Promise<string> {
  const printed = await commandIn(dataDirectory, [
    ...['keys', 'create', '--name', 'test', '--credits', String(credits)],
    '--json',
  ]);
  return (JSON.parse(printed) as { key: string }).key;
}

async function commandIn(dataDirectory: string, args: readonly string[]): Promise<string> {
  const env = environmentOf(dataDirectory);
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env });
  return stdout;
}

function environmentOf(dataDirectory: string, env: Environment = {}): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', ...env };
}
