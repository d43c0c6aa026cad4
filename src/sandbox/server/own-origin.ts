/** Only the sandbox's own page may use it. A host name that another site points to this machine is rejected. */
import type { IncomingMessage } from 'node:http';

export interface OwnOrigin {
  /** Whether the request names this server, and comes from its own page if it comes from a page. */
  accepts(request: IncomingMessage): boolean;
  /** The same for WebSockets, which must come from the page. */
  acceptsPage(request: IncomingMessage): boolean;
}

/** @param host the address on which the server listens */
export function createOwnOrigin(host: string, port: () => number): OwnOrigin {
  const hosts = () =>
    new Set(
      ['localhost', '127.0.0.1', '[::1]', host.includes(':') ? `[${host}]` : host].flatMap((name) =>
        port() === 80 ? [name, `${name}:80`] : [`${name}:${port()}`],
      ),
    );
  const ownHost = ({ headers }: IncomingMessage): boolean => hosts().has(headers.host ?? '');
  const ownPage = ({ headers }: IncomingMessage): boolean => headers.origin === `http://${headers.host}`;
  return {
    accepts: (request) => ownHost(request) && (request.headers.origin === undefined || ownPage(request)),
    acceptsPage: (request) => ownHost(request) && ownPage(request),
  };
}
