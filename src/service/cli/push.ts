/** The commands about pushed news. */
import { createAddressGuard } from '../push/address-guard.js';
import { createPushNews } from '../push/push-news.js';
import { ServiceError } from '../service-error.js';
import { type Command, CommandError, UsageError, wholeNumberOf } from './command.js';

const DEFAULT_LOG = '20';

export const PUSH_COMMANDS: Readonly<Record<string, Command>> = {
  'push test': {
    summary: 'post a payload without news to a callback address, and print its answer',
    usage: '--group GROUP --callback URL',
    options: { group: { type: 'string' }, callback: { type: 'string' } },
    run: async ({ values }, context) => {
      const { group, callback } = values;
      if (!group || !callback) throw new UsageError('--group and --callback are needed');
      const { allowCallbacks, pushSecret } = context.config;
      const response = await context.withStore(async (store) => {
        const push = createPushNews({
          store: { logDelivery: store.logDelivery, newsOfGroup: async () => ({ count: 0, json: '[]' }) },
          guard: createAddressGuard(allowCallbacks),
          today: () => new Date().toISOString().slice(0, 10),
          secret: pushSecret,
        });
        try {
          return await push({ keyId: null, group, days: '1', callback });
        } catch (error) {
          throw error instanceof ServiceError ? new CommandError(error.message, { cause: error }) : error;
        }
      });
      return { data: { response }, text: response };
    },
  },
  'push log': {
    summary: 'list the last deliveries',
    usage: '[--limit N]',
    options: { limit: { type: 'string' } },
    run: async ({ values }, context) => {
      const limit = wholeNumberOf('limit', values['limit'] ?? DEFAULT_LOG, 1, 10_000);
      const found = await context.withStore((store) => store.deliveries(limit));
      const lines = found.map(({ at, status, error, news, durationMs, group, callback }) =>
        [at, status ?? error, `${news} news`, `${durationMs} ms`, group, callback].join('\t'),
      );
      return { data: found, text: lines.join('\n') };
    },
  },
};
