/** The command that adds companies to a group, removes or compares them. It shows its plan first. */
import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { isSignalsError } from '../../addon/errors.js';
import type { CompanyMatch } from '../../contract/match-answer.js';
import type { ChangedGroup } from '../../contract/tracking.js';
import { type LineSettings, needed, UsageError } from './options.js';
import type { CommandContext } from './output.js';

const STANDARD_INPUT = '-';
const FIELDS = ['text', 'id', 'name', 'domain', 'result'] as const;
/** The words for the outcome of a company. */
const RESULTS = {
  added: 'added',
  already: 'already there',
  removed: 'removed',
  absent: 'not in the group',
  unknown: 'not found',
} as const satisfies Record<keyof ChangedGroup, string>;

export async function track(context: CommandContext, input: readonly string[]): Promise<void> {
  const [group = '', ...words] = input;
  if (group.trim() === '') throw new UsageError('the name of the group is empty; name one');
  const { client, settings, output, format } = context;
  const texts = [...new Set(await textsOf(words, settings))];
  const problem = 'this service does not match companies, so they cannot be tracked by name';
  const matches = needed(await client.match(texts), problem);
  const linesOf = (resultOf: (id: string) => string) =>
    matches.map((match, index) => lineOf(texts[index]!, match, resultOf));
  const members = await membersOf(context, group);
  const current = new Set(members?.map(({ id }) => id));
  const listed = [...new Set(matches.flatMap(({ company }) => (company ? [company.id] : [])))];
  if (settings.compare) {
    const others = (members ?? []).filter(({ id }) => !listed.includes(id));
    const lines = [
      ...linesOf((id) => (current.has(id) ? 'in both' : 'only in the list')),
      ...others.map((company) => ({ ...company, result: 'only in the group' })),
    ];
    return output.items(format, lines, FIELDS);
  }

  const { remove = false } = settings;
  const [planned, other] = remove ? ['to remove', RESULTS.absent] : ['to add', RESULTS.already];
  const plan = linesOf((id) => (current.has(id) === remove ? planned : other));
  const count = listed.filter((id) => current.has(id) === remove).length;
  if (count === 0) {
    await output.items(format, plan, FIELDS);
    return output.say('nothing to do');
  }
  const companies = count === 1 ? '1 company' : `${count} companies`;
  const question = remove
    ? `Remove ${companies} from "${group}"?`
    : `Add ${companies} to ${members ? '' : 'the new group '}"${group}"?`;
  if (!(await isConfirmed(context, plan, question))) return output.say('nothing was changed');
  const change = remove ? { remove: listed } : { add: listed };
  const lacking = 'this service does not change groups; its operator can';
  const changed = needed(await client.track(group, change), lacking);
  const names = Object.keys(RESULTS) as (keyof ChangedGroup)[];
  const results = new Map(names.flatMap((name) => changed[name].map((id) => [id, RESULTS[name]] as const)));
  const lines = linesOf((id) => results.get(id) ?? other);
  await output.items(format, lines, FIELDS);
  const counts = names.filter((name) => changed[name].length > 0);
  output.say(counts.map((name) => `${changed[name].length} ${RESULTS[name]}`).join(', '));
}

/** Returns the words of the command line and the lines of a file. @throws UsageError if there are none */
export async function textsOf(words: readonly string[], { file }: LineSettings): Promise<readonly string[]> {
  const lines = file === undefined ? [] : await readLines(file);
  // a byte order mark is blank, too
  const texts = [...words, ...lines].map((text) => text.trim()).filter((text) => text !== '');
  if (texts.length === 0) throw new UsageError('no companies are given; name some, or a file with --file');
  return texts;
}

async function readLines(file: string): Promise<readonly string[]> {
  let text: string;
  try {
    // a stream waits for a program that is slower to write, and lets Ctrl-C through
    text = file === STANDARD_INPUT ? await readAll(process.stdin) : readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the file cannot be read (${(error as Error).message}); correct its name`);
  }
  if (text.includes('\ufffd')) throw new UsageError(`the file "${file}" is not UTF-8; save it as UTF-8`);
  return text.split('\n');
}

/** @throws UsageError if nobody can confirm */
async function isConfirmed(
  { settings, output, format, confirm }: CommandContext,
  plan: readonly object[],
  question: string,
): Promise<boolean> {
  if (settings.yes) return true;
  // standard input has ended with the list, also on a terminal
  if (!confirm || settings.file === STANDARD_INPUT) {
    await output.items(format, plan, FIELDS);
    throw new UsageError('nothing was changed; add --yes to do so');
  }
  output.show(plan, FIELDS);
  return confirm(question);
}

/** Returns undefined for a new group, unless the command removes or compares. @throws NO_GROUP */
async function membersOf({ client, settings: { remove, compare } }: CommandContext, group: string) {
  try {
    return await client.tracked(group);
  } catch (error) {
    if (!remove && !compare && isSignalsError(error) && error.code === 'NO_GROUP') return undefined;
    throw error;
  }
}

function lineOf(text: string, { status, company }: CompanyMatch, resultOf: (id: string) => string): object {
  if (!company) return { text, result: status === 'several' ? 'several, none chosen' : 'not found' };
  const { id, name, domain } = company;
  return { text, id, name, domain, result: resultOf(id) };
}
