/** The web server of the sandbox: the page, its WebSocket, and the script's web app. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { isBound, type Spreadsheets } from '../host/spreadsheets.js';
import { createOwnOrigin } from './own-origin.js';
import { readPageMessage } from './page-message.js';
import { createPageSession, type PageSession, type PageSessionOptions } from './page-session.js';
import type { FromHost } from './protocol.js';
import { sendFile } from './static-files.js';
import { answerWebApp } from './web-app.js';

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

export interface PageServer {
  readonly url: string;
  /** Sends to every open page, or to those of one spreadsheet. */
  broadcast(message: FromHost, spreadsheetId?: string): void;
  /** The script was rebuilt: tells every open page, and opens the spreadsheet for it again. */
  scriptLoaded(isHtmlNew: boolean): void;
  close(): Promise<void>;
}

export interface PageServerOptions extends Pick<PageSessionOptions, 'advance' | 'setFault'> {
  /** Pages wait for them. */
  readonly spreadsheets: Promise<Spreadsheets>;
  readonly address: string;
  readonly port: number;
  /** The built page. */
  readonly folder: string;
  /** Resolves when that folder is complete. */
  readonly isBuilt: Promise<void>;
  /** Sent to a page of this spreadsheet after it has connected. */
  readonly greeting: (spreadsheetId: string) => FromHost;
}

export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { address, port, greeting } = options;
  /** With the id of the page's spreadsheet. */
  const sessions = new Map<PageSession, string>();
  const server = http.createServer((request, response) => {
    if (!origin.accepts(request)) {
      response
        .writeHead(403, { 'Content-Type': 'text/plain' })
        .end('Open the address that the sandbox printed.');
      return;
    }
    answer(options, request, response).catch(() => response.destroy());
  });
  const origin = createOwnOrigin(address, () => (server.address() as AddressInfo).port);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const broadcast = (message: FromHost, spreadsheetId?: string, except?: PageSession): void => {
    for (const [session, id] of sessions) {
      if (session !== except && (spreadsheetId === undefined || spreadsheetId === id)) session.send(message);
    }
  };
  const openSession = (webSocket: WebSocket, spreadsheets: Spreadsheets, wanted: string | undefined) => {
    const file = spreadsheets.find(wanted);
    if (!file) {
      webSocket.send(JSON.stringify({ type: 'missing' } satisfies FromHost));
      return;
    }
    const { id } = file;
    const session: PageSession = createPageSession({
      ...options,
      spreadsheets,
      file,
      socket: webSocket,
      broadcast: (message) => broadcast(message, id),
      relay: (mutation) => broadcast({ type: 'mutation', mutation }, id, session),
    });
    sessions.set(session, id);
    session.send(greeting(id));
    webSocket.on('message', (data) => {
      const message = readPageMessage(String(data));
      if (!message) webSocket.close(1008);
      // the page of a deleted spreadsheet is about to go
      else if (spreadsheets.find(id)) session.receive(message).catch(() => webSocket.close(1011));
    });
    webSocket.on('close', () => {
      sessions.delete(session);
      session.end();
    });
  };
  server.on('upgrade', async (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/socket' || !origin.acceptsPage(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.on('error', () => socket.destroy());
    const spreadsheets = await options.spreadsheets.catch(() => undefined);
    if (!spreadsheets) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      openSession(webSocket, spreadsheets, searchParams.get('d') ?? undefined);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, address, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${actualPort}/`,
    broadcast,
    scriptLoaded(isHtmlNew) {
      for (const session of sessions.keys()) void session.scriptLoaded(isHtmlNew);
    },
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  { spreadsheets, folder, isBuilt }: PageServerOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/exec' && (request.method === 'POST' || request.method === 'GET')) {
    const bound = (await spreadsheets).list().find(({ id }) => isBound(id));
    return answerWebApp(bound?.host, request, response);
  }
  if (request.method === 'GET') await isBuilt;
  if (request.method === 'GET' && (await sendFile(folder, pathname, request, response))) return;
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
}
