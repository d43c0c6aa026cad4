/** What each command does with a client. */
import type { DatasetAnswer, SignalsClient } from '../types.js';
import { type OutputFormat, type ParsedLine, questionOf } from './arguments.js';
import { LineError } from './line-error.js';
import type { Output } from './output.js';

export interface ClientCommandContext {
  readonly client: SignalsClient;
  readonly line: ParsedLine;
  readonly output: Output;
  readonly format: OutputFormat;
  /** Ends a watch. */
  readonly signal: AbortSignal;
}

export type ClientCommand = (context: ClientCommandContext) => Promise<void>;

const DURATION = /^(\d{1,6})\s*(s|m|h|d)?$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const COMMANDS: Readonly<Record<string, ClientCommand>> = {
  async ask({ client, line, output, format }) {
    const { dataset, question } = questionOf(line);
    if (!line.settings.has('all')) {
      const answer = await client.ask(dataset, question);
      await writeAnswer(output, format, answer, true);
      return output.say(receiptOf([answer]));
    }
    const pages: DatasetAnswer<object>[] = [];
    const all: object[] = [];
    let records = 0;
    try {
      for await (const page of client.pages(dataset, question)) {
        records += page.records.length;
        output.endProgress();
        if (format === 'json') all.push(...page.records);
        else await writeAnswer(output, format, page, pages.length === 0);
        // the records themselves are not kept
        pages.push({ ...page, records: [] });
        output.progress(page.done, records);
      }
      if (format === 'json') await output.items('json', all, []);
    } finally {
      output.endProgress();
      output.say(receiptOf(pages, records));
    }
  },
  async estimate({ client, line, output, format }) {
    const { dataset, question } = questionOf(line);
    const estimate = await client.estimate(dataset, question);
    if (!estimate) throw new LineError('this service has no estimates');
    const { suggestions, ...facts } = estimate;
    if (format === 'json' || format === 'ndjson') return output.items(format, [estimate], []);
    await output.rows(format, [['', ''], ...Object.entries(facts)].slice(1));
    for (const { field, value, nearest } of suggestions)
      output.say(
        `${field} "${value}": ${nearest.length > 0 ? `did you mean ${nearest.join(', ')}?` : 'not known'}`,
      );
  },
  async groups({ client, line, output, format }) {
    const [group] = line.words;
    if (group !== undefined)
      return output.items(format, await client.tracked(group), ['id', 'name', 'domain']);
    const groups = await client.groups();
    if (!groups)
      throw new LineError('this service does not list its groups; name one: signals groups "Key accounts"');
    await output.items(format, groups, ['name', 'companies']);
  },
  async companies({ client, line, output, format }) {
    const found = await client.companies(line.words.join(' '));
    if (!found) throw new LineError('this service has no search for companies');
    await output.items(format, found, ['id', 'name', 'domain', 'location', 'tracked']);
  },
  async account({ client, output, format }) {
    const account = await client.account();
    if (!account) throw new LineError('this service does not tell about the account');
    if (format === 'json' || format === 'ndjson') return output.items(format, [account], []);
    const { caps, spentByDay: _days, ...facts } = account;
    await output.rows(format, Object.entries({ ...facts, ...caps }));
  },
  async formula({ client, line, output }) {
    const { dataset, question } = questionOf(line);
    const { maxCredits: _ceiling, ...asked } = question;
    await output.write(`${client.formula(dataset, asked, line.settings.get('locale'))}\n`);
  },
  async watch({ client, line, output, format, signal }) {
    const { dataset, question } = questionOf(line);
    const [, count = '', unit = 's'] = DURATION.exec(line.settings.get('every') ?? '1h') ?? [];
    const everyMs = Number(count) * (UNIT_MS[unit] ?? 0);
    if (!(everyMs > 0)) throw new LineError('--every is a time such as 30s, 15m, 1h or 1d');
    if (format === 'csv' || format === 'table') output.say('a watch writes NDJSON');
    for await (const { records, removed, charged, missedSince } of client.watch(dataset, question, {
      everyMs,
      signal,
    })) {
      await output.items('ndjson', records, []);
      await output.items(
        'ndjson',
        removed.map((id) => ({ id, removed: true })),
        [],
      );
      const note =
        missedSince === undefined
          ? ''
          : `; by days of last change after ${missedSince}, because the service had forgotten this watch`;
      output.say(`${records.length} new or changed, ${removed.length} removed, ${charged} credits${note}`);
    }
  },
};

async function writeAnswer(
  output: Output,
  format: OutputFormat,
  answer: DatasetAnswer<object>,
  isFirst: boolean,
): Promise<void> {
  const { records, table, ...facts } = answer;
  if (format === 'json') return output.write(`${JSON.stringify({ records, ...facts }, null, 2)}\n`);
  if (format === 'ndjson') return output.items('ndjson', records, []);
  const rows = table(format === 'table' && isFirst);
  const hasHeader = rows.length > records.length;
  await output.rows(format, isFirst || !hasHeader ? rows : rows.slice(1));
}

/** What it has cost, and what was left out. */
function receiptOf(answers: readonly DatasetAnswer<object>[], counted?: number): string {
  const sum = (name: 'charged' | 'owned') => answers.reduce((total, answer) => total + answer[name], 0);
  const records = counted ?? answers.reduce((total, answer) => total + answer.records.length, 0);
  const { cut, balance } = answers.at(-1) ?? {};
  const isStored = answers.length > 0 && answers.every(({ source }) => source === 'store');
  return [
    `${records} records`,
    isStored ? 'stored: no credits' : `${sum('charged')} credits`,
    ...(sum('owned') > 0 ? [`${sum('owned')} owned`] : []),
    ...(balance !== undefined ? [`${balance} left`] : []),
    ...(cut ? [`more match: cut by ${cut === 'limit' ? '--limit' : '--max-credits'}`] : []),
  ].join(', ');
}
