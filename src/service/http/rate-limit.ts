/** The limits of requests per minute: by key, shown in the RateLimit headers; and by address where there is no valid key. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../service-error.js';

const WINDOW = '1 minute';

/** Counts a request by its address. @throws ServiceError RATE_LIMITED */
export type LimitAddress = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** @param perMinute 0 for no limit */
export async function registerRateLimit(app: FastifyInstance, perMinute: number): Promise<LimitAddress> {
  if (perMinute === 0) return async () => undefined;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: WINDOW,
    // after the key is checked, before the body is read
    hook: 'preParsing',
    enableDraftSpec: true,
    keyGenerator: (request) => (request.account === null ? request.ip : String(request.account.keyId)),
    errorResponseBuilder: (_request, { max, ttl }) => refusal(max, ttl),
  });
  return limitByAddress(app, perMinute);
}

/** For routes that need no key. @param perMinute 0 for no limit */
export async function registerAddressLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, { global: false });
  app.addHook('onRequest', limitByAddress(app, perMinute));
}

function limitByAddress(app: FastifyInstance, perMinute: number): LimitAddress {
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: WINDOW,
    keyGenerator: ({ ip }) => `address ${ip}`,
  });
  return async (request, reply) => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    reply.header('retry-after', Math.ceil(counted.ttl / 1_000));
    throw refusal(perMinute, counted.ttl);
  };
}

function refusal(max: number, ttl: number): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `More than ${max} requests in a minute: try again in ${Math.ceil(ttl / 1_000)} seconds`,
  );
}
