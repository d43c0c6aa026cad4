/** The three dataset queries. */
import type { FastifyInstance } from 'fastify';
import { CURSOR_HEADER } from '../../contract/changes.js';
import { DATASETS, type Dataset, type DatasetName } from '../../contract/datasets.js';
import type { AnyQuery } from '../database/conditions.js';
import { accountOf } from './authentication.js';
import { checkBody } from './check-body.js';
import { ownerOf, writeCursor } from './cursor.js';
import type { EndpointOptions } from './endpoint-options.js';
import { datasetSchema } from './schemas.js';

export function registerDatasets(app: FastifyInstance, options: EndpointOptions): void {
  const { store, answerPaid, answerShape, defaultLimit, maxLimit, extras } = options;
  for (const [name, dataset] of Object.entries(DATASETS) as [DatasetName, Dataset][]) {
    app.post<{ Body: AnyQuery }>(dataset.path, {
      schema: datasetSchema(name, dataset, options),
      // the schema of the headers is documentation only
      validatorCompiler: ({ httpPart }) =>
        httpPart === 'body' ? (body: unknown) => checkBody(dataset, body, maxLimit) : () => true,
      handler: async (request, reply) => {
        const limit = (request.body['limit'] as number | undefined) ?? defaultLimit;
        const asked = { dataset: name, query: request.body, limit };
        reply.type('application/json; charset=utf-8');
        if (!dataset.paid) return reply.send((await store.queryRecords(asked)).json);
        const begins = extras.includes('changes') && request.headers[CURSOR_HEADER] === 'begin';
        let base: number | undefined;
        return answerPaid(request, reply, {
          dataset: name,
          asked: { ...request.body, limit },
          limit,
          read: async (affordable) => {
            // read first: a change between the two reads is reported twice rather than never
            if (begins) base = await store.lastChange();
            return store.queryRecords({ ...asked, ...affordable });
          },
          bodyOf: ({ json, charged, left, isRepetition }) => {
            // a repeated answer is older than this cursor
            if (base !== undefined && !isRepetition) {
              const owner = ownerOf(name, request.body, accountOf(request).keyId);
              reply.header(CURSOR_HEADER, writeCursor({ owner, base }));
            }
            if (answerShape === 'list') return json;
            return `{"dataset":${json},"creditsConsumed":${charged},"closingBalance":${left}}`;
          },
        });
      },
    });
  }
}
