/** The HTTP interface over a store; it does not listen. */
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { API_KEY_HEADER } from '../../contract/endpoints.js';
import { EXTRAS, type Extra } from '../../contract/lookups.js';
import type { AddressGuard } from '../push/address-guard.js';
import { createPushNews } from '../push/push-news.js';
import type { Store } from '../store/create-store.js';
import { createAuthentication } from './authentication.js';
import { registerBodies } from './body.js';
import { registerChanges } from './changes.js';
import { answerClientError } from './client-errors.js';
import { registerDatasets } from './datasets.js';
import { registerDeadline } from './deadline.js';
import { badAddress, registerErrors, sendError } from './errors.js';
import { registerEstimates } from './estimates.js';
import { sendTagged } from './etag.js';
import { createFollowLimit } from './follow-limit.js';
import { registerGroups } from './groups.js';
import { registerHeaders } from './headers.js';
import { registerLookups } from './lookups.js';
import { createMetrics, type Metrics } from './metrics.js';
import { countRequests, registerOperations } from './operations.js';
import { type AnswerPaid, createPaidAnswers } from './paid-answer.js';
import { registerAddressLimit, registerRateLimit } from './rate-limit.js';
import { createReceipts } from './receipts.js';
import type { ShareOptions } from './shares.js';
import { PATIENCE, type Patience, registerSlowReaders, serverTimeouts } from './slow-clients.js';
import { registerShares } from './take-shares.js';
import { registerTracking } from './tracking.js';

const MAX_BODY_BYTES = 262_144;
const MAX_GROUP_NAME_LENGTH = 1_000;

export interface AppOptions {
  readonly store: Store;
  readonly digestOf: (key: string) => string;
  readonly guard: AddressGuard;
  /** Today in UTC, 'YYYY-MM-DD'. */
  readonly today: () => string;
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly answerShape: 'list' | 'object';
  readonly version1Auth: boolean;
  /** The endpoints beside the specification that there are. @default all of them */
  readonly extras?: readonly Extra[];
  /** Requests per minute and key; 0 for no limit. */
  readonly rateLimit: number;
  /** What is counted. @default its own */
  readonly metrics?: Metrics;
  /** Whether the endpoints for operators are here, and not on a port of their own. @default true */
  readonly servesOperations?: boolean;
  readonly pushSecret: string | undefined;
  /** For all attempts together. @default 10000 */
  readonly pushTimeoutMs?: number;
  /** Before each repetition. @default 500 and 2000 */
  readonly pushPausesMs?: readonly number[];
  /** Of stored answers of one key. @default 256 MiB */
  readonly maxStoredBytes?: number;
  /** Records that a query with changes may match. @default 100000 */
  readonly maxFollowed?: number;
  /** Rows that a key may have written in a minute by starting to follow queries. @default 200000 */
  readonly followedRowsPerMinute?: number | undefined;
  /** What each key has of the service, and all together. @default no limit */
  readonly shares?: ShareOptions | undefined;
  /** Addresses and CIDR ranges of the proxies that say what address a client has. @default none */
  readonly trustProxy?: readonly string[];
  /** For the work on a request, in milliseconds; after that its answer is 503. A push may take longer. @default no limit */
  readonly answerWithinMs?: number | undefined;
  /** @default PATIENCE */
  readonly patience?: Patience;
  /** Connections at the same time; more are closed at once. @default 1000 */
  readonly maxConnections?: number;
  /** @default 'silent' */
  readonly logLevel?: string;
  /** @default standard error */
  readonly logStream?: NodeJS.WritableStream;
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, metrics = createMetrics(), servesOperations = true } = options;
  const app = createServer(options);
  await app.register(swagger, { openapi: DOCUMENT });
  countRequests(app, metrics);
  await app.register(async (scope) => {
    await registerAddressLimit(scope, options.rateLimit);
    if (servesOperations) registerOperations(scope, { store, metrics });
    registerDocument(scope);
  });
  const answerPaid = createPaidAnswers({
    store,
    maxStoredBytes: options.maxStoredBytes ?? 256 * 1_048_576,
    tellsChanges: (options.extras ?? EXTRAS).includes('changes'),
    noteDelivered: createReceipts(app, store),
    onCharged: (credits) => metrics.credits.inc(credits),
  });
  await app.register((scope) => registerEndpoints(scope, options, answerPaid));
  return app;
}

/** The server with what holds for each of its routes. */
function createServer({
  patience = PATIENCE,
  maxConnections = 1_000,
  trustProxy = [],
  logLevel = 'silent',
  logStream = process.stderr,
}: AppOptions): FastifyInstance {
  const app = Fastify({
    logger: { level: logLevel, stream: logStream, serializers: { req: describeRequest } },
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: [...trustProxy],
    ...serverTimeouts(patience),
    routerOptions: { maxParamLength: MAX_GROUP_NAME_LENGTH },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) => sendError(badAddress(), reply),
  });
  app.server.maxConnections = maxConnections;
  // answers are either finished text or small objects: there is nothing to compile
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.setValidatorCompiler(() => () => true);
  app.decorateRequest('account', null);
  app.decorateRequest('digest', '');
  registerErrors(app);
  registerBodies(app);
  registerHeaders(app);
  registerSlowReaders(app, patience);
  return app;
}

function registerDocument(app: FastifyInstance): void {
  // made once, when all routes are there
  let openApi: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (request, reply) => {
    openApi ??= JSON.stringify(app.swagger());
    return sendTagged(request, reply, openApi);
  });
}

/** All that needs a key. */
async function registerEndpoints(
  app: FastifyInstance,
  options: AppOptions,
  answerPaid: AnswerPaid,
): Promise<void> {
  const { store, guard, today, extras = EXTRAS, maxFollowed = 100_000, answerWithinMs } = options;
  const tellsChanges = extras.includes('changes');
  const startFollowing = createFollowLimit(options.followedRowsPerMinute);
  const pushNews = createPushNews({
    store,
    guard,
    today,
    secret: options.pushSecret,
    timeoutMs: options.pushTimeoutMs,
    pausesMs: options.pushPausesMs,
  });
  const limitAddress = await registerRateLimit(app, options.rateLimit);
  if (answerWithinMs !== undefined) registerDeadline(app, answerWithinMs);
  app.addHook('onRequest', createAuthentication({ ...options, limitAddress }));
  registerShares(app, options.shares);
  registerGroups(app, { store, pushNews });
  registerDatasets(app, { ...options, maxFollowed, tellsChanges, startFollowing, answerPaid });
  if (extras.includes('estimate')) registerEstimates(app, options);
  if (tellsChanges) registerChanges(app, { ...options, maxFollowed, startFollowing, answerPaid });
  registerLookups(app, { ...options, extras });
  if (extras.includes('tracking')) registerTracking(app, store);
}

/** What a log contains of a request: never the headers or the query string, because of the key, and never the body. */
function describeRequest(request: { readonly method: string; readonly url: string }): {
  method: string;
  url: string;
} {
  return { method: request.method, url: request.url.split('?')[0]! };
}

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
