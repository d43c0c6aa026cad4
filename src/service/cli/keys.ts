/** The commands about API keys. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BILLINGS } from '../../contract/enumerations.js';
import type { Billing } from '../../contract/lookups.js';
import type { Config } from '../config.js';
import type { NewKey } from '../database/keys.js';
import { checkPepper, digestOf, loadPepper, makeKey, prefixOf } from '../keys/api-key.js';
import type { Store } from '../store/create-store.js';
import { adderTo, type CommandContext, listed, wholeNumber } from './command.js';

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
  const { config } = context;
  const add = adderTo(program.command('keys').description('API keys.'), context);
  const readId = wholeNumber(1, Number.MAX_SAFE_INTEGER);
  const addOnKey: typeof add = (name, summary, run) =>
    add(name, summary, run).requiredOption('--id <id>', 'the id in the list of keys', readId);

  add('create', 'create a key and print it, only this once', (store, options: CreateOptions) =>
    createKey(store, config, options),
  )
    .requiredOption('--name <name>', 'for whom or for what it is', readName)
    .requiredOption('--credits <credits>', 'its credits', wholeNumber(0, MAX_CREDITS))
    .addOption(
      new Option('--billing <billing>', 'what costs a credit').choices(BILLINGS).default('per-answer'),
    )
    .option(...DAILY_CAP)
    .option(...EDIT_GROUPS);
  add('list', 'list all keys with id, name and first characters', async (store) =>
    listed(await store.listKeys()),
  );
  const update = 'change the billing, the daily cap or the rights of a key, and note it in its ledger';
  addOnKey('update', update, updateKey)
    .addOption(new Option('--billing <billing>', 'what costs a credit from now on').choices(BILLINGS))
    .option(...DAILY_CAP)
    .option('--no-daily-cap', 'it has none')
    .option(...EDIT_GROUPS)
    .option('--no-edit-groups', 'it may not')
    .hook('preAction', needs('--billing, --daily-cap, --no-daily-cap, --edit-groups or --no-edit-groups'));
  addOnKey('revoke', 'revoke a key immediately', revokeKey);
  addOnKey(
    'rotate',
    'replace the text of a key, keep its credits, and print the new key, only this once; spreadsheets buy what they ' +
      'have stored again with it, at no cost where the billing is per-version',
    (store, { id }: OfKey) => rotateKey(store, config, id),
  );
  addOnKey('credits', 'add credits, or remove them with --remove, and print the balance', changeCredits)
    .addOption(new Option('--add <credits>', 'add so many').argParser(CREDITS))
    .addOption(new Option('--remove <credits>', 'remove so many').argParser(CREDITS).conflicts('add'))
    .hook('preAction', needs('either --add or --remove'));
  const usage = addOnKey('usage', 'show what a key has spent, by day', showUsage);
  usage.option('--days <days>', 'the last so many days', wholeNumber(1, 3_650), 30);
  const entries = 'list the entries of the ledger of a key, the newest first, with the balance after each';
  const ledger = addOnKey('ledger', entries, showLedger);
  ledger.option('--limit <number>', 'at most so many', wholeNumber(1, 100_000), 100);
}

/** Refuses a command without any of its options, because it would change nothing. */
const needs = (options: string) => (command: Command) => {
  const { id: _id, json: _json, ...changes } = command.opts();
  if (Object.keys(changes).length === 0) command.error(`error: give ${options}`);
};

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw new InvalidArgumentError(`It must be a text of at most ${MAX_NAME_LENGTH} characters.`);
}

type CreateOptions = Pick<NewKey, 'name' | 'credits' | 'billing' | 'dailyCap'> & {
  readonly editGroups?: boolean;
};

async function createKey(store: Store, config: Config, options: CreateOptions) {
  const { name, credits, billing, dailyCap, editGroups: mayEditGroups } = options;
  const { key, ...stored } = await newKey(store, config);
  const asked = { name, credits, billing, dailyCap, mayEditGroups };
  const id = await store.createKey({ ...asked, ...stored });
  return { data: { id, ...asked, key }, text: key };
}

interface KeyUpdate extends OfKey {
  readonly billing?: Billing;
  /** False for none. */
  readonly dailyCap?: number | false;
  readonly editGroups?: boolean;
}

async function updateKey(store: Store, { id, billing, dailyCap, editGroups }: KeyUpdate) {
  const change = {
    ...(billing && { billing }),
    ...(dailyCap !== undefined && { dailyCap: dailyCap === false ? null : dailyCap }),
    ...(editGroups !== undefined && { mayEditGroups: editGroups }),
  };
  const changed = await store.updateKey(id, change);
  if (changed === undefined) throw new Error(NO_SUCH_KEY);
  return { data: { id, ...change, changed }, text: `Key ${id}: ${changed || 'nothing is different'}` };
}

async function revokeKey(store: Store, { id }: OfKey) {
  if (!(await store.revokeKey(id))) throw new Error(NO_SUCH_KEY);
  return { data: { id, revoked: true }, text: `Key ${id} is revoked` };
}

async function rotateKey(store: Store, config: Config, id: number) {
  const { key, ...stored } = await newKey(store, config);
  if (!(await store.rotateKey(id, stored))) throw new Error(NO_SUCH_KEY);
  return { data: { id, key }, text: key };
}

async function newKey(store: Store, config: Config) {
  const key = makeKey();
  const pepper = await loadPepper(config);
  await checkPepper(store, pepper);
  return { key, digest: digestOf(key, pepper), prefix: prefixOf(key) };
}

type CreditChange = OfKey & { readonly add?: number; readonly remove?: number };

async function changeCredits(store: Store, { id, add, remove = 0 }: CreditChange) {
  const amount = add ?? -remove;
  const credits = await store.addCredits(id, amount);
  if (credits === undefined)
    throw new Error(amount > 0 ? NO_SUCH_KEY : 'There is no such key, or it has fewer credits than that');
  return { data: { id, credits }, text: String(credits) };
}

async function showUsage(store: Store, { id, days }: OfKey & { readonly days: number }) {
  await checkId(store, id);
  return listed(await store.keyUsage(id, days));
}

async function showLedger(store: Store, { id, limit }: OfKey & { readonly limit: number }) {
  await checkId(store, id);
  return listed(await store.keyLedger(id, limit));
}

/** @throws an Error if there is no such key, not even a revoked one */
async function checkId(store: Store, id: number): Promise<void> {
  const keys = await store.listKeys();
  if (!keys.some((key) => key.id === id)) throw new Error(`There is no key ${id}`);
}
