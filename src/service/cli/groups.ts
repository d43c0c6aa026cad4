/** The commands about groups and companies. */
import { type Command, CommandError, UsageError, wholeNumberOf } from './command.js';

const DEFAULT_FOUND = '50';

export const GROUP_COMMANDS: Readonly<Record<string, Command>> = {
  'groups list': {
    summary: 'list all groups with the number of their companies',
    usage: '',
    options: {},
    run: async (_, context) => {
      const groups = await context.withStore((store) => store.listGroups());
      return { data: groups, text: groups.map(({ name, companies }) => `${companies}\t${name}`).join('\n') };
    },
  },
  'groups add': {
    summary: 'add companies, by id or domain, to a group; creates the group if it does not exist',
    usage: 'GROUP COMPANY...',
    options: {},
    positionals: ['GROUP', 'COMPANY...'],
    run: async ({ positionals: [group = '', ...companies] }, context) => {
      if (group.trim() === '') throw new UsageError('GROUP must not be empty');
      const count = await context.withStore((store) =>
        store.importBatch({ kind: 'groups', items: [{ group, companies }], today: '' }),
      );
      const refusal = count.refused[0];
      if (refusal) throw new CommandError(refusal.message);
      return { data: { group, added: companies.length }, text: `${group}: ${companies.length} companies` };
    },
  },
  'groups remove': {
    summary: 'remove companies, by id or domain, from a group',
    usage: 'GROUP COMPANY...',
    options: {},
    positionals: ['GROUP', 'COMPANY...'],
    run: async ({ positionals: [group = '', ...companies] }, context) => {
      const removed = await context.withStore((store) => store.removeFromGroup(group, companies));
      if (removed === undefined) throw new CommandError(`There is no group named ${group}`);
      return { data: { group, removed }, text: `${group}: ${removed} companies removed` };
    },
  },
  'groups delete': {
    summary: 'delete a group; its companies stay',
    usage: 'GROUP',
    options: {},
    positionals: ['GROUP'],
    run: async ({ positionals: [group = ''] }, context) => {
      const deleted = await context.withStore((store) => store.deleteGroup(group));
      if (!deleted) throw new CommandError(`There is no group named ${group}`);
      return { data: { group, deleted }, text: `${group} was deleted` };
    },
  },
  'companies find': {
    summary: 'find companies by a part of their name or domain',
    usage: 'PART [--limit N]',
    options: { limit: { type: 'string' } },
    positionals: ['PART'],
    run: async ({ positionals: [part = ''], values }, context) => {
      const limit = wholeNumberOf('limit', values['limit'] ?? DEFAULT_FOUND, 1, 10_000);
      const found = await context.withStore((store) => store.findCompanies(part, limit));
      const lines = found.map(({ id, name, domain, location }) => [id, name, domain, location].join('\t'));
      return { data: found, text: lines.join('\n') };
    },
  },
};
