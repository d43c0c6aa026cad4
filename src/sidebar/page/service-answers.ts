/** Reads the service's look-ups from untrusted texts: checked, bounded, undefined if unreadable. */
import { BILLINGS, MAX_FOUND } from '../../contract/enumerations.js';
import type { Suggestion } from '../../contract/estimate.js';
import { asFields, type Fields, isIntegerIn, isObject, listOf, readJson } from '../../contract/json.js';
import type { FoundCompany, GroupSize } from '../../contract/lookups.js';
import type { KnownCompany } from '../../contract/match-answer.js';

/** A person cannot choose from a longer list. */
const MAX_GROUPS = 1_000;
/** The longest name of a group that the add-on accepts. */
const MAX_NAME = 200;
const MAX_SUGGESTIONS = 3;
/** Invisible characters, and those that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const DOMAIN = /^[^\s.]+(?:\.[^\s.]+)+$/;

/** Returns each name once; undefined also for more groups than a person can choose from. */
export function readGroups(json: string): readonly GroupSize[] | undefined {
  const { groups } = fieldsOf(json);
  if (!Array.isArray(groups) || groups.length > MAX_GROUPS) return undefined;
  const sizes = new Map<string, number>();
  for (const { name, companies } of groups.map(asFields)) {
    if (isName(name) && isCount(companies)) sizes.set(name, companies);
  }
  return [...sizes].map(([name, companies]) => ({ name, companies }));
}

/** Returns at most ten companies, the best first, each with an id and a name. */
export function readCompanies(json: string): readonly FoundCompany[] | undefined {
  const { companies } = fieldsOf(json);
  if (!Array.isArray(companies)) return undefined;
  return companies.slice(0, MAX_FOUND).flatMap((company): FoundCompany[] => {
    const { id, name, domain, location, tracked } = asFields(company);
    if (!isValue(id) || !isValue(name)) return [];
    const address = isValue(domain) && DOMAIN.test(domain) && { domain };
    return [{ id, name, ...address, ...(isName(location) && { location }), tracked: tracked === true }];
  });
}

/** Returns the parts of the account that the page shows. Without `mayEditGroups`, the service cannot change groups. */
export function readAccount(json: string) {
  const { name, balance, spentToday, caps, billing, mayEditGroups } = fieldsOf(json);
  if (!isName(name) || !isCount(balance) || !isCount(spentToday)) return undefined;
  const { creditsPerDay } = asFields(caps);
  const known = BILLINGS.find((one) => one === billing);
  return {
    name,
    balance,
    spentToday,
    ...(isCount(creditsPerDay) && { cap: creditsPerDay }),
    ...(known && { billing: known }),
    ...(typeof mayEditGroups === 'boolean' && { mayEditGroups }),
  };
}

/** Returns a text from outside, without invisible characters and truncated. */
export function shownText(text: string): string {
  return text.replace(ALL_INVISIBLE, ' ').slice(0, MAX_NAME);
}

/** Returns name and domain. @param isLong true to add the location, which distinguishes companies */
export function shownCompany({ id, name = id, domain, location }: KnownCompany, isLong = false): string {
  const details = [domain, isLong ? location : ''].filter(Boolean).join(', ');
  return shownText(details === '' ? name : `${name} (${details})`);
}

/** The estimate of a question, which may take several requests. */
export type QuestionEstimate = NonNullable<ReturnType<typeof readEstimate>>;

/**
 * Adds up all requests; undefined also if the numbers contradict each other.
 * @param limit of the question, which its requests share; undefined where the page does not know it
 */
export function readEstimate(json: string, limit = Number.POSITIVE_INFINITY) {
  const fields = listOfFields(json);
  const parts = fields.filter(({ update }) => update === undefined).map(readPart);
  const changed = fields.map(({ update }) => asFields(update)['returned']).filter(isCount);
  const changes = changed.reduce((a, b) => a + b, 0);
  const [first] = parts;
  if (!first || !parts.every((part) => part !== undefined)) return undefined;
  const sum = (name: 'matching' | 'returned' | 'owned' | 'credits') =>
    parts.map((part) => part[name]).reduce((a, b) => a + b);
  const returned = Math.min(limit, sum('returned'));
  // several requests share the limit, and may cost a little more than it
  const mayPassLimit = parts.length > 1 && sum('returned') > limit;
  // the limit may leave out paid records or unpaid ones; the page cannot know which
  const credits = Math.min(mayPassLimit ? returned : returned - sum('owned'), sum('credits'));
  const owned = Math.min(returned - credits, sum('owned'));
  const { openingBalance } = first;
  return {
    mayPassLimit,
    matching: sum('matching'),
    isExact: parts.every(({ isExact }) => isExact),
    returned,
    owned,
    credits,
    changes,
    /** The cost at most, with changes of stored records. Bought records can push paid ones below the limit. */
    most: (owned > 0 && returned < sum('matching') ? returned : credits) + changes,
    ...(openingBalance !== undefined && { openingBalance }),
    suggestions: parts.flatMap(({ suggestions }) => suggestions).slice(0, MAX_SUGGESTIONS),
  };
}

function readPart({ matching, isExact, returned, owned, credits, openingBalance, suggestions }: Fields) {
  if (!isCount(matching) || !isCount(returned) || !isCount(credits)) return undefined;
  const paid = isCount(owned) ? owned : 0;
  if (returned > matching || credits + paid > returned) return undefined;
  return {
    matching,
    isExact: isExact === true,
    returned,
    owned: paid,
    credits,
    ...(isCount(openingBalance) && { openingBalance }),
    suggestions: Array.isArray(suggestions) ? suggestions.flatMap(readSuggestion) : [],
  };
}

function readSuggestion(suggestion: unknown): Suggestion[] {
  const { field, value, nearest } = asFields(suggestion);
  if (!isName(field) || !isName(value) || !Array.isArray(nearest)) return [];
  return [{ field, value, nearest: nearest.filter(isName).slice(0, MAX_SUGGESTIONS) }];
}

const listOfFields = (json: string): readonly Fields[] => readJson(json, listOf(isObject)) ?? [];

const fieldsOf = (json: string): Fields => listOfFields(json)[0] ?? {};

const isCount = (value: unknown): value is number => isIntegerIn(value, 0);

function isName(value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '') return false;
  return value.length <= MAX_NAME && !INVISIBLE.test(value);
}

/** True for a name without the mark that separates values in a formula. */
function isValue(value: unknown): value is string {
  return isName(value) && !value.includes('|');
}
