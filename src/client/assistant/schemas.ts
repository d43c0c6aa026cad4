/** The schemas of the tools, which check each call; options, datasets and limits come from the contract. */
import * as z from 'zod';
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { MAX_SEARCH_LENGTH } from '../../contract/lookups.js';
import { MATCH_STATUSES, MAX_MATCHED_LENGTH } from '../../contract/match-answer.js';
import { MAX_TRACKED_AT_ONCE } from '../../contract/tracking.js';
import { DATASET_NAMES } from '../dataset-options.js';
import type { AnyQuestion, OptionValue } from '../types.js';
import { optionsOfAll, type SharedOption, valuesAddress } from './option-help.js';
import { safeText } from './safe-text.js';

/** How many values are worth a place in every conversation; longer lists are resources. */
const FEW_VALUES = 12;
/** Their matches are read by a model, which has less room than a program. */
const MAX_TEXTS = 100;
const MAX_GROUP = 200;
const MAX_ID = 200;
const MAX_LOCALE = 20;
const PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 50;
const MAX_CURSOR = 40;
const MAX_OFFSET = 1_000_000;

const text = z.string();
const count = z.int().nonnegative();
const flag = z.boolean();
const groupName = text.min(1).max(MAX_GROUP);
/** Checked by the client, as the arguments of a formula. */
const value = z.union(
  [text, z.number(), flag, z.array(z.union([text, z.number()])), z.null()],
  'use a text, a number, true, false, or a list of texts or numbers',
);

function describe({ description, aliases, datasets, values, name }: SharedOption): string {
  const also = aliases.length > 0 ? ` Also: ${aliases.join(', ')}.` : '';
  const only = datasets.length < DATASET_NAMES.length ? ` Only: ${datasets.join(', ')}.` : '';
  const few = values.length > 0 ? ` One of: ${values.join('; ')}.` : '';
  const allowed = values.length > FEW_VALUES ? ` Allowed values: ${valuesAddress(name)}.` : few;
  return `${description}.${also}${only}${allowed}`;
}

const datasets = DATASET_NAMES.map(
  (name) =>
    `${name}: ${DATASETS[name].description}${DATASETS[name].paid ? ' (1 credit a record)' : ' (free)'}`,
);
/** The arguments that every question has. */
const question = {
  dataset: z.enum(DATASET_NAMES).describe(datasets.join('. ')),
  companies: z
    .union([text, z.array(text)], 'use a text or a list of texts')
    .nullish()
    .describe(
      'Website domains or names; for major-hiring and executive-change also ids, and names only of tracked companies. All companies by default.',
    ),
  options: z.record(text, value).optional().describe('As in ask.'),
};
/** The options are told once, with `ask`: all that is listed is part of every conversation. */
const toldOptions = z
  .record(text, value)
  .optional()
  .meta({
    description:
      'Filters by name, as in the spreadsheet formulas, for example {"from": "-30d", "type": ["HQ"], "limit": 20}. Dates: 2026-01-31, today, -30d, last month. Amounts: >=1M, 10M..50M. More: resources signals://options/{dataset}.',
    properties: Object.fromEntries(
      optionsOfAll().map((option) => [option.name, { description: describe(option) }]),
    ),
  });

function input<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const name = safeText(String(issue['keys']), 28);
      const known = Object.keys(shape).join(', ') || 'none';
      return `there is no argument "${name}"; use ${known}, and options for filters`;
    },
  });
}

export const QUESTION = input(question);
export const FORMULA = input({
  ...question,
  locale: text
    .max(MAX_LOCALE)
    .default('en_US')
    .describe('Of the spreadsheet, for example de_DE; en_US by default.'),
});
export const SEARCH = input({
  query: text.min(1).max(MAX_SEARCH_LENGTH).describe('Part of a name, or a domain'),
});
export const MATCH = input({
  texts: z
    .array(text.max(MAX_MATCHED_LENGTH))
    .min(1)
    .max(MAX_TEXTS)
    .describe('Names in any spelling, domains, addresses of pages or people, ids'),
});
export const GROUPS = input({
  group: groupName.nullish().describe('Lists the companies of this group instead of the groups'),
  offset: count.max(MAX_OFFSET).default(0).describe('How many to skip; next_offset of an earlier result'),
});
const ids = z.array(text.min(1).max(MAX_ID)).max(MAX_TRACKED_AT_ONCE).default([]);
export const TRACK = input({
  group: groupName.describe('Name of the group; a new one is created'),
  add: ids.describe('Ids of companies to add, from match_companies or find_companies'),
  remove: ids.describe('Ids of companies to remove'),
});
export const NOTHING = input({});

/** @param most credits that the user allows for one call, whatever the model asks for */
export function askInput(most?: number) {
  const needed = '"max_credits" is needed: a whole number, the most credits that this may cost, 0 or more';
  const ceiling = z.int(needed).nonnegative(needed);
  const allowed =
    most === undefined
      ? ceiling
      : ceiling.max(most, `"max_credits" may be ${most} at most here; lower it or ask the user`);
  return input({
    ...question,
    options: toldOptions,
    max_credits: allowed.describe(
      'The most credits that this call may cost; 0 for free datasets. Ask the user if in doubt. Records beyond it are left out.',
    ),
    page_size: z
      .int()
      .min(1)
      .max(MAX_PAGE_SIZE)
      .default(PAGE_SIZE)
      .describe(`Records to show at once; ${PAGE_SIZE} by default.`),
    cursor: text
      .max(MAX_CURSOR)
      .nullish()
      .describe('next_cursor of an earlier result, with otherwise the same arguments: the next page, free.'),
  });
}

export type AskArguments = z.infer<ReturnType<typeof askInput>>;

/** A question of an assistant. Its options are not checked yet: the client does that, as for formulas. */
export interface AssistantQuestion {
  readonly dataset: DatasetName;
  readonly question: AnyQuestion;
}

export function questionOf({
  dataset,
  companies,
  options = {},
}: z.infer<typeof QUESTION>): AssistantQuestion {
  const given = Object.entries<unknown>({ companies, ...options }).filter(
    (entry): entry is [string, OptionValue] => entry[1] !== null && entry[1] !== undefined,
  );
  return { dataset, question: Object.fromEntries(given) };
}

const record = z
  .record(text, z.union([text, z.number(), z.array(text)]))
  .describe('Values by column; what is not disclosed is missing');
/** False where the service does not have it. */
const available = flag;

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
  charged: count.describe('Credits that this call has cost'),
  owned: count.describe('Records that were free because they had been paid for'),
  paid_before: count.optional().describe('Credits that the same answer cost when it was first fetched'),
  balance: count.optional().describe('Credits left after it'),
  source: z.enum(['service', 'repeated', 'store']),
  asked_at: text.describe('As of when the answer is complete'),
});
export const ESTIMATE = z.object({
  available: available.describe('False where the service has no estimates'),
  credits: count.optional().describe('What ask would cost: a sensible max_credits'),
  matching: count.optional(),
  is_exact: flag.optional().describe('False if more records match than were counted'),
  returned: count.optional(),
  owned: count.optional(),
  first_date: text.optional(),
  last_date: text.optional(),
  balance: count.optional(),
  suggestions: z.array(z.object({ field: text, value: text, nearest: z.array(text) })).optional(),
});
export const FORMULA_TEXT = z.object({ formula: text, locale: text });
const company = z.object({
  id: text,
  name: text.optional(),
  domain: text.optional(),
  location: text.optional(),
});
export const COMPANIES = z.object({
  available,
  notice: text,
  companies: z.array(company.extend({ tracked: flag })),
});
export const MATCHES = z.object({
  available,
  notice: text,
  matches: z.array(
    z.object({
      text,
      status: z.enum(MATCH_STATUSES),
      confidence: count,
      company: company.optional(),
      alternatives: z.array(company),
    }),
  ),
});
export const GROUP_LIST = z.object({
  available,
  notice: text,
  groups: z.array(z.object({ name: text, companies: count })).optional(),
  companies: z.array(z.object({ id: text, name: text, domain: text })).optional(),
  total: count,
  next_offset: count.optional(),
});
const told = z.array(text).optional();
export const CHANGED_GROUP = z.object({
  available,
  added: told,
  already: told.describe('Were in the group before'),
  removed: told,
  absent: told.describe('Were to be removed and are not in the group'),
  unknown: told.describe('Were to be added, and no company has this id'),
});
export const ACCOUNT = z.object({
  available,
  name: text.optional(),
  balance: count.optional(),
  spent_today: count.optional(),
  spent_by_day: z.array(z.object({ day: text, credits: count })).optional(),
  records_per_answer: count.optional(),
  credits_per_day: count.optional(),
  requests_per_minute: count.optional(),
  billing: z.enum(['per-answer', 'per-version']).optional(),
});
