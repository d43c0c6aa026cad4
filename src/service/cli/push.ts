/** The commands about pushed news. */
import type { Command } from 'commander';
import { todayInUtc } from '../../contract/dates.js';
import { createAddressGuard } from '../push/address-guard.js';
import { createPushNews } from '../push/push-news.js';
import { checkSecret } from '../push/webhook.js';
import { AT_MOST, adderTo, type CommandContext, tableText } from './command.js';

const DEFAULT_LOG = 20;

export function addPushCommands(program: Command, context: CommandContext): void {
  const add = adderTo(program.command('push').description('Pushed news.'), context);
  const summary =
    'post a payload without news to a callback address, and print the status and text of its answer';
  add('test', summary, testCallback)
    .requiredOption('--group <group>', 'the group that the payload names')
    .requiredOption('--callback <url>', 'the address');
  const log = add(
    'log',
    'list the last deliveries',
    async ({ withStore }, { limit }: { readonly limit: number }) => {
      const found = await withStore((store) => store.deliveries(limit));
      const rows = found.map(({ id, at, status, error, attempts, news, durationMs, group, callback }) => {
        const counts = [`${news} news`, `${attempts} attempts`, `${durationMs} ms`];
        return [id, at, status ?? error, ...counts, group, callback];
      });
      return { data: found, text: tableText(rows) };
    },
  );
  log.option(...AT_MOST, DEFAULT_LOG);
}

async function testCallback(
  { config, withStore }: CommandContext,
  { group, callback }: { readonly group: string; readonly callback: string },
) {
  // as the start of the service does: with a wrong secret the receiver would refuse the signature
  checkSecret(config.pushSecret);
  const { answer } = await withStore((store) => {
    const send = createPushNews({
      store: { ...store, newsOfGroup: async () => ({ count: 0, json: '[]' }) },
      guard: createAddressGuard(config.allowCallbacks),
      today: todayInUtc,
      secret: config.pushSecret,
    });
    return send({ keyId: null, group, days: '1', callback });
  });
  const { status, text: response } = answer;
  return { data: { status, response }, text: `${status} ${response}` };
}
