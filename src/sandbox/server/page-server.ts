/** The sandbox's web server: the page, its WebSocket and the script's web app. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Spreadsheets } from '../host/spreadsheets.js';
import { FIRST_DOCUMENT } from '../services/caller.js';
import { PageSession, type PageSessionOptions } from './page-session.js';
import { type FromHost, readPageMessage } from './protocol.js';
import { answerWebApp } from './web-app.js';

/** The host needs eight times as much memory. After a refused message the page reloads without a person's paste. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Matches the address of the first spreadsheet, and of others by id. */
const SPREADSHEET = /^\/(?:d\/[\w-]+\/edit)?$/;

export interface PageServerOptions extends Pick<PageSessionOptions, 'advance' | 'setFault'> {
  /** New pages wait for this promise. */
  readonly spreadsheets: Promise<Spreadsheets>;
  readonly address: string;
  readonly port: number;
  /** The folder of the built page. */
  readonly folder: string;
  /** Resolves when the folder is complete. */
  readonly isBuilt: Promise<void>;
  /** Returns the first message to a page. */
  readonly greeting: () => FromHost;
}

export class PageServer {
  readonly #options: PageServerOptions;
  readonly #server = http.createServer((request, response) => {
    // accepts the sandbox's own page, and programs, which send no Origin; refuses pages of other sites
    const isOwn = request.headers.origin === undefined || isFromOwnPage(request);
    if (isOwn && this.#namesThisServer(request))
      this.#answer(request, response).catch(() => response.destroy());
    else
      response
        .writeHead(403, { 'Content-Type': 'text/plain' })
        .end('Open the address that the sandbox printed.');
  });
  readonly #webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  /** The connections of open pages, and of those that wait for the spreadsheets. The HTTP server forgets both. */
  readonly #upgraded = new Set<Duplex>();
  /** Open pages, each with the id of its spreadsheet. */
  readonly #sessions = new Map<PageSession, string>();

  constructor(options: PageServerOptions) {
    this.#options = options;
    this.#server.on('upgrade', (request, socket, head) => {
      this.#upgraded.add(socket);
      socket.on('error', () => socket.destroy()).once('close', () => this.#upgraded.delete(socket));
      this.#upgrade(request, socket, head).catch(() => socket.destroy());
    });
  }

  /** @throws if the port or the address cannot be used */
  async listen(): Promise<this> {
    const { port, address } = this.#options;
    try {
      await once(this.#server.listen(port, address), 'listening');
    } catch (error) {
      throw new Error(`${(error as Error).message}: set PORT or HOST to another`);
    }
    return this;
  }

  get url(): string {
    const { address } = this.#options;
    // no browser should open the name of all addresses
    const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.#port()}/`;
  }

  /** Sends a message to all open pages, or to those of one spreadsheet. */
  broadcast(message: FromHost, spreadsheetId?: string, except?: PageSession): void {
    for (const [session, id] of this.#sessions) {
      if (session !== except && (spreadsheetId === undefined || spreadsheetId === id)) session.send(message);
    }
  }

  /** Sends the rebuilt script to all open pages, which then run onOpen again. */
  scriptLoaded(isHtmlNew: boolean): void {
    for (const session of this.#sessions.keys()) void session.scriptLoaded(isHtmlNew);
  }

  async close(): Promise<void> {
    for (const socket of this.#upgraded) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** True if Host names this server. Another site can point its own name to this machine (DNS rebinding). */
  #namesThisServer({ headers }: http.IncomingMessage): boolean {
    const { address } = this.#options;
    // browsers send a name in small letters
    const own = address.includes(':') ? `[${address}]` : address.toLowerCase();
    const names = ['localhost', '127.0.0.1', '[::1]', own];
    const port = this.#port();
    return names.some((name) => headers.host === `${name}:${port}` || (port === 80 && headers.host === name));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { spreadsheets, folder, isBuilt } = this.#options;
    const { pathname } = pathOf(request);
    if (pathname === '/exec' && request.method === 'POST') {
      const bound = (await spreadsheets).find(FIRST_DOCUMENT);
      return answerWebApp(bound, request, response);
    }
    if (request.method === 'GET') await isBuilt;
    if (request.method === 'GET' && (await sendFile(folder, pathname, request, response))) return;
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
  }

  async #upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { pathname, searchParams } = pathOf(request);
    if (pathname !== '/socket' || !this.#namesThisServer(request) || !isFromOwnPage(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const spreadsheets = await this.#options.spreadsheets;
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      this.#openSession(webSocket, spreadsheets, searchParams.get('d') ?? undefined);
    });
  }

  #openSession(socket: WebSocket, spreadsheets: Spreadsheets, wanted: string | undefined): void {
    const host = spreadsheets.find(wanted);
    if (!host) {
      socket.send(JSON.stringify({ type: 'missing' } satisfies FromHost));
      return;
    }
    const { id } = host.spreadsheet;
    const session = new PageSession({
      ...this.#options,
      spreadsheets,
      host,
      socket,
      broadcast: (message, except) => this.broadcast(message, id, except),
    });
    this.#sessions.set(session, id);
    session.send(this.#options.greeting());
    socket.on('message', (data) => {
      const message = readPageMessage(String(data));
      if (message) session.receive(message).catch(() => socket.close(1011));
      else socket.close(1008);
    });
    socket.on('close', () => {
      this.#sessions.delete(session);
      session.end();
    });
  }
}

function isFromOwnPage({ headers }: http.IncomingMessage): boolean {
  return headers.origin === `http://${headers.host}`;
}

/** Parses a path; two slashes at its start do not make it a host. @throws if it is invalid */
function pathOf({ url = '/' }: http.IncomingMessage): URL {
  return new URL(`http://localhost${url}`);
}

/** Sends a file of the page, and nothing outside the folder. Resolves with true if the file exists. */
async function sendFile(
  folder: string,
  urlPath: string,
  { headers }: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<boolean> {
  const name = SPREADSHEET.test(urlPath) ? 'index.html' : urlPath.slice(1);
  // the folder has no subfolders, so a name with a separator is invalid
  const type = TYPES[path.extname(name)];
  if (!type || !/^[\w.-]+$/.test(name)) return false;
  const file = path.join(folder, name);
  const info = await stat(file).catch(() => undefined);
  if (!info?.isFile()) return false;
  // the browser revalidates each time and can keep large files, together with their compiled code
  const etag = `"${info.size}-${info.mtimeMs}"`;
  response.setHeader('ETag', etag).setHeader('Cache-Control', 'no-cache');
  if (headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return true;
  }
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': info.size,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
  });
  await pipeline(createReadStream(file), response);
  return true;
}
