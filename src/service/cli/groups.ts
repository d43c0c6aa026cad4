/** The commands about groups, companies and pushed news. */
import type { Command } from 'commander';
import { todayInUtc } from '../../contract/dates.js';
import { createAddressGuard } from '../push/address-guard.js';
import { createPushNews } from '../push/push-news.js';
import { checkSecret } from '../push/webhook.js';
import { adderTo, type CommandContext, tableText, wholeNumber } from './command.js';

const AT_MOST = ['--limit <number>', 'at most so many', wholeNumber(1, 10_000)] as const;
const DEFAULT_FOUND = 50;
const DEFAULT_LOG = 20;

export function addGroupCommands(program: Command, context: CommandContext): void {
  const add = adderTo(program.command('groups').description('Groups of companies.'), context);
  add('list', 'list all groups with the number of their companies', async ({ withStore }) => {
    const found = await withStore((store) => store.listGroups());
    return { data: found, text: tableText(found.map(({ name, companies }) => [companies, name])) };
  });
  add(
    'add <group> <company...>',
    'add companies, by id or domain, to a group; creates the group if it does not exist',
    async ({ withStore }, group: string, companies: readonly string[]) => {
      if (group.trim() === '') throw new Error('The name of the group must not be empty');
      const items = [{ group, companies }];
      const { refused } = await withStore((store) => store.importBatch({ kind: 'groups', items, today: '' }));
      if (refused[0]) throw new Error(refused[0].message);
      return { data: { group, added: companies.length }, text: `${group}: ${companies.length} companies` };
    },
  );
  add(
    'remove <group> <company...>',
    'remove companies, by id or domain, from a group',
    async ({ withStore }, group: string, companies: readonly string[]) => {
      const removed = await withStore((store) => store.removeFromGroup(group, companies));
      if (removed === undefined) throw new Error(`There is no group named ${group}`);
      return { data: { group, removed }, text: `${group}: ${removed} companies removed` };
    },
  );
  add('delete <group>', 'delete a group; its companies stay', async ({ withStore }, group: string) => {
    const deleted = await withStore((store) => store.deleteGroup(group));
    if (!deleted) throw new Error(`There is no group named ${group}`);
    return { data: { group, deleted }, text: `${group} was deleted` };
  });
  const addOfCompanies = adderTo(program.command('companies').description('Companies.'), context);
  const find = addOfCompanies(
    'find <part>',
    'find companies by a part of their name or domain',
    async ({ withStore }, part: string, { limit }: { readonly limit: number }) => {
      const found = await withStore((store) => store.searchCompanies({ query: part }, limit));
      const rows = found.map(({ id, name, domain, location }) => [id, name, domain, location]);
      return { data: found, text: tableText(rows) };
    },
  );
  find.option(...AT_MOST, DEFAULT_FOUND);
}

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
