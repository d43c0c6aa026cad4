/** A proxy in front of the service that loses answers: the purchase arrives and is charged. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LosingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** @param loses true if the answer to this purchase, counted from 0, is lost */
export async function startLosingProxy(
  target: string,
  loses: (index: number) => boolean,
): Promise<LosingProxy> {
  let purchases = 0;
  const server = http.createServer((request, response) => {
    const { url = '', method, headers } = request;
    const isLost = url.endsWith('/business-expansion') && loses(purchases++);
    const forward = http.request(target + url, { method, headers, agent: false }, (answer) => {
      if (isLost) {
        answer.resume();
        answer.on('end', () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
