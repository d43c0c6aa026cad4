/** The commands about groups, companies and pushed news. */
import type { Command } from 'commander';
import type { Store } from '../store/create-store.js';
import { adderTo, type CommandContext, listed, wholeNumber } from './command.js';

const AT_MOST = ['--limit <number>', 'at most so many', wholeNumber(1, 10_000)] as const;

interface Limited {
  readonly limit: number;
}

export function addGroupCommands(program: Command, context: CommandContext): void {
  const add = adderTo(program.command('groups').description('Groups of companies.'), context);
  add('list', 'list all groups with the number of their companies', async (store) =>
    listed(await store.listGroups()),
  );
  const adding = 'add companies, by id or domain, to a group; creates the group if it does not exist';
  add('add <group> <company...>', adding, addToGroup);
  add('remove <group> <company...>', 'remove companies, by id or domain, from a group', removeFromGroup);
  add('delete <group>', 'delete a group; its companies stay', deleteGroup);
  adderTo(program.command('companies').description('Companies.'), context)(
    'find <part>',
    'find companies by a part of their name or domain',
    async (store, part: string, { limit }: Limited) =>
      listed(await store.searchCompanies({ query: part }, limit)),
  ).option(...AT_MOST, 50);
  adderTo(program.command('push').description('Pushed news.'), context)(
    'log',
    'list the last deliveries',
    async (store, { limit }: Limited) => listed(await store.deliveries(limit)),
  ).option(...AT_MOST, 20);
}

async function addToGroup(store: Store, named: string, companies: readonly string[]) {
  // as an import reads it: with a space at its end it would be another group that looks the same
  const group = named.trim();
  const items = [{ group, companies }];
  const { refused } = await store.importBatch({ kind: 'groups', items, today: '' });
  if (refused[0]) throw new Error(refused[0].message);
  return { data: { group, added: companies.length }, text: `${group}: ${companies.length} companies` };
}

async function removeFromGroup(store: Store, group: string, companies: readonly string[]) {
  const removed = await store.removeFromGroup(group, companies);
  if (removed === undefined) throw new Error(`There is no group named ${group}`);
  return { data: { group, removed }, text: `${group}: ${removed} companies removed` };
}

async function deleteGroup(store: Store, group: string) {
  const deleted = await store.deleteGroup(group);
  if (!deleted) throw new Error(`There is no group named ${group}`);
  return { data: { group, deleted }, text: `${group} was deleted` };
}
