/** The commands about API keys. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BILLINGS } from '../../contract/enumerations.js';
import type { Billing } from '../../contract/lookups.js';
import type { NewKey } from '../database/keys.js';
import { checkPepper, digestOf, loadPepper, makeKey, prefixOf } from '../keys/api-key.js';
import type { Store } from '../store/create-store.js';
import { adderTo, type CommandContext, tableText, wholeNumber } from './command.js';

const MAX_NAME_LENGTH = 200;
const MAX_CREDITS = 1_000_000_000_000;
const CREDITS = wholeNumber(1, MAX_CREDITS);
const DAILY_CAP = ['--daily-cap <credits>', 'the most that it spends in a day', CREDITS] as const;
const EDIT_GROUPS = ['--edit-groups', 'it may add companies to groups and remove them'] as const;
const NO_SUCH_KEY = 'There is no valid key with this id';

interface OfKey {
  readonly id: number;
}

export function addKeyCommands(program: Command, context: CommandContext): void {
  const add = adderTo(program.command('keys').description('API keys.'), context);
  const readId = wholeNumber(1, Number.MAX_SAFE_INTEGER);
  const addOnKey: typeof add = (name, summary, run) =>
    add(name, summary, run).requiredOption('--id <id>', 'the id in the list of keys', readId);

  add('create', 'create a key and print it, only this once', createKey)
    .requiredOption('--name <name>', 'for whom or for what it is', readName)
    .requiredOption('--credits <credits>', 'its credits', wholeNumber(0, MAX_CREDITS))
    .addOption(
      new Option('--billing <billing>', 'what costs a credit').choices(BILLINGS).default('per-answer'),
    )
    .option(...DAILY_CAP)
    .option(...EDIT_GROUPS);
  add('list', 'list all keys with id, name and first characters', listKeys);
  const update = 'change the billing, the daily cap or the rights of a key, and note it in its ledger';
  addOnKey('update', update, updateKey)
    .addOption(new Option('--billing <billing>', 'what costs a credit from now on').choices(BILLINGS))
    .option(...DAILY_CAP)
    .option('--no-daily-cap', 'it has none')
    .option(...EDIT_GROUPS)
    .option('--no-edit-groups', 'it may not');
  addOnKey('revoke', 'revoke a key immediately', async ({ withStore }, { id }: OfKey) => {
    if (!(await withStore((store) => store.revokeKey(id)))) throw new Error(NO_SUCH_KEY);
    return { data: { id, revoked: true }, text: `Key ${id} is revoked` };
  });
  addOnKey(
    'rotate',
    'replace the text of a key, keep its credits, and print the new key, only this once; spreadsheets buy what they ' +
      'have stored again with it, at no cost where the billing is per-version',
    rotateKey,
  );
  addOnKey('credits', 'add credits, or remove them with --remove, and print the balance', changeCredits)
    .addOption(new Option('--add <credits>', 'add so many').argParser(CREDITS))
    .addOption(new Option('--remove <credits>', 'remove so many').argParser(CREDITS).conflicts('add'));
  const usage = addOnKey('usage', 'show what a key has spent, by day', showUsage);
  usage.option('--days <days>', 'the last so many days', wholeNumber(1, 3_650), 30);
  const entries = 'list the entries of the ledger of a key, the newest first, with the balance after each';
  const ledger = addOnKey('ledger', entries, showLedger);
  ledger.option('--limit <number>', 'at most so many', wholeNumber(1, 100_000), 100);
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw new InvalidArgumentError(`It must be a text of at most ${MAX_NAME_LENGTH} characters.`);
}

type CreateOptions = Pick<NewKey, 'name' | 'credits' | 'billing' | 'dailyCap'> & {
  readonly editGroups?: boolean;
};

async function createKey(context: CommandContext, options: CreateOptions) {
  const { name, credits, billing, dailyCap, editGroups: mayEditGroups } = options;
  return context.withStore(async (store) => {
    const { key, ...stored } = await newKey(store, context);
    const asked = { name, credits, billing, dailyCap, mayEditGroups };
    const id = await store.createKey({ ...asked, ...stored });
    return { data: { id, ...asked, key }, text: key };
  });
}

interface KeyUpdate extends OfKey {
  readonly billing?: Billing;
  /** False for none. */
  readonly dailyCap?: number | false;
  readonly editGroups?: boolean;
}

async function updateKey({ withStore }: CommandContext, options: KeyUpdate) {
  const { id, billing, dailyCap, editGroups } = options;
  const change = {
    ...(billing && { billing }),
    ...(dailyCap !== undefined && { dailyCap: dailyCap === false ? null : dailyCap }),
    ...(editGroups !== undefined && { mayEditGroups: editGroups }),
  };
  if (Object.keys(change).length === 0)
    throw new Error('Give --billing, --daily-cap, --no-daily-cap, --edit-groups or --no-edit-groups');
  const changed = await withStore((store) => store.updateKey(id, change));
  if (changed === undefined) throw new Error(NO_SUCH_KEY);
  return { data: { id, ...change, changed }, text: `Key ${id}: ${changed || 'nothing is different'}` };
}

async function rotateKey(context: CommandContext, { id }: OfKey) {
  return context.withStore(async (store) => {
    const { key, ...stored } = await newKey(store, context);
    if (!(await store.rotateKey(id, stored))) throw new Error(NO_SUCH_KEY);
    return { data: { id, key }, text: key };
  });
}

async function newKey(store: Store, { config }: CommandContext) {
  const key = makeKey();
  const pepper = await loadPepper(config);
  await checkPepper(store, pepper);
  return { key, digest: digestOf(key, pepper), prefix: prefixOf(key) };
}

async function listKeys({ withStore }: CommandContext) {
  const keys = await withStore((store) => store.listKeys());
  const header = ['id', 'key', 'credits', 'billing', 'today', 'cap', 'groups', 'created', 'state', 'name'];
  const rows = keys.map((key) => {
    const { id, prefix, credits, billing, dailyCap, spentToday, mayEditGroups, created, revoked, name } = key;
    const groups = mayEditGroups ? 'edits' : '-';
    const state = revoked ? `revoked ${revoked}` : 'valid';
    return [id, `${prefix}…`, credits, billing, spentToday, dailyCap ?? '-', groups, created, state, name];
  });
  return { data: keys, text: tableText([header, ...rows]) };
}

type CreditChange = OfKey & { readonly add?: number; readonly remove?: number };

async function changeCredits({ withStore }: CommandContext, { id, add, remove = 0 }: CreditChange) {
  const amount = add ?? -remove;
  if (amount === 0) throw new Error('Give either --add or --remove');
  const credits = await withStore((store) => store.addCredits(id, amount));
  if (credits === undefined)
    throw new Error(amount > 0 ? NO_SUCH_KEY : 'There is no such key, or it has fewer credits than that');
  return { data: { id, credits }, text: String(credits) };
}

async function showUsage(context: CommandContext, { id, days }: OfKey & { readonly days: number }) {
  const usage = await readOfKey(context, id, (store) => store.keyUsage(id, days));
  const rows = usage.map(({ day, reason, requests, credits }) => [day, requests, credits, reason]);
  return { data: usage, text: tableText([['day', 'requests', 'credits', 'what'], ...rows]) };
}

async function showLedger(context: CommandContext, { id, limit }: OfKey & { readonly limit: number }) {
  const entries = await readOfKey(context, id, (store) => store.keyLedger(id, limit));
  const header = ['entry', 'at', 'kind', 'credits', 'balance', 'what'];
  const rows = entries.map(({ id: entry, at, kind, delta, balance, dataset, chargeId, note }) => {
    const what = note ?? [dataset, chargeId && `of ${chargeId}`].filter(Boolean).join(' ');
    return [entry, at, kind, delta, balance, what];
  });
  return { data: entries, text: tableText([header, ...rows]) };
}

/** @throws an Error if there is no such key, not even a revoked one */
function readOfKey<T>(
  { withStore }: CommandContext,
  id: number,
  read: (store: Store) => Promise<T>,
): Promise<T> {
  return withStore(async (store) => {
    const keys = await store.listKeys();
    if (!keys.some((key) => key.id === id)) throw new Error(`There is no key ${id}`);
    return read(store);
  });
}
