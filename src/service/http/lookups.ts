/** The free look-ups before and after a query: groups, companies, and the state of the account. */
import type { FastifyInstance } from 'fastify';
import {
  ACCOUNT,
  FOUND_COMPANIES,
  GROUP_LIST,
  list,
  MATCHED_COMPANIES,
  object,
  type Schema,
  text,
} from '../../contract/answers.js';
import { asFields, trimmed } from '../../contract/json.js';
import {
  ACCOUNT_PATH,
  type AccountState,
  COMPANIES_PATH,
  COMPANY_SEARCHES,
  type CompanySearch,
  type FoundCompanies,
  GROUPS_PATH,
  type GroupList,
  MATCH_PATH,
  MAX_SEARCH_LENGTH,
  type MatchedCompanies,
} from '../../contract/lookups.js';
import { MAX_MATCHED, MAX_MATCHED_LENGTH } from '../../contract/match-answer.js';
import type { AccountSummary } from '../database/keys.js';
import { badInput } from '../service-error.js';
import { accountOf } from './authentication.js';
import type { EndpointOptions } from './endpoint.js';
import { endpoint } from './json-schema.js';

/** A list of the longest texts, at three bytes per letter. */
const MAX_MATCH_BYTES = 524_288;
const SUCCESS = { status: '200', message: 'Success' } as const;

const GROUPS_SCHEMA = endpoint('groups', 'list-groups', 'Groups of tracked companies with their sizes', {
  answer: GROUP_LIST,
});

const searchText = (description: string, example: string): Schema =>
  text(description, { minLength: 1, maxLength: MAX_SEARCH_LENGTH, examples: [example] });

const COMPANIES_SCHEMA = endpoint(
  'companies',
  'search-companies',
  'Companies whose name or domain begins with, contains or is a text',
  {
    description: 'Costs no credits. One of query, name and domain is needed; of several, all must hold.',
    querystring: object({
      'query?': searchText(
        'Beginning or part of a name or a domain, in any case; parts have three characters or more',
        'acme',
      ),
      'name?': searchText('A whole name, in any case', 'Acme Motors'),
      'domain?': searchText('A whole domain, in any case', 'acme.example'),
    }),
    answer: FOUND_COMPANIES,
  },
);

const MATCH_SCHEMA = endpoint('companies', 'match-companies', 'The companies that messy texts mean', {
  description:
    'Costs no credits. A text may be a name in any spelling, a domain, the address of a page or of a person, or an id.',
  body: object({
    companies: list(text(undefined, { maxLength: MAX_MATCHED_LENGTH }), {
      minItems: 1,
      maxItems: MAX_MATCHED,
      examples: [['ACME motors, inc.', 'https://www.acme.example/jobs']],
    }),
  }),
  answer: MATCHED_COMPANIES,
});

const ACCOUNT_SCHEMA = endpoint(
  'account',
  'show-account',
  'The balance of the key, what it has spent, and its limits',
  { answer: ACCOUNT },
);

export function registerLookups(app: FastifyInstance, options: EndpointOptions): void {
  const { store, extras } = options;
  const slow = { work: 'slow' } as const;

  if (extras.includes('groups'))
    app.get(GROUPS_PATH, { schema: GROUPS_SCHEMA }, async () => {
      return { ...SUCCESS, groups: await store.listGroups() } satisfies GroupList;
    });

  if (extras.includes('companies')) {
    app.get(COMPANIES_PATH, { schema: COMPANIES_SCHEMA, config: slow }, async ({ query }) => {
      return { ...SUCCESS, companies: await store.searchCompanies(searchIn(query)) } satisfies FoundCompanies;
    });
    const route = { schema: MATCH_SCHEMA, config: slow, bodyLimit: MAX_MATCH_BYTES };
    app.post(MATCH_PATH, route, async ({ body }) => {
      return { ...SUCCESS, matches: await store.matchCompanies(textsIn(body)) } satisfies MatchedCompanies;
    });
  }

  if (extras.includes('account'))
    app.get(ACCOUNT_PATH, { schema: ACCOUNT_SCHEMA, config: slow }, async (request) =>
      stateOf(await store.readAccountSummary(accountOf(request).keyId), options),
    );
}

/** @throws ServiceError BAD_INPUT */
function searchIn(query: unknown): CompanySearch {
  const refuse = (reason: string) => badInput(`${reason}, such as ${COMPANIES_PATH}?query=acme`);
  const given = Object.entries(asFields(query));
  const known = COMPANY_SEARCHES.join(', ');
  if (given.length === 0) throw refuse(`one of ${known} is needed`);
  const searches = given.map(([name, value]) => {
    if (!COMPANY_SEARCHES.some((one) => one === name))
      throw refuse(`${name.slice(0, 100)} is not known; send one of ${known}`);
    const text = trimmed(value);
    const { length } = [...text];
    if (length >= 1 && length <= MAX_SEARCH_LENGTH && !text.includes('\0')) return [name, text];
    throw refuse(`${name} must be a text of 1 to ${MAX_SEARCH_LENGTH} characters`);
  });
  return Object.fromEntries(searches);
}

/** @throws ServiceError BAD_INPUT */
function textsIn(body: unknown): readonly string[] {
  const { companies, ...others } = asFields(body);
  const [other] = Object.keys(others);
  if (other !== undefined) throw badInput(`${other.slice(0, 100)} is not known; send companies alone`);
  const isList = Array.isArray(companies) && companies.length >= 1 && companies.length <= MAX_MATCHED;
  if (isList && companies.every(isMatchable)) return companies;
  throw badInput(
    `companies must be a list of 1 to ${MAX_MATCHED} texts of at most ${MAX_MATCHED_LENGTH} characters`,
  );
}

function isMatchable(text: unknown): text is string {
  return typeof text === 'string' && [...text].length <= MAX_MATCHED_LENGTH && !text.includes('\0');
}

function stateOf(
  { name, balance, billing, dailyCap, mayEditGroups, today, spent }: AccountSummary,
  { maxLimit, rateLimit, extras }: EndpointOptions,
): AccountState {
  return {
    name,
    balance,
    spentToday: spent.find(({ day }) => day === today)?.credits ?? 0,
    spentByDay: spent,
    caps: { recordsPerAnswer: maxLimit, ...(dailyCap !== null && { creditsPerDay: dailyCap }) },
    ...(rateLimit > 0 && { rateLimit }),
    billing,
    ...(extras.includes('tracking') && { mayEditGroups }),
  };
}
