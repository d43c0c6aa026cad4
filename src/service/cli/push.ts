/** The commands about pushed news. */
import type { Command } from 'commander';
import { createAddressGuard } from '../push/address-guard.js';
import { createPushNews, type Pushed, type PushOptions, type PushRequest } from '../push/push-news.js';
import { hasFailed } from '../push/webhook.js';
import { ServiceError } from '../service-error.js';
import {
  addCommand,
  type CommandContext,
  CommandError,
  type CommandOutput,
  printing,
  readId,
  wholeNumber,
} from './command.js';

const DEFAULT_LOG = 20;

export function addPushCommands(program: Command, context: CommandContext): void {
  const push = program.command('push').description('Pushed news.');
  addCommand(push, 'test', 'post a payload without news to a callback address, and print its answer')
    .requiredOption('--group <group>', 'the group that the payload names')
    .requiredOption('--callback <url>', 'the address')
    .action(
      printing(context, (options: { group: string; callback: string }) => testCallback(context, options)),
    );
  addCommand(push, 'log', 'list the last deliveries')
    .option('--failed', 'only those that have not arrived')
    .option('--limit <number>', 'at most so many', wholeNumber(1, 10_000), DEFAULT_LOG)
    .action(
      printing(context, (options: { failed?: boolean; limit: number }) => listDeliveries(context, options)),
    );
  addCommand(push, 'retry', 'send a delivery again that has not arrived, and print the answer')
    .requiredOption('--id <id>', 'its id in the log', readId)
    .requiredOption('--callback <url>', 'its address: the log keeps only the host')
    .action(
      printing(context, (options: { id: number; callback: string }) => retryDelivery(context, options)),
    );
}

async function testCallback(
  context: CommandContext,
  { group, callback }: { readonly group: string; readonly callback: string },
): Promise<CommandOutput> {
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
}

async function listDeliveries(
  { withStore }: CommandContext,
  { failed = false, limit }: { readonly failed?: boolean; readonly limit: number },
): Promise<CommandOutput> {
  const found = await withStore((store) => store.deliveries(limit, failed ? 'failed' : 'all'));
  const rows = found.map(({ id, at, status, error, attempts, news, durationMs, group, callback }) => [
    id,
    at,
    status ?? error,
    `${news} news`,
    `${attempts} attempts`,
    `${durationMs} ms`,
    group,
    callback,
  ]);
  return { data: found, text: rows.map((row) => row.join('\t')).join('\n') };
}

async function retryDelivery(
  context: CommandContext,
  { id, callback }: { readonly id: number; readonly callback: string },
): Promise<CommandOutput> {
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
}

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
