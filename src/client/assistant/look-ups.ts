/** The tools that cost nothing: companies, groups, prices, formulas, the account. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { KnownCompany } from '../../contract/match-answer.js';
import type { GroupChange } from '../../contract/tracking.js';
import type { SignalsClient } from '../types.js';
import { credits, markedData, NOTICE, toolResult } from './results.js';
import { safeText } from './safe-text.js';
import type { AssistantQuestion } from './schemas.js';

const MAX_NAME = 120;
const MAX_LISTED = 100;
const MAX_SUGGESTIONS = 20;
const MAX_DAYS = 31;

const name = (text: unknown) => safeText(String(text ?? ''), MAX_NAME);

/** The answer of a service that lacks what the tool needs. @param empty what the schema of the tool wants besides */
function lacking(message: string, empty: object = {}): CallToolResult {
  return toolResult({ available: false, ...empty }, [message]);
}

/** The result of a tool that has found something, with texts of others in marks. */
function found(
  content: object,
  summary: string,
  lines: readonly string[],
  more: readonly string[] = [],
): CallToolResult {
  return toolResult({ available: true, notice: NOTICE, ...content }, [
    `${summary} Free.`,
    ...markedData(lines),
    ...more,
  ]);
}

export async function callFindCompanies(client: SignalsClient, query: string): Promise<CallToolResult> {
  const all = await client.companies(query);
  if (!all) return lacking('This service has no search.', { notice: NOTICE, companies: [] });
  const companies = all
    .slice(0, MAX_LISTED)
    .map((company) => ({ ...safeCompany(company), tracked: company.tracked }));
  const lines = companies.map((company) => `${lineOf(company)}${company.tracked ? ' | tracked' : ''}`);
  return found({ companies }, `${companies.length} companies found.`, lines);
}

export async function callMatchCompanies(
  client: SignalsClient,
  texts: readonly string[],
): Promise<CallToolResult> {
  const all = await client.match(texts);
  if (!all)
    return lacking('This service does not match companies; call find_companies for each.', {
      notice: NOTICE,
      matches: [],
    });
  const matches = all.map(({ status, confidence, company, alternatives }, index) => ({
    text: name(texts[index]),
    status,
    confidence,
    ...(company && { company: safeCompany(company) }),
    alternatives: alternatives.map(safeCompany),
  }));
  const lines = matches.map(({ text, status, company, alternatives }) => {
    const others = alternatives.map((one) => `${one.name ?? ''} (id ${one.id})`).join(', ');
    return `${text}: ${status}${company ? ` | ${lineOf(company)}` : others && `; near: ${others}`}`;
  });
  const known = matches.filter(({ company }) => company).length;
  return found({ matches }, `${known} of ${matches.length} texts mean one company.`, lines);
}

function safeCompany({ id, name: called, domain, location }: KnownCompany) {
  return {
    id: name(id),
    ...(called !== undefined && { name: name(called) }),
    ...(domain !== undefined && { domain: name(domain) }),
    ...(location !== undefined && { location: name(location) }),
  };
}

function lineOf({ id, name: called, domain, location }: KnownCompany): string {
  return [called, domain, location, `id ${id}`].filter(Boolean).join(' | ');
}

export async function callTrackCompanies(
  client: SignalsClient,
  group: string,
  change: GroupChange,
): Promise<CallToolResult> {
  const changed = await client.track(group, change);
  if (!changed)
    return lacking('This service has no changes of groups: its operator makes them. Nothing was charged.');
  const results = Object.entries(changed).map(
    ([result, ids]) => [result, (ids as readonly string[]).map(name)] as const,
  );
  const counts = results.flatMap(([result, ids]) => (ids.length > 0 ? [`${ids.length} ${result}`] : []));
  return toolResult({ available: true, ...Object.fromEntries(results) }, [
    `${counts.join(', ')}. Free.`,
    ...(changed.unknown.length > 0
      ? ['No company has the unknown ids: take ids from match_companies or find_companies.']
      : []),
  ]);
}

export async function callListGroups(
  client: SignalsClient,
  group: string | undefined,
  offset: number,
): Promise<CallToolResult> {
  const page = <T>(all: readonly T[]) => all.slice(offset, offset + MAX_LISTED);
  const listed = (content: object, total: number, lines: readonly string[]) => {
    const next = offset + lines.length;
    const more = next < total ? { next_offset: next } : undefined;
    return found(
      { ...content, total, ...more },
      `${lines.length} of ${total}.`,
      lines,
      more && [`More: call list_groups with offset ${next}.`],
    );
  };
  if (group !== undefined) {
    const tracked = await client.tracked(group);
    const companies = page(tracked).map((one) => ({
      id: name(one.id),
      name: name(one.name),
      domain: name(one.domain),
    }));
    const lines = companies.map((one) => `${one.name} | ${one.domain} | id ${one.id}`);
    return listed({ companies }, tracked.length, lines);
  }
  const all = await client.groups();
  if (!all) return lacking('This service lists no groups.', { notice: NOTICE, total: 0 });
  const groups = page(all).map((one) => ({ name: name(one.name), companies: one.companies }));
  const lines = groups.map((one) => `${one.name} | ${one.companies} companies`);
  return listed({ groups }, all.length, lines);
}

export async function callEstimate(
  client: SignalsClient,
  { dataset, question }: AssistantQuestion,
): Promise<CallToolResult> {
  const estimate = await client.estimate(dataset, question);
  if (!estimate)
    return lacking(
      'This service has no estimates; set max_credits to the most that the user allows. Nothing was charged.',
    );
  const { firstDate, lastDate, openingBalance: balance, owned, matching, isExact, returned } = estimate;
  const suggestions = estimate.suggestions.slice(0, MAX_SUGGESTIONS).map(({ field, value, nearest }) => ({
    field: name(field),
    value: name(value),
    nearest: nearest.map(name),
  }));
  const structured = {
    available: true,
    credits: estimate.credits,
    matching,
    is_exact: isExact,
    returned,
    ...(owned !== undefined && { owned }),
    ...(firstDate !== undefined && { first_date: name(firstDate) }),
    ...(lastDate !== undefined && { last_date: name(lastDate) }),
    ...(balance !== undefined && { balance }),
    suggestions,
  };
  const unknown = suggestions.map(
    ({ field, value, nearest }) => `${field}: "${value}" is unknown; near: ${nearest.join(', ')}`,
  );
  const cost = `ask would return ${returned} and cost ${credits(estimate.credits)}`;
  return toolResult(structured, [
    `${isExact ? '' : 'more than '}${matching} records match; ${cost}. The estimate is free.`,
    ...markedData(unknown),
  ]);
}

export function callFormula(
  client: SignalsClient,
  { dataset, question }: AssistantQuestion,
  locale: string,
): CallToolResult {
  const formula = client.formula(dataset, question, locale);
  return toolResult({ formula, locale }, [
    'Write this formula into a cell, not its values: it stays up to date, and the add-on pays for a record once.',
    formula,
  ]);
}

export async function callAccount(client: SignalsClient): Promise<CallToolResult> {
  const account = await client.account();
  if (!account) return lacking('This service has no account page. Nothing was charged.');
  const { balance, spentToday, spentByDay, caps, rateLimit, billing } = account;
  const days = spentByDay.slice(0, MAX_DAYS);
  const structured = {
    available: true,
    name: name(account.name),
    balance,
    spent_today: spentToday,
    spent_by_day: days.map(({ day, credits: spent }) => ({ day: name(day), credits: spent })),
    ...(typeof caps.recordsPerAnswer === 'number' && { records_per_answer: caps.recordsPerAnswer }),
    ...(typeof caps.creditsPerDay === 'number' && { credits_per_day: caps.creditsPerDay }),
    ...(rateLimit !== undefined && { requests_per_minute: rateLimit }),
    ...(['per-answer', 'per-version'].includes(billing) && { billing }),
  };
  return toolResult(structured, [
    `${credits(balance)} left; ${credits(spentToday)} spent today (UTC). Billing: ${name(billing)}. Free.`,
  ]);
}
