/** The command that adds companies to a group, removes or compares them. It shows its plan first. */
import { createReadStream } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { isSignalsError } from '../../addon/errors.js';
import type { CompanyMatch } from '../../contract/match-answer.js';
import type { ChangedGroup } from '../../contract/tracking.js';
import { badInput } from '../errors.js';
import type { CommandContext } from './context.js';
import { type LineSettings, needed } from './options.js';
import { tableOf } from './output.js';

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
  const { client, settings, output } = context;
  const { remove = false, compare = false } = settings;
  const texts = [...new Set(await textsOf(words, settings))];
  const problem = 'this service does not match companies; its operator can change the group';
  const matches = needed(await client.match(texts), problem);
  const listed = [...new Set(matches.flatMap(({ company }) => company?.id ?? []))];
  const members = await membersOf(context, group);
  const current = new Set(members?.map(({ id }) => id));
  const linesOf = (resultOf: (id: string) => string) =>
    matches.map((match, index) => ({ text: texts[index], ...lineOf(match, resultOf) }));
  const print = (lines: readonly object[]) => output.print(lines, tableOf(lines, FIELDS));

  if (compare) {
    const others = (members ?? []).filter(({ id }) => !listed.includes(id));
    const lines = linesOf((id) => (current.has(id) ? 'in both' : 'only in the list'));
    return print([...lines, ...others.map((company) => ({ ...company, result: 'only in the group' }))]);
  }

  const [planned, other] = remove ? ['to remove', RESULTS.absent] : ['to add', RESULTS.already];
  const plan = linesOf((id) => (current.has(id) === remove ? planned : other));
  const count = listed.filter((id) => current.has(id) === remove).length;
  if (count === 0) {
    await print(plan);
    return output.say('nothing to do');
  }
  if (!settings.yes) {
    // standard input has ended with the list, also on a terminal
    if (!context.confirm || settings.file === STANDARD_INPUT) {
      await print(plan);
      throw badInput('nothing was changed; add --yes to do so');
    }
    output.show(tableOf(plan, FIELDS));
    const companies = count === 1 ? '1 company' : `${count} companies`;
    const question = remove
      ? `Remove ${companies} from "${group}"?`
      : `Add ${companies} to ${members ? '' : 'the new group '}"${group}"?`;
    if (!(await context.confirm(question))) return output.say('nothing was changed');
  }
  const lacking = 'this service does not change groups; its operator can';
  const changed = needed(await client.track(group, remove ? { remove: listed } : { add: listed }), lacking);
  const names = Object.keys(RESULTS) as (keyof ChangedGroup)[];
  const results = new Map(names.flatMap((name) => changed[name].map((id) => [id, RESULTS[name]] as const)));
  await print(linesOf((id) => results.get(id) ?? other));
  const counts = names.filter((name) => changed[name].length > 0);
  output.say(counts.map((name) => `${changed[name].length} ${RESULTS[name]}`).join(', '));
}

/** Returns the words of the command line and the lines of a file. @throws BAD_INPUT if there are none */
export async function textsOf(words: readonly string[], { file }: LineSettings): Promise<readonly string[]> {
  const lines = file === undefined ? [] : await readLines(file);
  // a byte order mark is blank, too
  const texts = [...words, ...lines].map((text) => text.trim()).filter((text) => text !== '');
  if (texts.length === 0) throw badInput('no companies are given; name some, or a file with --file');
  return texts;
}

async function readLines(file: string): Promise<readonly string[]> {
  const stream = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
  const text = await readAll(stream).catch((error: Error) => {
    throw badInput(`the file cannot be read (${error.message}); correct its name`);
  });
  if (text.includes('\ufffd')) throw badInput(`the file "${file}" is not UTF-8; save it as UTF-8`);
  return text.split('\n');
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

function lineOf({ status, company }: CompanyMatch, resultOf: (id: string) => string): object {
  if (!company) return { result: status === 'several' ? 'several, none chosen' : 'not found' };
  const { id, name, domain } = company;
  return { id, name, domain, result: resultOf(id) };
}
