/** The schemas of the tools, which check each call, and the help pages: all of them from the contract. */
import * as z from 'zod';
import { errors } from '../../addon/errors.js';
import { isBlank } from '../../addon/question/cells.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { COLUMN_DESCRIPTIONS, DATASET_DESCRIPTIONS } from '../../contract/descriptions.js';
import { groupedBy } from '../../core/grouped.js';
import { DATASET_NAMES, type DatasetOption, optionsOfDataset } from '../dataset-options.js';
import type { OptionValue } from '../types.js';
import { safeText } from './safe-text.js';

/** The longest list of values in a schema, which every conversation has; longer ones are in the resources. */
const FEW_VALUES = 12;
const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 50;
const DATES =
  'Dates: 2026-01-31, today, yesterday, -30d, last month, or another word that the formulas know.';
const AMOUNTS = 'Amounts: 500, >=1M, 10M..50M. Several values: a list.';

export const text = z.string();
export const count = z.int().nonnegative();
/** Another service may count fractions of a credit, or a debt. */
export const amount = z.number();
export const flag = z.boolean();
/** The client checks it like the argument of a formula. */
const value = z.union(
  [text, z.number(), flag, z.array(z.union([text, z.number()])), z.null()],
  'use a text, a number, true, false, or a list of texts or numbers',
);

/** An argument with a default. Some hosts pass null for each argument that they leave out. */
export function withDefault<S extends z.ZodType>(schema: S, fallback: z.output<S>) {
  return schema.nullish().transform((given) => given ?? fallback);
}

function pageAddress(dataset: string): string {
  return `signals://options/${dataset}`;
}

/** Returns the text of an option. @param listed the text of a long list of values; the values if it is missing */
function describe({ description, aliases, values }: DatasetOption, listed?: string): string {
  const also = aliases.length > 0 ? ` Also: ${aliases.join(', ')}.` : '';
  const few = values.length > 0 ? ` One of: ${values.join('; ')}.` : '';
  return `${description}.${also}${(values.length > FEW_VALUES && listed) || few}`;
}

/** Describes all options of all datasets: first the filters, then those that shape the output. */
function describedAll() {
  const uses = DATASET_NAMES.flatMap((dataset) =>
    optionsOfDataset(dataset).map((option) => ({ dataset, ...option })),
  ).sort((a, b) => Number(a.isOwn) - Number(b.isOwn));
  return [...groupedBy(uses, ({ name }) => name)].map(([name, same]) => {
    const [first] = same as [(typeof same)[0]];
    const known = same.map(({ dataset }) => dataset).join(', ');
    const only = same.length < DATASET_NAMES.length ? ` Only: ${known}.` : '';
    return [
      name,
      { description: describe(first, ` Allowed values: ${pageAddress(first.dataset)}.`) + only },
    ] as const;
  });
}

const datasets = DATASET_NAMES.map(
  (name) =>
    `${name}: ${DATASET_DESCRIPTIONS[name]}${DATASETS[name].paid ? ' (1 credit a record)' : ' (free)'}`,
);
export const QUESTION = {
  dataset: z.enum(DATASET_NAMES).describe(datasets.join('. ')),
  companies: z
    .union([text, z.array(text)], 'use a text or a list of texts')
    .nullish()
    .describe(
      'Website domains or names; for major-hiring and executive-change also ids. By default all companies; for these two all tracked companies.',
    ),
  options: withDefault(z.record(text, value), {}).describe('As in ask.'),
};
/** Only `ask` describes the options, because every description is part of every conversation. */
const describedOptions = QUESTION.options.meta({
  description:
    'Filters by name, as in the spreadsheet formulas, for example {"from": "-30d", "type": ["HQ"], "limit": 20}. Dates: 2026-01-31, today, -30d, last month. Amounts: >=1M, 10M..50M. More: resources signals://options/{dataset}.',
  properties: Object.fromEntries(describedAll()),
});

export function input<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const name = safeText(String(issue['keys']), 28);
      const known = Object.keys(shape).join(', ') || 'none';
      return `there is no argument "${name}"; use ${known}${'options' in shape ? ', and options for filters' : ''}`;
    },
  });
}

/** @param most the user's limit of credits per call, even if the model requests more */
export function askInput(most = Number.MAX_SAFE_INTEGER) {
  const needed = '"max_credits" is needed: a whole number, the most credits that this may cost, 0 or more';
  const tooMany = `"max_credits" may be ${most} at most here; lower it or ask the user`;
  const allowed = z.int(needed).nonnegative(needed).max(most, tooMany);
  return input({
    ...QUESTION,
    options: describedOptions,
    max_credits: allowed.describe(
      'The most credits that this call may cost; 0 for free datasets. Ask the user if in doubt. Records beyond it are left out.',
    ),
    page_size: withDefault(z.int().min(1).max(MAX_PAGE_SIZE), PAGE_SIZE).describe(
      `Records to show at once; ${PAGE_SIZE} by default.`,
    ),
    cursor: text
      .regex(/^\d{1,16}\.\d{1,9}$/)
      .nullish()
      .describe('next_cursor of an earlier result, with otherwise the same arguments: the next page, free.'),
  });
}

export type AskArguments = z.infer<ReturnType<typeof askInput>>;

/**
 * Returns a question, whose options the client checks later, as for formulas.
 * @throws BAD_INPUT if companies are in both places, or a value is empty: the call would pay for other records
 */
export function questionOf({ dataset, companies, options }: Omit<AskArguments, 'max_credits' | 'page_size'>) {
  const isGiven = (value: unknown) => value !== null && value !== undefined;
  if (isGiven(companies) && isGiven(options['companies'])) throw errors.companiesTwice('options');
  const given = Object.entries<unknown>({ companies, ...options }).filter(
    (entry): entry is [string, OptionValue] => isGiven(entry[1]),
  );
  for (const [name, chosen] of given) if ([chosen].flat().every(isBlank)) throw errors.noValue(name);
  return { dataset, question: Object.fromEntries(given) };
}

const record = z
  .record(text, z.union([text, z.number(), z.array(text)]))
  .describe('Values by column; what is not disclosed is missing');
export const ANSWER = z.object({
  notice: text,
  dataset: text,
  records: z.array(record),
  first: count.describe('Number of the first record shown, counted from 1; 0 without records'),
  total: count.describe('Records of the whole answer'),
  next_cursor: text.optional(),
  cut: z
    .enum(['limit', 'max_credits'])
    .optional()
    .describe('Set where more records may match: what has left them out'),
  charged: amount.describe('Credits that this call has cost'),
  owned: count.describe('Records that were free because they had been paid for'),
  paid_before: amount.optional().describe('Credits that the same answer cost when it was first fetched'),
  balance: amount.optional().describe('Credits left after it'),
  source: z.enum(['service', 'repeated', 'store']),
  asked_at: text.describe('As of when the answer is complete'),
});

/** Returns the resource about a dataset. */
export function helpPage(dataset: DatasetName) {
  const { paid, functionName, columns } = DATASETS[dataset];
  const description = DATASET_DESCRIPTIONS[dataset];
  const price = paid ? 'Each returned record costs one credit.' : 'Free.';
  return {
    uri: pageAddress(dataset),
    name: `Options of ${dataset}`,
    description: `Options with their values, and columns, of ${dataset}: ${description}`,
    mimeType: 'text/markdown',
    text: [
      `# ${dataset}`,
      `${description}. ${price} In a sheet: ${functionName}.`,
      `${DATES} ${AMOUNTS}`,
      '## Options',
      ...optionsOfDataset(dataset).map((option) => `- ${option.name}: ${describe(option)}`),
      '## Columns',
      `By default: ${columns.join(', ')}. "all" shows all:`,
      ...RECORD_COLUMNS[dataset].map(({ path }) => `- ${path}: ${COLUMN_DESCRIPTIONS[path]}.`),
    ].join('\n'),
  };
}
