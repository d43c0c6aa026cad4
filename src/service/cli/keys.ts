/** The commands about API keys. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BILLINGS, type Billing } from '../database/keys.js';
import { digestOf, makeKey, prefixOf } from '../keys/api-key.js';
import { checkPepper, loadPepper } from '../keys/pepper.js';
import type { Store } from '../store/create-store.js';
import {
  addCommand,
  type CommandContext,
  CommandError,
  type CommandOutput,
  printing,
  readId,
  wholeNumber,
} from './command.js';

const MAX_NAME_LENGTH = 200;
const MAX_CREDITS = 1_000_000_000_000;
const NO_SUCH_KEY = 'There is no valid key with this id';

export function addKeyCommands(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('API keys.');
  const command = (name: string, summary: string) => addCommand(keys, name, summary);
  const commandOnKey = (name: string, summary: string) =>
    command(name, summary).requiredOption('--id <id>', 'the id in the list of keys', readId);

  command('create', 'create a key and print it, only this once')
    .requiredOption('--name <name>', 'for whom or for what it is', readName)
    .requiredOption('--credits <credits>', 'its credits', wholeNumber(0, MAX_CREDITS))
    .addOption(
      new Option('--billing <billing>', 'what costs a credit').choices(BILLINGS).default('per-answer'),
    )
    .option('--daily-cap <credits>', 'the most that it spends in a day', wholeNumber(1, MAX_CREDITS))
    .option('--edit-groups', 'it may add companies to groups and remove them')
    .action(printing(context, (options: NewKey) => createKey(context, options)));
  command('list', 'list all keys with id, name and first characters').action(
    printing(context, () => listKeys(context)),
  );
  commandOnKey(
    'update',
    'change the billing, the daily cap or the rights of a key, and note it in its ledger',
  )
    .addOption(new Option('--billing <billing>', 'what costs a credit from now on').choices(BILLINGS))
    .option('--daily-cap <credits>', 'the most that it spends in a day', wholeNumber(1, MAX_CREDITS))
    .option('--no-daily-cap', 'it has none')
    .option('--edit-groups', 'it may add companies to groups and remove them')
    .option('--no-edit-groups', 'it may not')
    .action(printing(context, (options: KeyUpdate) => updateKey(context, options)));
  commandOnKey('revoke', 'revoke a key immediately').action(
    printing(context, ({ id }: OfKey) => revokeKey(context, id)),
  );
  commandOnKey(
    'rotate',
    'replace the text of a key, keep its credits, and print the new key, only this once',
  ).action(printing(context, ({ id }: OfKey) => rotateKey(context, id)));
  commandOnKey('credits', 'add credits, or remove them with --remove, and print the balance')
    .addOption(new Option('--add <credits>', 'add so many').argParser(wholeNumber(1, MAX_CREDITS)))
    .addOption(
      new Option('--remove <credits>', 'remove so many')
        .argParser(wholeNumber(1, MAX_CREDITS))
        .conflicts('add'),
    )
    .action(printing(context, (options: CreditChange) => changeCredits(context, options)));
  commandOnKey('usage', 'show what a key has spent, by day')
    .option('--days <days>', 'the last so many days', wholeNumber(1, 3_650), 30)
    .action(
      printing(context, ({ id, days }: OfKey & { readonly days: number }) => showUsage(context, id, days)),
    );
  commandOnKey(
    'ledger',
    'list the entries of the ledger of a key, the newest first, with the balance after each',
  )
    .option('--limit <number>', 'at most so many', wholeNumber(1, 100_000), 100)
    .action(
      printing(context, ({ id, limit }: OfKey & { readonly limit: number }) =>
        showLedger(context, id, limit),
      ),
    );
}

async function revokeKey({ withStore }: CommandContext, id: number): Promise<CommandOutput> {
  if (!(await withStore((store) => store.revokeKey(id)))) throw new CommandError(NO_SUCH_KEY);
  return { data: { id, revoked: true }, text: `Key ${id} is revoked` };
}

interface OfKey {
  readonly id: number;
}

interface KeyUpdate extends OfKey {
  readonly billing?: Billing;
  /** False for none. */
  readonly dailyCap?: number | false;
  readonly editGroups?: boolean;
}

interface NewKey {
  readonly editGroups?: boolean;
  readonly name: string;
  readonly credits: number;
  readonly billing: Billing;
  readonly dailyCap?: number;
}

interface CreditChange extends OfKey {
  readonly add?: number;
  readonly remove?: number;
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw new InvalidArgumentError(`It must be a text of at most ${MAX_NAME_LENGTH} characters.`);
}

async function createKey(
  context: CommandContext,
  { name, credits, billing, dailyCap, editGroups: mayEditGroups }: NewKey,
): Promise<CommandOutput> {
  return context.withStore(async (store) => {
    const { key, digest, prefix } = await newKey(store, context);
    const rules = {
      billing,
      ...(dailyCap !== undefined && { dailyCap }),
      ...(mayEditGroups && { mayEditGroups }),
    };
    const id = await store.createKey({ name, credits, digest, prefix, ...rules });
    return { data: { id, name, credits, ...rules, key }, text: key };
  });
}

async function updateKey(
  { withStore }: CommandContext,
  { id, billing, dailyCap, editGroups }: KeyUpdate,
): Promise<CommandOutput> {
  const change = {
    ...(billing && { billing }),
    ...(dailyCap !== undefined && { dailyCap: dailyCap === false ? null : dailyCap }),
    ...(editGroups !== undefined && { mayEditGroups: editGroups }),
  };
  if (Object.keys(change).length === 0)
    throw new CommandError('Give --billing, --daily-cap, --no-daily-cap, --edit-groups or --no-edit-groups');
  const changed = await withStore((store) => store.updateKey(id, change));
  if (changed === undefined) throw new CommandError(NO_SUCH_KEY);
  return { data: { id, ...change, changed }, text: `Key ${id}: ${changed || 'nothing is different'}` };
}

async function rotateKey(context: CommandContext, id: number): Promise<CommandOutput> {
  return context.withStore(async (store) => {
    const { key, digest, prefix } = await newKey(store, context);
    if (!(await store.rotateKey(id, { digest, prefix }))) throw new CommandError(NO_SUCH_KEY);
    return { data: { id, key }, text: key };
  });
}

async function newKey(store: Store, { config }: CommandContext) {
  const key = makeKey();
  const pepper = await loadPepper(config);
  await checkPepper(store, pepper, 'command');
  return { key, digest: digestOf(key, pepper), prefix: prefixOf(key) };
}

async function listKeys({ withStore }: CommandContext): Promise<CommandOutput> {
  const keys = await withStore((store) => store.listKeys());
  const header = ['id', 'key', 'credits', 'billing', 'today', 'cap', 'groups', 'created', 'state', 'name'];
  const rows = keys.map((key) => {
    const { id, prefix, credits, billing, dailyCap, spentToday, mayEditGroups, created, revoked, name } = key;
    const groups = mayEditGroups ? 'edits' : '-';
    const state = revoked ? `revoked ${revoked}` : 'valid';
    return [id, `${prefix}…`, credits, billing, spentToday, dailyCap ?? '-', groups, created, state, name];
  });
  return { data: keys, text: [header, ...rows].map((row) => row.join('\t')).join('\n') };
}

async function changeCredits(
  { withStore }: CommandContext,
  { id, add, remove = 0 }: CreditChange,
): Promise<CommandOutput> {
  const amount = add ?? -remove;
  if (amount === 0) throw new CommandError('Give either --add or --remove');
  const credits = await withStore((store) => store.addCredits(id, amount));
  if (credits === undefined)
    throw new CommandError('There is no such key, or it has fewer credits than that');
  return { data: { id, credits }, text: String(credits) };
}

async function showUsage({ withStore }: CommandContext, id: number, days: number): Promise<CommandOutput> {
  const usage = await withStore(async (store) => {
    await checkKey(store, id);
    return store.keyUsage(id, days);
  });
  const lines = usage.map(
    ({ day, reason, requests, credits }) => `${day}\t${requests}\t${credits}\t${reason}`,
  );
  return { data: usage, text: ['day\trequests\tcredits\twhat', ...lines].join('\n') };
}

async function showLedger({ withStore }: CommandContext, id: number, limit: number): Promise<CommandOutput> {
  const entries = await withStore(async (store) => {
    await checkKey(store, id);
    return store.keyLedger(id, limit);
  });
  const header = ['entry', 'at', 'kind', 'credits', 'balance', 'what'];
  const rows = entries.map(({ id: entry, at, kind, delta, balance, dataset, chargeId, note }) => {
    const what = note ?? [dataset, chargeId && `of ${chargeId}`].filter(Boolean).join(' ');
    return [entry, at, kind, delta, balance, what];
  });
  return { data: entries, text: [header, ...rows].map((row) => row.join('\t')).join('\n') };
}

async function checkKey(store: Store, id: number): Promise<void> {
  const keys = await store.listKeys();
  if (!keys.some((key) => key.id === id)) throw new CommandError(`There is no key ${id}`);
}
