/** Matches a messy text to a company: a name in any spelling, a domain, a web or mail address, an id. */

import { type CompanyName, readCompanyName } from '../../contract/company-names.js';
import { isDomain, isNetworkPage, reduceToDomain } from '../../contract/domains.js';
import { editsBetween } from '../../contract/edits.js';
import type { CompanyMatch, KnownCompany, MatchStatus } from '../../contract/match-answer.js';
import { domainAndParents, labelOf, nameInProfile } from './company-domains.js';

/** A text in all the forms in which it can identify a company. */
export interface WantedCompany {
  readonly id: string;
  /** The domain in the text, and its parents. */
  readonly domains: readonly string[];
  /** The name, or the label of a domain; undefined if the text has neither. */
  readonly name?: CompanyName;
}

/** A company with its parsed names: parsing them takes longer than comparing them. */
export interface NamedCompany {
  readonly company: KnownCompany;
  readonly name: CompanyName;
  readonly formerNames: readonly CompanyName[];
  readonly domain: string;
  /** The label of the domain, in the form in which names are compared. */
  readonly label: string;
}

export const MAX_ALTERNATIVES = 5;
/** Below this confidence a company is only an alternative. */
export const MATCH_THRESHOLD = 80;

/** Typing errors are not accepted in shorter names: any other letter makes another name. */
const SHORT_NAME = 6;
/** In shorter names only typing errors that keep the set of letters count: a swap or a doubled letter. */
const MIDDLE_NAME = 8;
/** Names of this length or longer may have two typing errors. */
const LONG_NAME = 12;
const MOST_TYPING_ERRORS = 2;
/** technology and technologies. */
const MOST_LETTERS_OF_PLURALS = 3;
/** Names with more edits are not candidates. */
export const MOST_EDITS = MOST_TYPING_ERRORS + MOST_LETTERS_OF_PLURALS;

const SAME_ID = 100;
const SAME_DOMAIN = 100;
const PARENT_DOMAIN = 97;
const SAME_NAME = 99;
const SAME_CORE = 95;
const FORMER_NAME = 90;
/** The confidence of a name with a typing error stays below that of a former name. */
const MOST_SIMILAR = 89;
const DOMAIN_LABEL = 85;
const WITHOUT_COUNTRY = 82;
const PREFIX_MATCH = 60;

interface Scored {
  readonly company: KnownCompany;
  readonly confidence: number;
  readonly status: MatchStatus;
  /** True if the company's name only begins with the text. */
  readonly isPrefixMatch: boolean;
}

export function readWantedCompany(text: string): WantedCompany {
  const id = text.trim();
  const profile = nameInProfile(id);
  if (profile !== undefined) return { id, domains: [], ...named(profile) };
  if (isNetworkPage(id)) return { id, domains: [] };
  const domain = reduceToDomain(id);
  if (!isDomain(domain)) return { id, domains: [], ...named(id) };
  const domains = domainAndParents(domain);
  return { id, domains, ...(domains.length > 0 && named(labelOf(domain))) };
}

export function nameCompany(company: KnownCompany): NamedCompany {
  const { name = '', domain = '', formerNames = [] } = company;
  return {
    company,
    name: readCompanyName(name),
    formerNames: formerNames.map(readCompanyName),
    domain: domain.toLowerCase(),
    label: readCompanyName(labelOf(domain)).core,
  };
}

/** True if a core name deserves a full comparison; most of its alphabetical neighbours do not. */
export function isNearName({ name }: WantedCompany, core: string): boolean {
  if (!name || name.core[0] !== core[0]) return false;
  if (core.startsWith(name.core)) return true;
  return (
    Math.abs(core.length - name.core.length) <= MOST_EDITS && editsBetween(core, name.core) <= MOST_EDITS
  );
}

/** @param candidates all companies that are near; more of them do not change the result */
export function matchCompany(wanted: WantedCompany, candidates: readonly NamedCompany[]): CompanyMatch {
  const ranked = candidates
    .flatMap((company) => scoreOf(wanted, company) ?? [])
    .sort((a, b) => b.confidence - a.confidence || (a.company.id < b.company.id ? -1 : 1));
  const [best, ...others] = ranked;
  if (!best) return { status: 'none', confidence: 0, alternatives: [] };
  const isTied = others[0]?.confidence === best.confidence || hasOtherPrefixMatches(wanted, best, others);
  if (best.status !== 'several' && best.confidence >= MATCH_THRESHOLD && !isTied) {
    const { status, confidence, company } = best;
    return { status, confidence, company, alternatives: alternativesIn(others) };
  }
  const isSeveral = isTied || ranked.some(({ status }) => status === 'probable');
  return {
    status: isSeveral ? 'several' : 'none',
    confidence: Math.min(best.confidence, MATCH_THRESHOLD - 1),
    alternatives: alternativesIn(ranked),
  };
}

/** True for a text such as Delta: the domain label of one company, and the first word of other names. */
function hasOtherPrefixMatches({ domains }: WantedCompany, best: Scored, others: readonly Scored[]): boolean {
  return (
    best.confidence === DOMAIN_LABEL &&
    domains.length === 0 &&
    others.some(({ isPrefixMatch }) => isPrefixMatch)
  );
}

function alternativesIn(ranked: readonly Scored[]): readonly KnownCompany[] {
  return ranked.slice(0, MAX_ALTERNATIVES).map(({ company }) => company);
}

function named(text: string): { readonly name?: CompanyName } {
  const name = readCompanyName(text);
  return name.core === '' ? {} : { name };
}

/** Returns undefined for a company that does not match. */
function scoreOf(wanted: WantedCompany, candidate: NamedCompany): Scored | undefined {
  const { company, name, formerNames, domain, label } = candidate;
  const scored = (status: MatchStatus, confidence: number, isPrefixMatch = false) =>
    ({ company, status, confidence, isPrefixMatch }) satisfies Scored;
  if (company.id === wanted.id) return scored('exact', SAME_ID);
  const place = wanted.domains.indexOf(domain);
  if (place >= 0) return scored('exact', place === 0 ? SAME_DOMAIN : PARENT_DOMAIN);
  if (!wanted.name) return undefined;
  // a company often has several domains, but acme.com and acmefoods.com are two companies
  if (wanted.domains.length > 0)
    return wanted.name.core === name.core ? scored('probable', DOMAIN_LABEL) : undefined;
  if (wanted.name.whole === name.whole) return scored('exact', SAME_NAME);
  if (isSameName(wanted.name, name)) return scored('exact', SAME_CORE);
  if (formerNames.some((former) => isSameName(wanted.name!, former))) return scored('renamed', FORMER_NAME);
  const isPrefixMatch = name.words.startsWith(wanted.name.words);
  if (label === wanted.name.core) return scored('probable', DOMAIN_LABEL, isPrefixMatch);
  if (wanted.name.withoutCountry === name.core) return scored('probable', WITHOUT_COUNTRY);
  const similarity = similarityOf(wanted.name, name);
  if (similarity !== undefined)
    // another first letter is no typing error, yet the text may mean this company as well as another near one
    return scored(areWordsNear(wanted.name.words, name.words) ? 'probable' : 'several', similarity);
  return isPrefixMatch ? scored('several', PREFIX_MATCH, true) : undefined;
}

function isSameName(wanted: CompanyName, known: CompanyName): boolean {
  return [known.core, known.whole].some((name) => name === wanted.core || name === wanted.whole);
}

/** From MATCH_THRESHOLD to MOST_SIMILAR for one or two typing errors; undefined for another name. */
function similarityOf(wanted: CompanyName, known: CompanyName): number | undefined {
  const edits = Math.min(
    typingErrors(wanted.core, known.core),
    1 + typingErrors(wanted.singular, known.singular),
  );
  const length = Math.min(wanted.core.length, known.core.length);
  if (edits > mostTypingErrors(length)) return undefined;
  const share = 1 - edits / Math.max(wanted.core.length, known.core.length);
  return Math.max(MATCH_THRESHOLD, Math.min(MOST_SIMILAR, Math.round(100 * share)));
}

/** Allows fewer errors in shorter names, where one edit more often makes the name of another company. */
function mostTypingErrors(length: number): number {
  if (length < SHORT_NAME) return 0;
  return length < LONG_NAME ? 1 : MOST_TYPING_ERRORS;
}

/** Returns Infinity for names that differ by more than typing errors. */
function typingErrors(a: string, b: string): number {
  const most = mostTypingErrors(Math.min(a.length, b.length));
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > most || numbersIn(a) !== numbersIn(b)) return Infinity;
  // in a short name only a swap or a doubled letter is surely a typing error
  if (Math.min(a.length, b.length) < MIDDLE_NAME && lettersIn(a) !== lettersIn(b)) return Infinity;
  return editsBetween(a, b);
}

/** A typing error keeps each word's first letter, and most of a short word: Foods and Goods differ. */
function areWordsNear(wanted: string, known: string): boolean {
  const [words, others] = [wanted.trim().split(' '), known.trim().split(' ')];
  if (words.length !== others.length) return true;
  return words.every((word, index) => {
    const other = others[index]!;
    const most = Math.min(word.length, other.length) < SHORT_NAME ? 1 : MOST_EDITS;
    return word === other || (word[0] === other[0] && editsBetween(word, other) <= most);
  });
}

function numbersIn(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

function lettersIn(text: string): string {
  return [...new Set(text)].sort().join('');
}
