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
const lacking = (what: string) =>
  toolResult({ available: false }, [`This service has no ${what}. Nothing was charged.`]);

export async function callFindCompanies(client: SignalsClient, query: string): Promise<CallToolResult> {
  const found = await client.companies(query);
  if (!found)
    return toolResult({ available: false, notice: NOTICE, companies: [] }, ['This service has no search.']);
  const companies = found
    .slice(0, MAX_LISTED)
    .map((company) => ({ ...safeCompany(company), tracked: company.tracked }));
  const lines = companies.map((company) => `${lineOf(company)}${company.tracked ? ' | tracked' : ''}`);
  return toolResult({ available: true, notice: NOTICE, companies }, [
    `${companies.length} companies found. Free.`,
    ...markedData(lines),
  ]);
}

export async function callMatchCompanies(
  client: SignalsClient,
  texts: readonly string[],
): Promise<CallToolResult> {
  const found = await client.match(texts);
  if (!found)
    return toolResult({ available: false, notice: NOTICE, matches: [] }, [
      'This service does not match companies; call find_companies for each.',
    ]);
  const matches = found.map(({ status, confidence, company, alternatives }, index) => ({
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
  return toolResult({ available: true, notice: NOTICE, matches }, [
    `${known} of ${matches.length} texts mean one company. Free.`,
    ...markedData(lines),
  ]);
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
  if (!changed) return lacking('changes of groups: its operator makes them');
  const structured = Object.fromEntries(
    Object.entries(changed).map(([result, ids]) => [result, (ids as readonly string[]).map(name)]),
  );
  const counts = Object.entries(structured).filter(([, ids]) => ids.length > 0);
  return toolResult({ available: true, ...structured }, [
    `${counts.map(([result, ids]) => `${ids.length} ${result}`).join(', ')}. Free.`,
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
  if (group !== undefined) {
    const tracked = await client.tracked(group);
    const companies = tracked.slice(offset, offset + MAX_LISTED).map((company) => ({
      id: name(company.id),
      name: name(company.name),
      domain: name(company.domain),
    }));
    const lines = companies.map((company) => `${company.name} | ${company.domain} | id ${company.id}`);
    return listed({ companies }, tracked.length, offset + companies.length, lines);
  }
  const all = await client.groups();
  if (!all)
    return toolResult({ available: false, notice: NOTICE, total: 0 }, ['This service lists no groups.']);
  const groups = all.slice(offset, offset + MAX_LISTED).map((one) => ({
    name: name(one.name),
    companies: one.companies,
  }));
  const lines = groups.map((one) => `${one.name} | ${one.companies} companies`);
  return listed({ groups }, all.length, offset + groups.length, lines);
}

function listed(
  content: Record<string, unknown>,
  total: number,
  next: number,
  lines: readonly string[],
): CallToolResult {
  const more = next < total;
  return toolResult(
    { available: true, notice: NOTICE, ...content, total, ...(more && { next_offset: next }) },
    [
      `${lines.length} of ${total}. Free.`,
      ...markedData(lines),
      ...(more ? [`More: call list_groups with offset ${next}.`] : []),
    ],
  );
}

export async function callEstimate(
  client: SignalsClient,
  { dataset, question }: AssistantQuestion,
): Promise<CallToolResult> {
  const estimate = await client.estimate(dataset, question);
  if (!estimate) return lacking('estimates; set max_credits to the most that the user allows');
  const { firstDate, lastDate, openingBalance: balance, owned } = estimate;
  const suggestions = estimate.suggestions.slice(0, MAX_SUGGESTIONS).map(({ field, value, nearest }) => ({
    field: name(field),
    value: name(value),
    nearest: nearest.map(name),
  }));
  const structured = {
    available: true,
    credits: estimate.credits,
    matching: estimate.matching,
    is_exact: estimate.isExact,
    returned: estimate.returned,
    ...(owned !== undefined && { owned }),
    ...(firstDate !== undefined && { first_date: name(firstDate) }),
    ...(lastDate !== undefined && { last_date: name(lastDate) }),
    ...(balance !== undefined && { balance }),
    suggestions,
  };
  const matching = `${estimate.isExact ? '' : 'more than '}${estimate.matching} records match`;
  return toolResult(structured, [
    `${matching}; ask would return ${estimate.returned} and cost ${credits(estimate.credits)}. The estimate is free.`,
    ...markedData(
      suggestions.map(
        ({ field, value, nearest }) => `${field}: "${value}" is unknown; near: ${nearest.join(', ')}`,
      ),
    ),
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
  if (!account) return lacking('account page');
  const { balance, spentToday, spentByDay, caps, rateLimit, billing } = account;
  const structured = {
    available: true,
    name: name(account.name),
    balance,
    spent_today: spentToday,
    spent_by_day: spentByDay
      .slice(0, MAX_DAYS)
      .map(({ day, credits: spent }) => ({ day: name(day), credits: spent })),
    ...(typeof caps.recordsPerAnswer === 'number' && { records_per_answer: caps.recordsPerAnswer }),
    ...(typeof caps.creditsPerDay === 'number' && { credits_per_day: caps.creditsPerDay }),
    ...(rateLimit !== undefined && { requests_per_minute: rateLimit }),
    ...(['per-answer', 'per-version'].includes(billing) && { billing }),
  };
  return toolResult(structured, [
    `${credits(balance)} left; ${credits(spentToday)} spent today (UTC). Billing: ${name(billing)}. Free.`,
  ]);
}
