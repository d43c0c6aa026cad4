/** The implementation of each command. */
import type { DatasetName } from '../../contract/datasets.js';
import { sumOf } from '../plan-requests.js';
import type { AnyQuestion, DatasetAnswer } from '../types.js';
import type { CommandContext } from './context.js';
import { needed, type SETTINGS } from './options.js';
import { type Output, tableOf } from './output.js';
import { textsOf, track } from './track.js';

/** A command with the input that it reads from its arguments. */
interface CommandOf<Input extends readonly unknown[]> {
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

const COMPANY = ['id', 'name', 'domain'] as const;

export const QUESTIONS: Readonly<Record<string, QuestionCommand>> = {
  ask: {
    description: 'records of a dataset',
    settings: ['maxCredits', 'all'],
    run: ask,
  },
  estimate: {
    description: 'what that would bring and cost; free',
    settings: ['maxCredits'],
    async run({ client, output }, dataset, question) {
      const problem = 'this service has no estimates; limit the cost of ask with --max-credits';
      const estimate = needed(await client.estimate(dataset, question), problem);
      const { suggestions, ...facts } = estimate;
      await output.print([estimate], Object.entries(facts));
      if (output.isJson) return;
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
    run: watch,
  },
};

export const LOOK_UPS: Readonly<Record<string, LookUp>> = {
  groups: {
    description: 'the groups, or the companies of one',
    words: '[group]',
    async run({ client, output }, [group]) {
      if (group !== undefined) {
        const members = await client.tracked(group);
        return output.print(members, tableOf(members, COMPANY));
      }
      const problem = 'this service does not list its groups; name one: signals groups "Key accounts"';
      const groups = needed(await client.groups(), problem);
      await output.print(groups, tableOf(groups, ['name', 'companies']));
    },
  },
  companies: {
    description: 'companies that a text finds',
    words: '<text...>',
    async run({ client, output }, words) {
      const problem = 'this service has no search for companies; ask for them by domain';
      const found = needed(await client.companies(words.join(' ')), problem);
      await output.print(found, tableOf(found, [...COMPANY, 'location', 'tracked']));
    },
  },
  match: {
    description: 'the companies that messy names, domains or addresses mean',
    words: '[text...]',
    settings: ['file'],
    async run({ client, settings, output }, words) {
      const texts = await textsOf(words, settings);
      const problem = 'this service does not match companies; try: signals companies TEXT';
      const matches = needed(await client.match(texts), problem);
      const rows = matches.map(({ company, alternatives, ...match }, index) => ({
        text: texts[index],
        ...company,
        ...match,
        alternatives: alternatives.map(({ id, name = '' }) => `${name} (${id})`).join('; '),
      }));
      const fields = ['text', ...COMPANY, 'location', 'confidence', 'status', 'alternatives'];
      await output.print(rows, tableOf(rows, fields));
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
    async run({ client, output }) {
      const problem = 'this service does not tell about the account; its operator can';
      const account = needed(await client.account(), problem);
      const { caps, spentByDay: _days, ...facts } = account;
      await output.print([account], Object.entries({ ...facts, ...caps }));
    },
  },
};

/** Writes records as they come, and what they have cost even if they cannot be written, because they are paid. */
async function ask(
  { client, settings: { all = false }, output }: CommandContext,
  dataset: DatasetName,
  question: AnyQuestion,
): Promise<void> {
  const isList = all && output.format === 'json';
  const answers: DatasetAnswer<object>[] = [];
  const list: object[] = [];
  let count = 0;
  try {
    for await (const page of all ? client.pages(dataset, question) : [client.ask(dataset, question)]) {
      count += page.records.length;
      // drops its records to save memory
      answers.push({ ...page, records: [] });
      if (isList) list.push(...page.records);
      else await writeAnswer(output, page, answers.length === 1);
      if ('from' in page)
        output.progress(`${count} records since ${page.from}, ${Math.round(page.done * 100)}% of the days`);
    }
  } finally {
    if (all || answers.length > 0) output.say(receiptOf(answers, count));
    if (isList) await output.print(list, []);
  }
}

/** @param isFirst true for an answer that follows no other */
async function writeAnswer(output: Output, answer: DatasetAnswer<object>, isFirst: boolean): Promise<void> {
  const { records, table, columns: _columns, ...facts } = answer;
  if (output.format === 'json') return output.write(`${JSON.stringify({ records, ...facts }, null, 2)}\n`);
  const rows = table(output.format === 'table' && isFirst);
  // beside the records there is a header or, without records, an empty row, because Sheets wants a cell
  const [first = []] = rows;
  const isExtra = rows.length > records.length && (!isFirst || first.every((cell) => cell === ''));
  await output.print(records, isExtra ? rows.slice(1) : rows);
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

async function watch(
  { client, settings: { every: everyMs }, output, signal }: CommandContext,
  dataset: DatasetName,
  question: AnyQuestion,
): Promise<void> {
  if (!output.isJson) output.say('a watch writes NDJSON');
  const rules = { signal, ...(everyMs !== undefined && { everyMs }) };
  for await (const { records, removed, charged, missedSince } of client.watch(dataset, question, rules)) {
    const removals = removed.map((id) => ({ id, removed: true }));
    const receipt = [`${records.length} new or changed, ${removed.length} removed, ${charged} credits`];
    if (missedSince !== undefined)
      receipt.push(
        `by days of last change after ${missedSince}, because the service had forgotten this watch`,
      );
    // reports the cost even if the reader has closed the pipe
    await output.writeLines([...records, ...removals]).finally(() => output.say(receipt.join('; ')));
  }
}
