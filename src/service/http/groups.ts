/** The list of tracked companies, and the push of their news. */
import type { FastifyInstance } from 'fastify';
import { CALLBACK_HEADER } from '../../contract/endpoints.js';
import type { PushNews } from '../push/push-news.js';
import { ServiceError } from '../service-error.js';
import type { Store } from '../store/create-store.js';
import { sendTagged } from './etag.js';
import { PUSH_NEWS_SCHEMA, TRACKED_COMPANIES_SCHEMA } from './schemas.js';

export interface GroupOptions {
  readonly store: Pick<Store, 'trackedCompanies'>;
  readonly pushNews: PushNews;
}

export function registerGroups(app: FastifyInstance, { store, pushNews }: GroupOptions): void {
  app.get<{ Params: { GROUP_NAME: string } }>('/api/v1/tracked-companies/:GROUP_NAME', {
    schema: TRACKED_COMPANIES_SCHEMA,
    handler: async (request, reply) => {
      const group = checkedGroup(request.params.GROUP_NAME);
      const companies = await store.trackedCompanies(group);
      if (companies === undefined) throw noGroup(group);
      return sendTagged(request, reply, `{"status":"200","message":"Success","companies":${companies}}`);
    },
  });

  app.post<{ Params: { GROUP_NAME: string; DAYS: string } }>('/api/v1/push-news/:GROUP_NAME/:DAYS', {
    schema: PUSH_NEWS_SCHEMA,
    // without a key, anybody could have the service post to any address
    config: { alwaysNeedsKey: true, work: 'push' },
    handler: async (request, reply) => {
      const { answer, news } = await pushNews({
        keyId: request.account?.keyId ?? null,
        group: checkedGroup(request.params.GROUP_NAME),
        days: request.params.DAYS,
        callback: request.headers[CALLBACK_HEADER],
      });
      reply.header('x-news-posted', news);
      return { response: answer.text };
    },
  });
}

/** No group name contains a zero character, and no database accepts one. */
export function checkedGroup(group: string): string {
  if (group.includes('\0')) throw noGroup(group.replaceAll('\0', '\\0'));
  return group;
}

export function noGroup(group: string): ServiceError {
  return new ServiceError('NO_GROUP', `There is no group named ${group}`);
}
