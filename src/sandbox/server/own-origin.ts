/** Who may speak to the sandbox: its own page only. A name that another site points at this machine is refused. */
import type { IncomingMessage } from 'node:http';

export interface OwnOrigin {
  /** Whether the request was sent to this server by name, and from its own page if from a page at all. */
  accepts(request: IncomingMessage): boolean;
  /** The same, but it must come from the page: for WebSockets. */
  acceptsPage(request: IncomingMessage): boolean;
}

/** @param host the address that the server listens at */
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
