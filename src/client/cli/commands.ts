/** The implementation of each command. */
import type { DatasetName } from '../../contract/datasets.js';
import { sumOf } from '../plan-requests.js';
import type { AnyQuestion, DatasetAnswer } from '../types.js';
import { needed, type SETTINGS, UsageError } from './options.js';
import type { CommandContext } from './output.js';
import { textsOf, track } from './track.js';

/** A command with the input that it reads from its arguments. */
export interface CommandOf<Input extends readonly unknown[]> {
  readonly description: string;
  /** The command's own settings, in addition to the common ones. */
  readonly settings?: readonly (keyof typeof SETTINGS)[];
  run(context: CommandContext, ...input: Input): Promise<void>;
}

interface LookUp extends CommandOf<[words: readonly string[]]> {
  /** The arguments of the command, as the help shows them. */
  readonly words: string;
}

type QuestionCommand = CommandOf<[dataset: DatasetName, question: AnyQuestion]>;

export const QUESTIONS: Readonly<Record<string, QuestionCommand>> = {
  ask: {
    description: 'records of a dataset',
    settings: ['maxCredits', 'all'],
    run: ask,
  },
  estimate: {
    description: 'what that would bring and cost; free',
    settings: ['maxCredits'],
    async run({ client, output, format }, dataset, question) {
      const estimate = needed(await client.estimate(dataset, question), 'this service has no estimates');
      const { suggestions, ...facts } = estimate;
      await output.facts(format, estimate, facts);
      if (format === 'json' || format === 'ndjson') return;
      for (const { field, value, nearest } of suggestions)
        output.say(
          `${field} "${value}": ${nearest.length > 0 ? `did you mean ${nearest.join(', ')}?` : 'not known'}`,
        );
    },
  },
  formula: {
    description: 'the Google Sheets formula for the same question',
    settings: ['maxCredits', 'locale'],
    async run({ client, settings, output }, dataset, { maxCredits: _ceiling, ...question }) {
      await output.write(`${client.formula(dataset, question, settings.locale)}\n`);
    },
  },
  watch: {
    description: 'what is new from now on, as NDJSON',
    settings: ['maxCredits', 'every'],
    async run({ client, settings, output, format, signal }, dataset, question) {
      if (format === 'csv' || format === 'table') output.say('a watch writes NDJSON');
      const rules = { signal, ...(settings.every !== undefined && { everyMs: settings.every }) };
      for await (const { records, removed, charged, missedSince } of client.watch(dataset, question, rules)) {
        const removals = removed.map((id) => ({ id, removed: true }));
        const note =
          missedSince === undefined
            ? ''
            : `; by days of last change after ${missedSince}, because the service had forgotten this watch`;
        const receipt = `${records.length} new or changed, ${removed.length} removed, ${charged} credits${note}`;
        // reports the cost even if the reader has closed the pipe
        await output.items('ndjson', [...records, ...removals], []).finally(() => output.say(receipt));
      }
    },
  },
};

export const LOOK_UPS: Readonly<Record<string, LookUp>> = {
  groups: {
    description: 'the groups, or the companies of one',
    words: '[group]',
    async run({ client, output, format }, [group]) {
      if (group?.trim() === '')
        throw new UsageError('the name of the group is empty; name one, or leave it out');
      if (group !== undefined)
        return output.items(format, await client.tracked(group), ['id', 'name', 'domain']);
      const problem = 'this service does not list its groups; name one: signals groups "Key accounts"';
      await output.items(format, needed(await client.groups(), problem), ['name', 'companies']);
    },
  },
  companies: {
    description: 'companies that a text finds',
    words: '<text...>',
    async run({ client, output, format }, words) {
      const problem = 'this service has no search for companies';
      const found = needed(await client.companies(words.join(' ')), problem);
      await output.items(format, found, ['id', 'name', 'domain', 'location', 'tracked']);
    },
  },
  match: {
    description: 'the companies that messy names, domains or addresses mean',
    words: '[text...]',
    settings: ['file'],
    async run({ client, settings, output, format }, words) {
      const texts = await textsOf(words, settings);
      const problem = 'this service does not match companies; try: signals companies TEXT';
      const matches = needed(await client.match(texts), problem);
      const rows = matches.map(({ status, confidence, company, alternatives }, index) => ({
        text: texts[index],
        ...company,
        status,
        confidence,
        alternatives: alternatives.map(({ id, name = '' }) => `${name} (${id})`).join('; '),
      }));
      const fields = ['text', 'id', 'name', 'domain', 'location', 'confidence', 'status', 'alternatives'];
      await output.items(format, rows, fields);
    },
  },
  track: {
    description: 'adds companies to a group, removes them, or compares; shows and asks first',
    words: '<group> [text...]',
    settings: ['file', 'remove', 'compare', 'yes'],
    run: track,
  },
  account: {
    description: 'credits and caps of the key',
    words: '',
    async run({ client, output, format }) {
      const account = needed(await client.account(), 'this service does not tell about the account');
      const { caps, spentByDay: _days, ...facts } = account;
      await output.facts(format, account, { ...facts, ...caps });
    },
  },
};

/** Writes records as they come, and what they have cost even if they cannot be written, because they are paid. */
async function ask(
  { client, settings: { all = false }, output, format }: CommandContext,
  dataset: DatasetName,
  question: AnyQuestion,
): Promise<void> {
  const isList = all && format === 'json';
  const answers: DatasetAnswer<object>[] = [];
  const list: object[] = [];
  let count = 0;
  try {
    for await (const page of all ? client.pages(dataset, question) : [client.ask(dataset, question)]) {
      count += page.records.length;
      // drops its records to save memory
      answers.push({ ...page, records: [] });
      if (isList) list.push(...page.records);
      else await writeAnswer({ output, format }, page, answers.length === 1);
      if ('from' in page)
        output.progress(`${count} records since ${page.from}, ${Math.round(page.done * 100)}% of the days`);
    }
  } finally {
    if (all || answers.length > 0) output.say(receiptOf(answers, count));
    if (isList) await output.items(format, list, []);
  }
}

/** @param isFirst true for an answer that follows no other */
async function writeAnswer(
  { output, format }: Pick<CommandContext, 'output' | 'format'>,
  answer: DatasetAnswer<object>,
  isFirst: boolean,
): Promise<void> {
  const { records, table, columns: _columns, ...facts } = answer;
  if (format === 'json') return output.write(`${JSON.stringify({ records, ...facts }, null, 2)}\n`);
  if (format === 'ndjson') return output.items('ndjson', records, []);
  const rows = table(format === 'table' && isFirst);
  // beside the records there is a header or, without records, an empty row, because Sheets wants a cell
  const [first = []] = rows;
  const isExtra = rows.length > records.length && (!isFirst || first.every((cell) => cell === ''));
  await output.rows(format, isExtra ? rows.slice(1) : rows);
}

/** Returns the line about the cost and the records that were left out. */
function receiptOf(answers: readonly DatasetAnswer<object>[], records: number): string {
  const owned = sumOf(answers.map((answer) => answer.owned));
  const { cut, balance } = answers.at(-1) ?? {};
  const isStored = answers.length > 0 && answers.every(({ source }) => source === 'store');
  return [
    `${records} records`,
    isStored ? 'stored: no credits' : `${sumOf(answers.map(({ charged }) => charged))} credits`,
    ...(owned > 0 ? [`${owned} owned`] : []),
    ...(balance !== undefined ? [`${balance} left`] : []),
    ...(cut ? [`more match: cut by ${cut === 'limit' ? '--limit' : '--max-credits'}`] : []),
  ].join(', ');
}
