/** The commands about API keys. */
import { parseArgs } from 'node:util';
import { digestOf, makeKey, prefixOf } from '../keys/api-key.js';
import { loadPepper } from '../keys/pepper.js';
import type { CommandContext } from './run-command.js';
import { UsageError } from './usage-error.js';

const MAX_NAME_LENGTH = 200;
const MAX_CREDITS = 1_000_000_000_000;

/** `keys create --name N --credits C [--json]`: prints the new key, this once. */
export async function createKeyCommand(args: readonly string[], context: CommandContext): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { name: { type: 'string' }, credits: { type: 'string' }, json: { type: 'boolean' } },
  });
  const name = values.name?.trim() ?? '';
  if (name === '' || name.length > MAX_NAME_LENGTH) {
    throw new UsageError(`--name must be a text of at most ${MAX_NAME_LENGTH} characters`);
  }
  const credits = /^\d+$/.test(values.credits ?? '') ? Number(values.credits) : Number.NaN;
  if (!(credits <= MAX_CREDITS))
    throw new UsageError(`--credits must be a whole number up to ${MAX_CREDITS}`);

  const key = makeKey();
  const pepper = await loadPepper(context.config);
  const id = await context.withStore((store) =>
    store.createKey({ name, credits, digest: digestOf(key, pepper), prefix: prefixOf(key) }),
  );
  context.print(values.json ? JSON.stringify({ id, name, credits, key }) : key);
}
