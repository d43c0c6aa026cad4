/** The limit of requests per minute and key: shown in the RateLimit headers and enforced with 429. */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../service-error.js';

/** @param perMinute 0 for no limit */
export async function registerRateLimit(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    // after the key is checked, before the body is read
    hook: 'preParsing',
    enableDraftSpec: true,
    keyGenerator: (request) => (request.account === null ? request.ip : String(request.account.keyId)),
    errorResponseBuilder: (_request, { max, ttl }) =>
      new ServiceError(
        'RATE_LIMITED',
        `More than ${max} requests in a minute: try again in ${Math.ceil(ttl / 1_000)} seconds`,
      ),
  });
}
