/** A local web server on a free port. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { standInFor } from './stand-in.js';

/** For all tests of a suite or block. */
export function useHttpServer(answer: http.RequestListener): { readonly url: string } {
  const server = http.createServer(answer);
  let started: { readonly url: string } | undefined;
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    started = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return standInFor('web server', () => started);
}
