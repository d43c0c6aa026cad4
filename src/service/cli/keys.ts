/** The commands about API keys. */
import { BILLINGS } from '../database/keys.js';
import { digestOf, makeKey, prefixOf } from '../keys/api-key.js';
import { checkPepper, loadPepper } from '../keys/pepper.js';
import type { Store } from '../store/create-store.js';
import {
  type Command,
  type CommandContext,
  CommandError,
  choiceOf,
  idOf,
  UsageError,
  wholeNumberOf,
} from './command.js';

const MAX_NAME_LENGTH = 200;
const MAX_CREDITS = 1_000_000_000_000;
const NO_SUCH_KEY = 'There is no valid key with this id';

async function newKey(store: Store, { config }: CommandContext) {
  const key = makeKey();
  const pepper = await loadPepper(config);
  await checkPepper(store, pepper, 'command');
  return { key, digest: digestOf(key, pepper), prefix: prefixOf(key) };
}

export const KEY_COMMANDS: Readonly<Record<string, Command>> = {
  'keys create': {
    summary: 'create a key and print it, only this once',
    usage: `--name NAME --credits CREDITS [--billing ${BILLINGS.join('|')}] [--daily-cap CREDITS]`,
    options: {
      name: { type: 'string' },
      credits: { type: 'string' },
      billing: { type: 'string' },
      'daily-cap': { type: 'string' },
    },
    run: async ({ values }, context) => {
      const name = values['name']?.trim() ?? '';
      if (name === '' || name.length > MAX_NAME_LENGTH) {
        throw new UsageError(`--name must be a text of at most ${MAX_NAME_LENGTH} characters`);
      }
      const credits = wholeNumberOf('credits', values['credits'], 0, MAX_CREDITS);
      const billing = choiceOf('--billing', values['billing'] ?? 'per-answer', BILLINGS);
      const cap = values['daily-cap'];
      const dailyCap = cap === undefined ? undefined : wholeNumberOf('daily-cap', cap, 1, MAX_CREDITS);
      return context.withStore(async (store) => {
        const { key, digest, prefix } = await newKey(store, context);
        const rules = { billing, ...(dailyCap !== undefined && { dailyCap }) };
        const id = await store.createKey({ name, credits, digest, prefix, ...rules });
        return { data: { id, name, credits, ...rules, key }, text: key };
      });
    },
  },
  'keys list': {
    summary: 'list all keys with id, name and first characters',
    usage: '',
    options: {},
    run: async (_, context) => {
      const keys = await context.withStore((store) => store.listKeys());
      const lines = keys.map(
        ({ id, prefix, credits, billing, dailyCap, spentToday, created, revoked, name }) =>
          [
            id,
            `${prefix}…`,
            credits,
            billing,
            spentToday,
            dailyCap ?? '-',
            created,
            revoked ? `revoked ${revoked}` : 'valid',
            name,
          ].join('\t'),
      );
      const columns = ['id', 'key', 'credits', 'billing', 'today', 'cap', 'created', 'state', 'name'];
      return { data: keys, text: [columns.join('\t'), ...lines].join('\n') };
    },
  },
  'keys revoke': {
    summary: 'revoke a key immediately',
    usage: '--id ID',
    options: { id: { type: 'string' } },
    run: async ({ values }, context) => {
      const id = idOf(values['id']);
      if (!(await context.withStore((store) => store.revokeKey(id)))) throw new CommandError(NO_SUCH_KEY);
      return { data: { id, revoked: true }, text: `Key ${id} is revoked` };
    },
  },
  'keys rotate': {
    summary: 'replace the text of a key, keep its credits, and print the new key, only this once',
    usage: '--id ID',
    options: { id: { type: 'string' } },
    run: async ({ values }, context) => {
      const id = idOf(values['id']);
      return context.withStore(async (store) => {
        const { key, digest, prefix } = await newKey(store, context);
        if (!(await store.rotateKey(id, { digest, prefix }))) throw new CommandError(NO_SUCH_KEY);
        return { data: { id, key }, text: key };
      });
    },
  },
  'keys credits': {
    summary: 'add credits, or remove them with --remove, and print the balance',
    usage: '--id ID (--add N | --remove N)',
    options: { id: { type: 'string' }, add: { type: 'string' }, remove: { type: 'string' } },
    run: async ({ values }, context) => {
      const id = idOf(values['id']);
      const { add, remove } = values;
      if ((add === undefined) === (remove === undefined))
        throw new UsageError('give either --add or --remove');
      const amount =
        add === undefined
          ? -wholeNumberOf('remove', remove, 1, MAX_CREDITS)
          : wholeNumberOf('add', add, 1, MAX_CREDITS);
      const credits = await context.withStore((store) => store.addCredits(id, amount));
      if (credits === undefined)
        throw new CommandError('There is no such key, or it has fewer credits than that');
      return { data: { id, credits }, text: String(credits) };
    },
  },
  'keys usage': {
    summary: 'show what a key has spent, by day',
    usage: '--id ID [--days DAYS]',
    options: { id: { type: 'string' }, days: { type: 'string' } },
    run: async ({ values }, context) => {
      const id = idOf(values['id']);
      const days = wholeNumberOf('days', values['days'] ?? '30', 1, 3_650);
      const usage = await context.withStore(async (store) => {
        const keys = await store.listKeys();
        if (!keys.some((key) => key.id === id)) throw new CommandError(`There is no key ${id}`);
        return store.keyUsage(id, days);
      });
      const lines = usage.map(
        ({ day, reason, requests, credits }) => `${day}\t${requests}\t${credits}\t${reason}`,
      );
      return { data: usage, text: ['day\trequests\tcredits\twhat', ...lines].join('\n') };
    },
  },
};
