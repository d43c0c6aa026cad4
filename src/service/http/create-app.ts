/** The HTTP interface over a store; it does not listen. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { API_KEY_HEADER } from '../../contract/endpoints.js';
import type { Config } from '../config.js';
import { registerAuthentication } from './authentication.js';
import { registerChanges } from './changes.js';
import { registerDatasets, registerEstimates } from './datasets.js';
import { type EndpointOptions, refuseFieldsInAddress } from './endpoint.js';
import { registerGroups } from './groups.js';
import { registerDeadline, registerRateLimit, registerShares } from './limits.js';
import { registerLookups } from './lookups.js';
import { countRequests, createMetrics, type Metrics, registerOperations } from './operations.js';
import { createRecordAnswers } from './paid-answer.js';
import { createServer, type ServerOptions } from './server.js';
import type { ShareOptions } from './shares.js';

export interface AppOptions
  extends Omit<EndpointOptions, 'answerRecords'>,
    Pick<Config, 'maxConnections' | 'maxStoredBytes' | 'operationsPort'>,
    ServerOptions {
  readonly digestOf: (key: string) => string;
  /** The metrics to count in. @default new ones */
  readonly metrics?: Metrics;
  /** The limits of concurrent work, per key and in total. @default no limit */
  readonly shares?: ShareOptions | undefined;
  /** The time limit of a request in ms; later its answer is 503. Not for pushes. @default no limit */
  readonly answerWithinMs?: number | undefined;
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, operationsPort, metrics = createMetrics() } = options;
  // not in a plugin: Fastify waits ten seconds for one, but a start waits as long as the database takes
  const validDigests = await store.validDigests();
  const app = createServer(options);
  // connections above the limit are closed unread; open connections continue
  app.server.maxConnections = options.maxConnections;
  app.server.on('drop', () => metrics.refusedConnections.inc());
  await app.register(swagger, { openapi: DOCUMENT });
  countRequests(app, metrics);
  await app.register(async (scope) => {
    await registerRateLimit(scope, options.rateLimit);
    if (operationsPort === undefined) registerOperations(scope, { store, metrics });
    scope.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  });
  const onCharged = (credits: number) => metrics.credits.inc(credits);
  const answerRecords = createRecordAnswers(app, { ...options, onCharged });
  await app.register(async (scope) => {
    if (options.answerWithinMs !== undefined) registerDeadline(scope, options.answerWithinMs);
    await registerAuthentication(scope, { ...options, validDigests });
    scope.addHook('preValidation', refuseFieldsInAddress);
    registerShares(scope, options.shares);
    for (const register of ENDPOINTS) register(scope, { ...options, answerRecords });
  });
  return app;
}

/** In the order of the OpenAPI document. Each registers only what EXTRAS enables. */
const ENDPOINTS = [registerGroups, registerDatasets, registerEstimates, registerChanges, registerLookups];

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Business Signals Data Service',
    version: '2.0',
    description: 'Expansions, major hiring, executive changes, and news of tracked companies.',
    contact: { name: 'The operator of this service' },
  },
  servers: [{ url: '/', description: 'The host that served this document' }],
  components: {
    securitySchemes: { key: { type: 'apiKey' as const, in: 'header' as const, name: API_KEY_HEADER } },
  },
  security: [{ key: [] }],
  tags: [
    { name: 'datasets', description: 'Queries of the three datasets' },
    { name: 'groups', description: 'Groups of tracked companies and their news' },
    { name: 'companies', description: 'Companies by a part of their name or domain' },
    { name: 'account', description: 'What the key has left and has spent' },
  ],
};
