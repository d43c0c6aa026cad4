/** The commands about pushed news. */
import { createAddressGuard } from '../push/address-guard.js';
import { createPushNews, type Pushed, type PushOptions, type PushRequest } from '../push/push-news.js';
import { hasFailed } from '../push/webhook.js';
import { ServiceError } from '../service-error.js';
import {
  type Command,
  type CommandContext,
  CommandError,
  idOf,
  UsageError,
  wholeNumberOf,
} from './command.js';

const DEFAULT_LOG = '20';

export const PUSH_COMMANDS: Readonly<Record<string, Command>> = {
  'push test': {
    summary: 'post a payload without news to a callback address, and print its answer',
    usage: '--group GROUP --callback URL',
    options: { group: { type: 'string' }, callback: { type: 'string' } },
    run: async ({ values }, context) => {
      const { group, callback } = values;
      if (!group || !callback) throw new UsageError('--group and --callback are needed');
      const { answer } = await context.withStore((store) => {
        const noNews = {
          ...store,
          newsOfGroup: async () => ({ count: 0, json: '[]' }),
          // there is nothing to send again
          logDelivery: (delivery: Parameters<typeof store.logDelivery>[0]) =>
            store.logDelivery({ ...delivery, hasFailed: false }),
        };
        return push(noNews, context, { keyId: null, group, days: '1', callback });
      });
      return { data: { response: answer.text }, text: answer.text };
    },
  },
  'push log': {
    summary: 'list the last deliveries, or with --failed those that have not arrived',
    usage: '[--failed] [--limit N]',
    options: { failed: { type: 'boolean' }, limit: { type: 'string' } },
    run: async ({ values, flags }, context) => {
      const limit = wholeNumberOf('limit', values['limit'] ?? DEFAULT_LOG, 1, 10_000);
      const which = flags.has('failed') ? 'failed' : 'all';
      const found = await context.withStore((store) => store.deliveries(limit, which));
      const lines = found.map(({ id, at, status, error, attempts, news, durationMs, group, callback }) =>
        [
          id,
          at,
          status ?? error,
          `${news} news`,
          `${attempts} attempts`,
          `${durationMs} ms`,
          group,
          callback,
        ].join('\t'),
      );
      return { data: found, text: lines.join('\n') };
    },
  },
  'push retry': {
    summary: 'send a delivery again that has not arrived, and print the answer',
    usage: '--id ID --callback URL',
    options: { id: { type: 'string' }, callback: { type: 'string' } },
    run: async ({ values }, context) => {
      const id = idOf(values['id']);
      const { callback } = values;
      if (!callback) throw new UsageError('--callback is needed: the log keeps only the host of an address');
      const { answer, news } = await context.withStore(async (store) => {
        const failed = await store.failedDelivery(id);
        if (!failed) throw new CommandError(`push log --failed has no delivery ${id}`);
        const { keyId, group, days } = failed;
        return push(store, context, { keyId, group, days: String(days), callback, again: failed });
      });
      if (hasFailed(answer)) {
        throw new CommandError(`The callback has answered with the status ${answer.status}: ${answer.text}`);
      }
      return { data: { id, news, response: answer.text }, text: answer.text };
    },
  },
};

async function push(
  store: PushOptions['store'],
  { config }: CommandContext,
  request: PushRequest,
): Promise<Pushed> {
  const send = createPushNews({
    store,
    guard: createAddressGuard(config.allowCallbacks),
    today: () => new Date().toISOString().slice(0, 10),
    secret: config.pushSecret,
  });
  try {
    return await send(request);
  } catch (error) {
    throw error instanceof ServiceError ? new CommandError(error.message, { cause: error }) : error;
  }
}
