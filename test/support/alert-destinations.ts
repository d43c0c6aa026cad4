/** A local server that stands in for the destinations of alerts and stores the messages of all paths. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AlertInput } from '../../src/contract/alerts.js';
import { useHttpServer } from './http-server.js';

interface ArrivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** For all tests of a suite; each test begins without messages. */
export function useAlertDestinations() {
  const messages: ArrivedMessage[] = [];
  const server = useHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    messages.push({ path: request.url ?? '', headers: request.headers, body });
    const { status } = destinations;
    response.writeHead(status).end(status === 200 ? 'ok' : 'no_service');
  });
  const destinations = {
    /** The address without a path. */
    get url(): string {
      return server.url;
    },
    messages,
    /** The status that the server answers; 200 before each test. */
    status: 200,
  };
  beforeEach(() => {
    messages.length = 0;
    destinations.status = 200;
  });
  return destinations;
}

/** Returns an alert without conditions to an address. */
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

/** Returns how many times each record has arrived at a webhook. */
export function deliveryCounts(messages: readonly ArrivedMessage[]): ReadonlyMap<string, number> {
  const ids = messages.flatMap(({ body }) => {
    const { data } = JSON.parse(body) as { data: { records?: { id: string }[] } };
    return (data.records ?? []).map(({ id }) => id);
  });
  return new Map(ids.map((id) => [id, ids.filter((one) => one === id).length]));
}
