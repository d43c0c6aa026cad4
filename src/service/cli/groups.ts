/** The commands about groups, companies and pushed news. */
import type { Command } from 'commander';
import { AT_MOST, adderTo, type CommandContext, tableText } from './command.js';

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
  const addOfPushes = adderTo(program.command('push').description('Pushed news.'), context);
  const log = addOfPushes(
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
