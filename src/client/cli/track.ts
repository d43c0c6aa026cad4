/** The command that adds a list of companies to a group, removes it, or compares the two. What it will do is shown first. */
import { readFileSync } from 'node:fs';
import { isSignalsError } from '../../addon/errors.js';
import type { CompanyMatch } from '../../contract/match-answer.js';
import { type ChangedGroup, compareIds } from '../../contract/tracking.js';
import type { SignalsClient } from '../types.js';
import type { CommandContext } from './command-context.js';
import { UsageError } from './exit-codes.js';
import type { LineSettings } from './options.js';

const FIELDS = ['text', 'id', 'name', 'domain', 'result'] as const;
const STANDARD_INPUT = 0;

/** A text of the list, the company that it means, and what becomes of it. */
interface Line {
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly domain?: string;
  readonly result: string;
}

type Members = Awaited<ReturnType<SignalsClient['tracked']>>;

export async function track(
  context: CommandContext,
  [group = '', ...words]: readonly string[],
): Promise<void> {
  const { client, settings, output, format } = context;
  const texts = textsOf(words, settings);
  const matches = await client.match(texts);
  if (!matches)
    throw new UsageError('this service does not match companies, so they cannot be tracked by name');
  const members = await membersOf(context, group);
  if (settings.compare) return output.items(format, comparedLines(texts, matches, members ?? []), FIELDS);

  const current = new Set(members?.map(({ id }) => id));
  const { remove = false } = settings;
  const planned = remove ? 'to remove' : 'to add';
  const other = remove ? 'not in the group' : 'already there';
  const plan = linesOf(texts, matches, (id) => (current.has(id) === remove ? planned : other));
  const ids = [...new Set(matches.flatMap(({ company }) => (company ? [company.id] : [])))];
  const count = ids.filter((id) => current.has(id) === remove).length;
  if (count === 0) {
    await output.items(format, plan, FIELDS);
    return output.say('nothing to do');
  }
  if (!settings.yes && !(await isConfirmed(context, plan, questionOf(context, group, count, !members))))
    return output.say('nothing was changed');
  const changed = await client.track(group, remove ? { remove: ids } : { add: ids });
  if (!changed) throw new UsageError('this service does not change groups; its operator can');
  const results = resultsOf(changed);
  await output.items(
    format,
    linesOf(texts, matches, (id) => results.get(id) ?? other),
    FIELDS,
  );
  output.say(summaryOf(changed));
}

function questionOf({ settings }: CommandContext, group: string, count: number, isNew: boolean): string {
  const companies = count === 1 ? '1 company' : `${count} companies`;
  if (settings.remove) return `Remove ${companies} from "${group}"?`;
  return `Add ${companies} to ${isNew ? 'the new group ' : ''}"${group}"?`;
}

/** @throws UsageError where no one can confirm */
async function isConfirmed(
  { output, format, confirm }: CommandContext,
  plan: readonly Line[],
  question: string,
): Promise<boolean> {
  if (!confirm) {
    await output.items(format, plan, FIELDS);
    throw new UsageError('nothing was changed; add --yes to do so');
  }
  output.show(plan, FIELDS);
  return confirm(question);
}

function textsOf(words: readonly string[], { file }: LineSettings): readonly string[] {
  const lines = file === undefined ? [] : readLines(file);
  const texts = [...new Set([...words, ...lines].map((text) => text.trim()).filter((text) => text !== ''))];
  if (texts.length === 0) throw new UsageError('no companies are given; name some, or a file with --file');
  return texts;
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/);
  } catch (error) {
    throw new UsageError(`the file cannot be read (${(error as Error).message}); correct its name`);
  }
}

/** Undefined for a group that does not exist yet, where it may be new. @throws NO_GROUP */
async function membersOf(
  { client, settings: { remove, compare } }: CommandContext,
  group: string,
): Promise<Members | undefined> {
  try {
    return await client.tracked(group);
  } catch (error) {
    if (!remove && !compare && isSignalsError(error) && error.code === 'NO_GROUP') return undefined;
    throw error;
  }
}

function linesOf(
  texts: readonly string[],
  matches: readonly CompanyMatch[],
  resultOf: (id: string) => string,
): readonly Line[] {
  return matches.map(({ status, company }, index) => {
    const text = texts[index]!;
    if (!company) return { text, result: status === 'several' ? 'several, none chosen' : 'not found' };
    const { id, name, domain } = company;
    return {
      text,
      id,
      ...(name !== undefined && { name }),
      ...(domain !== undefined && { domain }),
      result: resultOf(id),
    };
  });
}

function comparedLines(
  texts: readonly string[],
  matches: readonly CompanyMatch[],
  members: Members,
): readonly Line[] {
  const listed = matches.flatMap(({ company }) => (company ? [company.id] : []));
  const { both, onlyInGroup } = compareIds(
    listed,
    members.map(({ id }) => id),
  );
  const lines = linesOf(texts, matches, (id) => (both.includes(id) ? 'in both' : 'only in the list'));
  const others = members.filter(({ id }) => onlyInGroup.includes(id));
  return [...lines, ...others.map((company) => ({ ...company, result: 'only in the group' }))];
}

function resultsOf({ added, already, removed, absent, unknown }: ChangedGroup): ReadonlyMap<string, string> {
  const named: readonly (readonly [string, readonly string[]])[] = [
    ['added', added],
    ['already there', already],
    ['removed', removed],
    ['not in the group', absent],
    ['not found', unknown],
  ];
  return new Map(named.flatMap(([result, ids]) => ids.map((id) => [id, result] as const)));
}

function summaryOf({ added, already, removed, absent, unknown }: ChangedGroup): string {
  return [
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(already.length > 0 ? [`${already.length} there already`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    ...(absent.length > 0 ? [`${absent.length} not in the group`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} not found`] : []),
  ].join(', ');
}
