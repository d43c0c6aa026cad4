/** A stand-in for the destinations of alerts: a server of this machine that keeps what arrives, whatever the path. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AlertInput } from '../../src/contract/alerts.js';
import { standInFor } from './stand-in.js';

export interface ArrivedMessage {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface AlertDestinations {
  /** Without a path. */
  readonly url: string;
  readonly messages: ArrivedMessage[];
  /** What it answers; 200 before each test. */
  status: number;
}

/** For all tests of a suite; each begins with no message. */
export function useAlertDestinations(): AlertDestinations {
  let destinations: AlertDestinations | undefined;
  const messages: ArrivedMessage[] = [];
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    messages.push({ path: request.url ?? '', headers: request.headers, body });
    const { status } = destinations!;
    response.writeHead(status).end(status === 200 ? 'ok' : 'no_service');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    destinations = { url: `http://127.0.0.1:${port}`, messages, status: 200 };
  });
  beforeEach(() => {
    messages.length = 0;
    destinations!.status = 200;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return standInFor('destination', () => destinations);
}

/** An alert without rules to an address. */
export function alertTo(address: string, settings: Partial<AlertInput> = {}): AlertInput {
  return {
    kind: 'slack',
    address,
    types: [],
    minJobs: 0,
    minInvestment: 0,
    currency: '',
    quietFrom: 0,
    quietTo: 0,
    ...settings,
  };
}

/** How often each record has arrived at a webhook. */
export function timesTold(messages: readonly ArrivedMessage[]): ReadonlyMap<string, number> {
  const ids = messages.flatMap(({ body }) => {
    const { data } = JSON.parse(body) as { data: { records?: { id: string }[] } };
    return (data.records ?? []).map(({ id }) => id);
  });
  return new Map(ids.map((id) => [id, ids.filter((one) => one === id).length]));
}
