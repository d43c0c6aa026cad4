/** The engines of the store in tests: the embedded one, and a server if TEST_DATABASE_URL names one. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import pg from 'pg';
import { openDatabase } from '../../../src/service/database/database.js';
import { createStore, type Store } from '../../../src/service/store/create-store.js';
import { storeOfWorker } from '../../../src/service/store/open-store.js';
import { eventually } from '../../support/eventually.js';
import { copyData, type Prepared } from '../../support/prepared-data.js';
import { standInFor } from '../../support/stand-in.js';
import { engineWorkerFile } from './build-engine-worker.js';
import type { SqlReply } from './engine-worker.js';

export interface OpenedEngine {
  readonly name: string;
  readonly store: Store;
  /** Reads the tables directly. */
  readonly sql: (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  /** Blocks the thread of the embedded engine; returns a function that lets it continue. */
  readonly freeze?: () => Promise<() => void>;
  /** The directory of the embedded engine. */
  readonly directory?: string;
  readonly close: () => Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** From 0: random tests use another seed on each engine. */
  readonly turn: number;
  /** An empty database with its tables. */
  readonly open: () => Promise<OpenedEngine>;
}

export const SERVER_URL = process.env['TEST_DATABASE_URL'];

const EMBEDDED = { name: 'PGlite', open: openPglite };
const SERVERS = SERVER_URL ? [{ name: 'PostgreSQL', open: openServer.bind(null, SERVER_URL) }] : [];

/** `TEST_ENGINES=server` skips the embedded engine, for tests of the code above the store. */
const CHOSEN = process.env['TEST_ENGINES'] === 'server' ? SERVERS : [EMBEDDED, ...SERVERS];

export const ENGINES: readonly Engine[] = CHOSEN.map((engine, turn) => ({ ...engine, turn }));

/** The share of one engine in a long test that all engines run together. */
export function shareOf(all: number): number {
  return Math.ceil(all / ENGINES.length);
}

/** An engine for all tests of the calling suite or block. */
export function useEngine(open: Engine['open'] = openPglite): OpenedEngine {
  let engine: OpenedEngine | undefined;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine?.close());
  return standInFor('engine', () => engine);
}

/**
 * Opens the engine in its own thread, as in the service, because jest's realm forbids how it loads modules.
 * @param prepared the prebuilt database to copy
 */
export async function openPglite(prepared: Prepared = 'empty'): Promise<OpenedEngine> {
  const folder = await copyData(prepared);
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(engineWorkerFile(), {
    workerData: { sqlPort: port2, directory: path.join(folder, 'pglite') },
    transferList: [port2],
  });
  const store = await storeOfWorker(worker);
  await store.migrate();
  const ask = async (text: string, values: readonly unknown[]) => {
    port1.postMessage({ text, values });
    const [{ rows, error }] = (await once(port1, 'message')) as [SqlReply];
    if (error !== undefined) throw new Error(error);
    return rows;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    name: 'PGlite',
    store,
    directory: path.join(folder, 'pglite'),
    freeze: async () => {
      const gate = new Int32Array(new SharedArrayBuffer(4));
      const frozen = once(port1, 'message');
      port1.postMessage({ gate });
      await frozen;
      return () => {
        Atomics.store(gate, 0, 1);
        Atomics.notify(gate, 0);
      };
    },
    // the thread answers one request at a time
    sql: (text, values = []) => {
      const answer = last.then(() => ask(text, values));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: async () => {
      port1.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Creates a database on the server, dropped afterwards. */
async function openServer(serverUrl: string): Promise<OpenedEngine> {
  const { url, drop } = await createServerDatabase(serverUrl);
  const store = createStore(openDatabase({ connectionString: url, max: 10 }));
  await store.migrate();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  return {
    name: 'PostgreSQL',
    store,
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    close: async () => {
      await store.close();
      await pool.end();
      await drop();
    },
  };
}

export async function createServerDatabase(
  serverUrl: string,
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `signals_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await queryOnce(serverUrl, `create database ${name}`);
  // sessions end a moment after their clients; cutting one would be an error in code that still listens to it
  const drop = () => eventually(() => queryOnce(serverUrl, `drop database ${name}`));
  return { url: url.href, drop: () => drop().then(() => undefined) };
}

/** Runs one statement on a connection of its own, and returns its rows. */
export async function queryOnce(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text, [...values]).finally(() => client.end());
  return rows;
}
