/** The service on a free port over a store, and a client that sees every status. */
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ServiceErrorBody } from '../../../src/contract/errors.js';
import { readConfig } from '../../../src/service/config.js';
import type { NewKey } from '../../../src/service/database/keys.js';
import { type AppOptions, createApp } from '../../../src/service/http/create-app.js';
import { digestOf, makeKey, prefixOf } from '../../../src/service/keys/api-key.js';
import { type McpOptions, registerMcp } from '../../../src/service/mcp/register-mcp.js';
import { createAddressGuard } from '../../../src/service/push/address-guard.js';
import type { Store } from '../../../src/service/store/create-store.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { standInFor } from '../../support/stand-in.js';
import { accountOf, type KeyAccount } from './account.js';
import type { OpenedEngine } from './engines.js';
import { record } from './recorder.js';
import { fillWithSample } from './sample.js';

export const TODAY = '2026-03-10';
/** The pepper of the keys in tests. */
export const PEPPER = 'pepper of the tests';

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The parsed text. */
  readonly json: () => unknown;
}

export interface Call {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  /** Sent as JSON, a text unchanged. */
  readonly body?: unknown;
}

/** Status, code and message of a refusal: '400 BAD_INPUT: limit must be …'. */
export function refusalIn({ status, json }: Reply): string {
  const body = json() as ServiceErrorBody;
  expect(body.status).toBe(String(status));
  return `${status} ${body.code}: ${body.message}`;
}

export type KeyRules = Pick<NewKey, 'billing' | 'dailyCap' | 'mayEditGroups'>;

/** The requests of a caller with a key. */
export interface Caller {
  readonly post: (path: string, body?: unknown, headers?: http.OutgoingHttpHeaders) => Promise<Reply>;
  readonly get: (path: string, headers?: http.OutgoingHttpHeaders) => Promise<Reply>;
}

export interface TestService {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly send: (path: string, call?: Call) => Promise<Reply>;
  readonly as: (key: string) => Caller;
  /** Returns a new key with that many credits. */
  readonly makeKey: (credits: number, rules?: KeyRules) => Promise<string>;
  readonly close: () => Promise<void>;
}

export interface KeyedService extends TestService {
  /** A key with the given credits. */
  readonly key: string;
  readonly account: (key: string) => Promise<KeyAccount>;
}

export interface ServiceOptions extends Partial<AppOptions> {
  /** Serves /mcp, too. */
  readonly mcp?: Partial<McpOptions>;
}

export interface UseServiceOptions extends Omit<ServiceOptions, 'store'> {
  readonly credits: number;
  /** The sample data by default. */
  readonly fill?: (store: Store) => Promise<void>;
  /** Wraps the engine's store. */
  readonly store?: (store: Store) => Store;
}

/** The service over an engine with data, for all tests of the calling suite or block. */
export function useTestService(
  engine: OpenedEngine,
  { credits, fill = fillWithSample, store: storeOver = (store) => store, ...overrides }: UseServiceOptions,
): KeyedService {
  let service: KeyedService | undefined;
  beforeAll(async () => {
    await fill(engine.store);
    const store = storeOver(engine.store);
    const started = await startService(store, overrides);
    service = { ...started, key: await started.makeKey(credits), account: (key) => accountOf(engine, key) };
  });
  afterAll(() => service?.close());
  return standInFor('service', () => service);
}

/** Returns a function like `startService`; closes its services after each test, also if the test has failed. */
export function useServices(): typeof startService {
  const started: TestService[] = [];
  afterEach(() => Promise.all(started.splice(0).map((service) => service.close())));
  return async (...args) => {
    const service = await startService(...args);
    started.push(service);
    return service;
  };
}

export async function startService(
  store: Store,
  { mcp, ...overrides }: ServiceOptions = {},
): Promise<TestService> {
  const digest = (key: string) => digestOf(key, PEPPER);
  const app = await createApp({
    store,
    digestOf: digest,
    guard: createAddressGuard([]),
    today: () => TODAY,
    ...readConfig({ RATE_LIMIT: '0', LOG_LEVEL: 'silent' }),
    ...overrides,
  });
  const free = mcp ? await freePort() : 0;
  if (mcp) {
    const url = `http://127.0.0.1:${free}`;
    await registerMcp(app, { store, url, digestOf: digest, trustProxy: [], rateLimit: 0, ...mcp });
  }
  await app.listen({ host: '127.0.0.1', port: free });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  // without some extensions, the service has another OpenAPI document, so its replies are not recorded
  const send = overrides.extras === undefined ? sendRecorded : sendPlain;
  return {
    app,
    url,
    send: (path, call) => send(url + path, call),
    as: (key) => ({
      post: (path, body, headers) => send(url + path, { headers: { 'x-api-key': key, ...headers }, body }),
      get: (path, headers) => send(url + path, { method: 'GET', headers: { 'x-api-key': key, ...headers } }),
    }),
    makeKey: async (credits, rules) => {
      const key = makeKey();
      await store.createKey({ name: 'test', credits, digest: digest(key), prefix: prefixOf(key), ...rules });
      return key;
    },
    close: () => app.close(),
  };
}

/** Resolves when that many clients are connected. */
export const untilConnected = ({ app }: Pick<TestService, 'app'>, wanted: number): Promise<boolean> =>
  eventually(async () => {
    const connected = await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    return connected === wanted;
  });

/** Sends a text on a new connection, and returns the connection. */
export function connectTo({ url }: Pick<TestService, 'url'>, text = ''): net.Socket {
  const { hostname, port } = new URL(url);
  // a client that is cut gets a broken pipe
  const socket = net.connect(Number(port), hostname).on('error', () => undefined);
  if (text !== '') socket.write(text);
  return socket;
}

export { sendRecorded as send };

async function sendRecorded(address: string, call: Call = {}): Promise<Reply> {
  const reply = await sendPlain(address, call);
  const { pathname, search } = new URL(address);
  record({
    method: call.method ?? 'POST',
    path: pathname + search,
    status: reply.status,
    headers: reply.headers,
    body: reply.text,
  });
  return reply;
}

/** Uses node:http, because fetch hides status 407. */
function sendPlain(address: string, { method = 'POST', headers = {}, body }: Call = {}): Promise<Reply> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const request = http.request(
      address,
      { method, agent: false, headers: { ...type, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: answer,
            json: () => JSON.parse(answer) as unknown,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}
