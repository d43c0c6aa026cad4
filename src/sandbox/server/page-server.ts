/** The web server of the sandbox: the page, its WebSocket, and the script's web app. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Host } from '../host/host-types.js';
import { createOwnOrigin } from './own-origin.js';
import { readPageMessage } from './page-message.js';
import { createPageSession, type PageSession, type PageSessionOptions } from './page-session.js';
import type { FromHost } from './protocol.js';
import { sendFile } from './static-files.js';
import { answerWebApp } from './web-app.js';

const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

export interface PageServer {
  readonly url: string;
  /** Sends to every open page. */
  broadcast(message: FromHost, except?: PageSession): void;
  /** The script was rebuilt: tells every open page, and opens the spreadsheet for it again. */
  scriptLoaded(isHtmlNew: boolean): void;
  close(): Promise<void>;
}

export interface PageServerOptions
  extends Pick<PageSessionOptions, 'reopen' | 'advance' | 'setFault' | 'runTrigger'> {
  /** Pages wait for it. */
  readonly host: Promise<Host>;
  readonly address: string;
  readonly port: number;
  /** The built page. */
  readonly folder: string;
  /** Resolves when that folder is complete. */
  readonly isBuilt: Promise<void>;
  /** Sent to a page after it has connected. */
  readonly greeting: () => FromHost;
}

export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { address, port, greeting } = options;
  const sessions = new Set<PageSession>();
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
  const broadcast: PageServer['broadcast'] = (message, except) => {
    for (const session of sessions) if (session !== except) session.send(message);
  };
  server.on('upgrade', async (request, socket, head) => {
    if (request.url !== '/socket' || !origin.acceptsPage(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.on('error', () => socket.destroy());
    const host = await options.host.catch(() => undefined);
    if (!host) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const session: PageSession = createPageSession({
        ...options,
        host,
        socket: webSocket,
        relay: (mutation) => broadcast({ type: 'mutation', mutation }, session),
      });
      sessions.add(session);
      session.send(greeting());
      webSocket.on('message', (data) => {
        const message = readPageMessage(String(data));
        if (message) void session.receive(message);
        else webSocket.close(1008);
      });
      webSocket.on('close', () => {
        sessions.delete(session);
        session.end();
      });
      webSocket.on('error', () => webSocket.terminate());
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
      for (const session of sessions) void session.scriptLoaded(isHtmlNew);
    },
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  { host, folder, isBuilt }: PageServerOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/exec' && (request.method === 'POST' || request.method === 'GET')) {
    return answerWebApp(await host, request, response);
  }
  if (request.method === 'GET') await isBuilt;
  if (request.method === 'GET' && (await sendFile(folder, pathname, request, response))) return;
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
}
