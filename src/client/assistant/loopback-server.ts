/**
 * Streamable HTTP for assistants on this machine. Each request stands alone: there is no session that a cut connection
 * or a restart could lose. No web page gets in: neither through a name that is made to point here, nor without the token.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

export interface LoopbackServer {
  /** Of its endpoint. */
  readonly url: string;
  /** Takes no more requests and cuts off those that are open; their calls run to their end. */
  close(): Promise<void>;
}

export interface LoopbackRules {
  /** 0 for any free one. */
  readonly port: number;
  readonly token: string;
  /** A server for one request. */
  connect(): McpServer;
  onError(error: Error): void;
}

const HOST = '127.0.0.1';
const PATH = '/mcp';
/** Far more than any question has. */
export const MAX_BODY = 262_144;
const MAX_CONNECTIONS = 64;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

export async function startLoopbackServer(rules: LoopbackRules): Promise<LoopbackServer> {
  const isToken = tokenTest(rules.token);
  let names: readonly string[] = [];
  const server = http.createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    const refused = refusalOf(request, names, isToken);
    if (refused) return refuse(request, response, refused);
    answer(request, response, rules).catch((error: unknown) => {
      rules.onError(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else refuse(request, response, { status: 500, text: 'Something went wrong' });
    });
  });
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(rules.port, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  names = [`${HOST}:${port}`, `localhost:${port}`];
  return {
    url: `http://${HOST}:${port}${PATH}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly headers?: http.OutgoingHttpHeaders;
}

function refusalOf(
  { headers, method, url = '' }: http.IncomingMessage,
  names: readonly string[],
  isToken: (header: string | undefined) => boolean,
): Refusal | undefined {
  const { host = '', origin, authorization } = headers;
  if (!names.includes(host.toLowerCase())) return { status: 403, text: 'This host name is not allowed' };
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`))
    return { status: 403, text: 'This origin is not allowed' };
  if (!isToken(authorization))
    return { status: 401, text: 'A bearer token is needed', headers: { 'www-authenticate': 'Bearer' } };
  if (url.split('?')[0] !== PATH) return { status: 404, text: `The endpoint is ${PATH}` };
  // nothing is sent without being asked for, and there are no sessions to end
  if (method !== 'POST') return { status: 405, text: 'Use POST', headers: { allow: 'POST' } };
  return undefined;
}

function refuse(request: http.IncomingMessage, response: http.ServerResponse, refusal: Refusal): void {
  const { status, text, headers = {} } = refusal;
  const error = { jsonrpc: '2.0', error: { code: -32_000, message: text }, id: null };
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(JSON.stringify(error));
  // what is still coming is not wanted
  request.resume();
  response.once('finish', () => request.destroy());
}

async function answer(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { connect, onError }: LoopbackRules,
): Promise<void> {
  const transport = new StreamableHTTPServerTransport({
    // one answer for one request: where the connection is cut, the assistant learns it at once, and asks again
    enableJsonResponse: true,
    maxRequestBodySize: MAX_BODY,
  });
  const server = connect();
  server.server.onerror = onError;
  response.once('close', () => void server.close());
  // the SDK's own types of optional members differ between the two
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response);
}

/** Compares digests, so that the time tells nothing of the token. */
function tokenTest(token: string): (header: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(token);
  return (header) => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
    return given !== undefined && timingSafeEqual(digest(given), wanted);
  };
}
