/** Matches a messy text to a company: a name in any spelling, a domain, a web or mail address, an id. */
import { domainToUnicode } from 'node:url';

import { labelOf } from '../../contract/company-domains.js';
import {
  type CompanyName,
  inSingular,
  readCompanyName,
  readSpellings,
} from '../../contract/company-names.js';
import { areOtherKinds } from '../../contract/core-name.js';
import { readCompanyText } from '../../contract/domains.js';
import { editsBetween } from '../../contract/edits.js';
import type { CompanyMatch, KnownCompany, MatchStatus } from '../../contract/match-answer.js';
import { isPlaceOf, type PlacedName, placedNamesIn } from './company-places.js';

/** A text in all the forms in which it can identify a company. */
export interface WantedCompany {
  readonly id: string;
  /** The domain in the text, and its parents, in Unicode. */
  readonly domains: readonly string[];
  /** The name, or the label of a domain; undefined if the text has neither. */
  readonly name?: CompanyName;
  /** A text such as E.ON or Dr.Oetker as a name; its domain's label has only one or two letters. */
  readonly dottedName?: CompanyName;
  /** The forms in which the names are compared. */
  readonly spellings?: readonly CompanyName[];
  readonly placed?: readonly PlacedName[];
}

/** A company with its parsed names: parsing them takes longer than comparing them. */
export interface NamedCompany {
  readonly company: KnownCompany;
  readonly names: readonly CompanyName[];
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
/** In words below this length an added letter makes another word: Car and Care. */
const SHORT_WORD = 4;
/** As many letters before a dot may begin a name: E.ON, Dr.Oetker. */
const LONGEST_START = 2;
const LONGEST_INITIALS = 3;
/** What alone tells names apart: Southeast and Southwest, Freiburg and Freiberg, Petersen and Peterson, II and III. */
const TELLING = /north|south|east|west|b[eu]rg|s[eo]ns?$|^[ivx]+$/g;
/** Names that need their country: Virgin America is not Virgin, and Air France is not Air. */
const NEEDS_COUNTRY = /^(?:air|bank|telecom|petro|virgin|contact|about|join)$/;
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
const WITHOUT_PLACE = 82;
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
  const { domains: typed, name } = readCompanyText(id);
  const domains = typed.map(inUnicode);
  const label = labelOf(domains[0] ?? '');
  const wanted = { id, domains, ...named(label || name) };
  if (label === '' || label.length > LONGEST_START) return wanted;
  return {
    ...wanted,
    dottedName: readCompanyName(id),
    spellings: [...readSpellings(label), ...readSpellings(id)],
  };
}

export function nameCompany(company: KnownCompany): NamedCompany {
  const { name = '', formerNames = [] } = company;
  const domain = inUnicode(company.domain?.toLowerCase() ?? '');
  return {
    company,
    names: readSpellings(name),
    formerNames: formerNames.flatMap(readSpellings),
    domain,
    label: readCompanyName(labelOf(domain), false).core,
  };
}

/** müller.de of xn--mller-kva.de. */
function inUnicode(domain: string): string {
  return domain.includes('xn--') ? domainToUnicode(domain) || domain : domain;
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

function named(text: string): Partial<WantedCompany> {
  const name = readCompanyName(text);
  if (name.core === '') return {};
  return { name, spellings: readSpellings(text), placed: placedNamesIn(text) };
}

/** Returns undefined for a company that does not match. */
function scoreOf(wanted: WantedCompany, candidate: NamedCompany): Scored | undefined {
  const { company, names, domain } = candidate;
  const scored = { company, status: 'exact', isPrefixMatch: false } as const;
  if (company.id === wanted.id) return { ...scored, confidence: SAME_ID };
  const place = wanted.domains.indexOf(domain);
  if (place >= 0) return { ...scored, confidence: place === 0 ? SAME_DOMAIN : PARENT_DOMAIN };
  const { spellings = [] } = wanted;
  // a company often has several domains, but acme.com and acmefoods.com are two companies
  if (wanted.domains.length > 0)
    return spellings.some(
      ({ core }) => isOwnLabel(wanted, core, candidate) && names.some((name) => name.core === core),
    )
      ? { ...scored, status: 'probable', confidence: DOMAIN_LABEL }
      : undefined;
  let best: Scored | undefined;
  for (const spelling of spellings)
    for (const name of names) {
      const other = scoreName(spelling, name, candidate);
      if (other && other.confidence > (best?.confidence ?? 0)) best = other;
    }
  if ((best?.confidence ?? 0) < WITHOUT_PLACE && isAtPlace(wanted, candidate))
    return { ...scored, status: 'probable', confidence: WITHOUT_PLACE };
  return best;
}

/** Acme, Detroit is the Acme whose headquarters are there. */
function isAtPlace({ placed = [] }: WantedCompany, { company: { location = '' }, names }: NamedCompany) {
  const isNamed = (wanted: CompanyName) =>
    names.some((name) => name.core === wanted.core && !areOtherKinds(wanted, name));
  return placed.some((one) => one.names.some(isNamed) && isPlaceOf(one.place, location));
}

/** siemens.de is of Siemens with siemens.com; merck.com is not of Merck with merckgroup.com. */
function isOwnLabel({ dottedName }: WantedCompany, core: string, { label }: NamedCompany): boolean {
  return label === '' || label === core || dottedName !== undefined;
}

function scoreName(wanted: CompanyName, name: CompanyName, candidate: NamedCompany): Scored | undefined {
  const { company, formerNames, label } = candidate;
  const scored = (status: MatchStatus, confidence: number, isPrefixMatch = false) =>
    ({ company, status, confidence, isPrefixMatch }) satisfies Scored;
  if (wanted.whole === name.whole) return scored('exact', SAME_NAME);
  if (isSameName(wanted, name) || isTurned(wanted, name, company))
    return areOtherKinds(wanted, name) ? scored('several', MATCH_THRESHOLD - 1) : scored('exact', SAME_CORE);
  if (formerNames.some((former) => isSameName(wanted, former))) return scored('renamed', FORMER_NAME);
  const isPrefixMatch = name.words.startsWith(wanted.words);
  if (label === wanted.core && isShortFor(label, name.core))
    return scored('probable', DOMAIN_LABEL, isPrefixMatch);
  if (wanted.withoutCountry === name.core && !NEEDS_COUNTRY.test(name.core))
    return scored('probable', WITHOUT_PLACE);
  const similarity = similarityOf(wanted, name);
  if (similarity !== undefined)
    // another first letter is no typing error, yet the text may mean this company as well as another near one
    return scored(areWordsNear(wanted, name) ? 'probable' : 'several', similarity);
  return isPrefixMatch ? scored('several', PREFIX_MATCH, true) : undefined;
}

function isSameName(wanted: CompanyName, known: CompanyName): boolean {
  return [known.core, known.whole].some((name) => name === wanted.core || name === wanted.whole);
}

/** AB Volvo is Volvo AB, and Volvo of Sweden; AS Watson is not Watson of the USA. */
function isTurned(
  { core, turned, formOf }: CompanyName,
  known: CompanyName,
  { location = '' }: KnownCompany,
) {
  return turned === known.core && (known.turned === core || formOf?.test(location) === true);
}

/** Initials and the like: IBM is International Business Machines, but ABC is not the Alphabet of abc.xyz. */
function isShortFor(label: string, name: string): boolean {
  return label.length > LONGEST_INITIALS || new RegExp([...label].join('.*'), 'u').test(name);
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
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > most || fixedIn(a) !== fixedIn(b)) return Infinity;
  // in a short name only a swap or a doubled letter is surely a typing error
  if (Math.min(a.length, b.length) < MIDDLE_NAME && lettersIn(a) !== lettersIn(b)) return Infinity;
  return editsBetween(a, b);
}

/** A typing error changes no number of a series, and adds no word: Capital II is neither Capital nor Capital III. */
function areWordsNear(wanted: CompanyName, known: CompanyName): boolean {
  const [words, others] = [wanted, known].map((name) => name.words.trim().split(' ')) as [string[], string[]];
  if (words.length === others.length) return words.every((word, index) => isNearWord(word, others[index]!));
  const isPart = (some: string[], all: string[]) => some.every((word) => all.includes(word));
  return !isPart(words, others) && !isPart(others, words) && isNearWord(wanted.core, known.core);
}

/** A typing error keeps the first letter, and most of a short word: Foods and Goods, Home and Hope differ. */
function isNearWord(word: string, other: string): boolean {
  if (word === other || inSingular(word) === inSingular(other)) return true;
  const least = Math.min(word.length, other.length);
  if (word[0] !== other[0] || word.replace(TELLING, '*') === other.replace(TELLING, '*')) return false;
  const isReplaced = least < SHORT_NAME && (least < SHORT_WORD || word.length === other.length);
  if (isReplaced && lettersIn(word) !== lettersIn(other)) return false;
  const edits = Math.min(editsBetween(word, other), editsBetween(inSingular(word), inSingular(other)));
  return edits <= Math.max(1, mostTypingErrors(least));
}

/** Numbers, and letters of scripts in which one letter often is a word or a syllable: 第一 and 第二 differ. */
function fixedIn(text: string): string {
  return text.replace(/[^\p{N}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/gu, '');
}

function lettersIn(text: string): string {
  return [...new Set(text)].sort().join('');
}
