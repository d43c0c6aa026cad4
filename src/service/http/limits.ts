/**
 * The limits of a request in the order in which they apply: requests per minute of its key or its address, time to
 * answer, the key's share of the work, time to read the answer. Before them, the server limits the connections and
 * the time in which a request arrives.
 */
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isObject } from '../../contract/json.js';
import { withCancellation } from '../database/cancellation.js';
import { notInTime } from '../database/unavailable.js';
import { ServiceError } from '../service-error.js';
import { type ShareOptions, Shares } from './shares.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** 'slow': free work that may take long. 'push': work that waits for another server. */
    work?: 'slow' | 'push';
  }
}

/** Time limits of clients in milliseconds. The service disconnects slower clients. */
export const CLIENT_TIMEOUTS = {
  /** For a complete request with headers and body; later the answer is 408. */
  request: 30_000,
  /** For an idle connection; longer than a push or a query takes. */
  idle: 40_000,
  /** For reading the answer. */
  answer: 60_000,
  /** For all connections while the service stops: process managers kill it some seconds later. */
  stop: 5_000,
};

export type ClientTimeouts = Readonly<typeof CLIENT_TIMEOUTS>;

const RATE_WINDOW = '1 minute';
/** A query with a higher limit, or with more values in a list, counts as slow. */
const WIDE_LIMIT = 1_000;
const WIDE_LIST = 50;
/** Pushes wait for other servers, so they have shares of their own and do not block other work. */
const PUSH_SHARES: ShareOptions = { total: 50, slow: 50, perKey: 10, pause: 0 };

/**
 * Limits the requests of all routes that are registered after it, with RateLimit headers.
 * @param perMinute 0: no limit
 * @param ownerOf names the key or the address that a request counts for
 */
export async function registerRateLimit(
  app: FastifyInstance,
  perMinute: number,
  ownerOf: (request: FastifyRequest) => string = addressOf,
): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: RATE_WINDOW,
    enableDraftSpec: true,
    keyGenerator: ownerOf,
    errorResponseBuilder: (_request, { max, ttl }) => {
      const retrySeconds = Math.ceil(ttl / 1_000);
      const message = `More than ${max} requests in a minute: try again in ${retrySeconds} seconds`;
      return new ServiceError('RATE_LIMITED', message, { retrySeconds });
    },
  });
}

/**
 * Answers 503 at the deadline even if the database hangs: each statement has its own limit, but a request
 * runs several. The work then stops, and charges that it still makes are refunded. Register it before the
 * authentication, which queries the database, too. Pushes wait for other servers and have no deadline.
 * @param limitMs for the look-up of the key, and for the work after the body has arrived
 */
export function registerDeadline(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', async ({ routeOptions, raw }, reply) => {
    if (routeOptions.config.work === 'push') return;
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      if (!reply.sent) timer = setTimeout(() => reply.sent || reply.send(notInTime()), limitMs);
    };
    const pause = () => clearTimeout(timer);
    begin();
    // the client has a time limit of its own for the body, which the service begins to read here
    raw.once('resume', pause).once('end', begin);
    reply.raw.once('close', pause);
  });
}

/** Queues requests by their key's share, and stops disconnected clients' work. Register it before the routes. */
export function registerShares(app: FastifyInstance, options?: ShareOptions): void {
  const work = new Shares(options);
  const pushes = new Shares(options && PUSH_SHARES);
  // abandoned work keeps its slot until it has stopped, so that clients gain nothing by disconnecting early
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function (request, reply) {
      const kind = request.routeOptions.config.work;
      const disconnected = new AbortController();
      const { signal } = disconnected;
      reply.raw.once('close', () => disconnected.abort());
      // the client may have disconnected during authentication
      if (request.socket.destroyed) disconnected.abort();
      const isSlow = kind === 'slow' || isWide(request);
      const shares = kind === 'push' ? pushes : work;
      return shares.run({ owner: request.account!.keyId, isSlow, signal }, () =>
        // the deadline may have answered while the request was queued
        reply.sent ? undefined : withCancellation(signal, () => handler.call(this, request, reply)),
      );
    };
  });
}

/** The body of a query has been checked, and always has a limit. */
function isWide({ body }: FastifyRequest): boolean {
  if (!isObject(body)) return false;
  return (
    Number(body['limit']) > WIDE_LIMIT ||
    Object.values(body).some((value) => Array.isArray(value) && value.length > WIDE_LIST)
  );
}

/** Leaves out the last 64 bits of an IPv6 address, which a client can choose for each request. */
export function addressOf({ ip }: FastifyRequest): string {
  return `address ${normalizeIP(ip ?? '')}`;
}

/** Limits the time of a whole answer, because a slow reader is never idle, and the time that a stop waits. */
export function registerEnds(app: FastifyInstance, timeouts: ClientTimeouts): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    setTimeout(() => app.server.closeAllConnections(), timeouts.stop).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    const { raw } = reply;
    if (isStopping) reply.header('connection', 'close');
    // a destroyed response emits no further `close`, so the timer would never be cleared
    if (raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), timeouts.answer);
    raw.once('close', () => clearTimeout(timer));
  });
}
