/** Matches a messy text to a company: a name in any spelling, a domain, a web or mail address, an id. */
import { domainToUnicode } from 'node:url';
import { labelOf } from '../../contract/company-domains.js';
import { type CompanyName, readCompanyName, readSpellings } from '../../contract/company-names.js';
import { areOtherKinds, type CoreName, INTERNATIONAL, isSameCoreName } from '../../contract/core-name.js';
import { readCompanyText } from '../../contract/domains.js';
import { MAX_ALTERNATIVES } from '../../contract/enumerations.js';
import type { CompanyMatch, KnownCompany, MatchStatus } from '../../contract/match-answer.js';
import { addressIn, namesIn, unescaped } from './company-notes.js';
import { isPlaceOf, type PlacedName, placedNamesIn } from './company-places.js';
import { areWordsNear, hasCutWord, similarityOf } from './typing-errors.js';

/** A text in all the forms in which it can identify a company. */
export interface WantedCompany {
  readonly id: string;
  /** The domain in the text, and its parents, in Unicode. */
  readonly domains: readonly string[];
  /** True if the text has an address among other words: they name the same company, or the match is uncertain. */
  readonly isMixed: boolean;
  /** True for a text such as E.ON or Dr.Oetker, which is a name; its domain's label has only one or two letters. */
  readonly isDotted: boolean;
  /**
   * The names that the text may contain, or the label of its domain. The most probable one is the first: the name
   * without parts that look like a note, before 1. FC Acme as a whole and a name behind "doing business as".
   */
  readonly names: readonly CompanyName[];
  /** The forms in which the names are compared. */
  readonly spellings: readonly CompanyName[];
  readonly placed: readonly PlacedName[];
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

/** Below this confidence a company is only an alternative. */
export const MATCH_THRESHOLD = 80;
/** The confidence if the text may mean another company just as well. */
const UNCERTAIN = MATCH_THRESHOLD - 1;

/** The most letters before the dot of a name such as E.ON or Dr.Oetker. */
const LONGEST_START = 2;
const LONGEST_INITIALS = 3;
/**
 * Matches domains under which a company has its own name again: siemens.de of siemens.com. Under other ones, the name
 * is often another company's: lever.ai, apple.bank.
 */
const OF_ONE_COMPANY = /\.(?:com|com\.co|net|org|(?!ai|co|io|me|tv)\p{L}{2})$/u;
/** Names that are not the same without their country: Virgin America is not Virgin. */
const NEEDS_COUNTRY = /^(?:air|bank|telecom|petro|virgin|contact|about|join)$/;

/** How well a company matches. */
interface Score {
  readonly status: MatchStatus;
  readonly confidence: number;
  /** True if the company's name only begins with the text. */
  readonly isPrefixMatch?: boolean;
}

interface Scored extends Score {
  readonly company: KnownCompany;
}

const SAME_ID_OR_DOMAIN: Score = { status: 'exact', confidence: 100 };
const PARENT_DOMAIN: Score = { status: 'exact', confidence: 97 };
const SAME_NAME: Score = { status: 'exact', confidence: 99 };
const SAME_CORE: Score = { status: 'exact', confidence: 95 };
const WITHOUT_KIND: Score = { status: 'probable', confidence: SAME_CORE.confidence };
const FORMER_NAME: Score = { status: 'renamed', confidence: 90 };
/** The confidence of a name with a typing error stays below that of a former name. */
const MOST_SIMILAR = 89;
const DOMAIN_LABEL: Score = { status: 'probable', confidence: 85 };
const WITHOUT_PLACE: Score = { status: 'probable', confidence: 82 };
const CUT_WORD: Score = { status: 'probable', confidence: 81 };
const CUT_NAME: Score = { status: 'probable', confidence: 80, isPrefixMatch: true };
const OTHER_COMPANY: Score = { status: 'several', confidence: UNCERTAIN };
const PREFIX_MATCH: Score = { status: 'several', confidence: 60, isPrefixMatch: true };

export function readWantedCompany(typed: string): WantedCompany {
  const id = typed.trim();
  const text = unescaped(id);
  const { domains: found, name } = readCompanyText(text);
  const { domains: inner, rest } = addressIn(name);
  const isMixed = rest !== name.trim();
  const domains = (isMixed ? inner : found).map(inUnicode);
  const label = isMixed ? '' : labelOf(domains[0] ?? '');
  const isDotted = label !== '' && label.length <= LONGEST_START;
  const texts = new Set(namesIn(isMixed ? rest : label || name));
  // the address may be a part of the name: Booking.com, Inc.
  if (isMixed || isDotted) texts.add(text);
  return { id, domains, isMixed, isDotted, ...named([...texts]) };
}

function named(texts: readonly string[]): Pick<WantedCompany, 'names' | 'spellings' | 'placed'> {
  const names = texts.map(readCompanyName);
  if (names[0]!.core === '') return { names: [], spellings: [], placed: [] };
  return {
    names,
    spellings: names.flatMap(({ spellings }) => spellings),
    placed: texts.flatMap(placedNamesIn),
  };
}

export function nameCompany(company: KnownCompany): NamedCompany {
  const { name = '', formerNames = [] } = company;
  const domain = inUnicode(company.domain?.toLowerCase() ?? '');
  let label: string | undefined;
  return {
    company,
    names: readSpellings(name),
    formerNames: formerNames.flatMap(readSpellings),
    domain,
    // the label is read only when it is compared, because most texts match by the name
    get label() {
      label ??= readSpellings(labelOf(domain))[0]!.core;
      return label;
    },
  };
}

/** Returns müller.de for xn--mller-kva.de. */
function inUnicode(domain: string): string {
  return domain.includes('xn--') ? domainToUnicode(domain) || domain : domain;
}

/** @param candidates all companies that are near; more of them do not change the result */
export function matchCompany(wanted: WantedCompany, candidates: readonly NamedCompany[]): CompanyMatch {
  const ranked = candidates
    .flatMap((candidate): Scored[] => {
      const score = scoreOf(wanted, candidate);
      return score ? [{ company: candidate.company, ...score }] : [];
    })
    .sort((a, b) => b.confidence - a.confidence || (a.company.id < b.company.id ? -1 : 1));
  const [best, ...others] = ranked;
  if (!best) return { status: 'none', confidence: 0, alternatives: [] };
  const second = others[0]?.confidence ?? 0;
  const isTied =
    second === best.confidence ||
    (wanted.isMixed && second >= UNCERTAIN) ||
    hasOtherPrefixMatches(wanted, best, others);
  if (best.status !== 'several' && best.confidence >= MATCH_THRESHOLD && !isTied) {
    const { status, confidence, company } = best;
    return { status, confidence, company, alternatives: alternativesIn(others) };
  }
  const isSeveral = isTied || ranked.some(({ status }) => status === 'probable');
  return {
    status: isSeveral ? 'several' : 'none',
    confidence: Math.min(best.confidence, UNCERTAIN),
    alternatives: alternativesIn(ranked),
  };
}

/**
 * True for a text such as Delta if the best match has it only as its domain label or as the beginning of its name,
 * such as Delta International, and other names begin with it, too.
 */
function hasOtherPrefixMatches({ domains }: WantedCompany, best: Scored, others: readonly Scored[]): boolean {
  return (
    (best.isPrefixMatch === true ||
      best.confidence === DOMAIN_LABEL.confidence ||
      (best.confidence === WITHOUT_KIND.confidence && best.status === 'probable')) &&
    domains.length === 0 &&
    others.some(({ isPrefixMatch }) => isPrefixMatch)
  );
}

function alternativesIn(ranked: readonly Scored[]): readonly KnownCompany[] {
  return ranked.slice(0, MAX_ALTERNATIVES).map(({ company }) => company);
}

/** Returns undefined for a company that does not match. */
function scoreOf(wanted: WantedCompany, candidate: NamedCompany): Score | undefined {
  if (candidate.company.id === wanted.id) return SAME_ID_OR_DOMAIN;
  const { domains, isMixed, spellings } = wanted;
  const place = domains.indexOf(candidate.domain);
  // with a legal form, Acme Consulting GmbH, www.customer.com names another company
  const isOther = isMixed && spellings.some(({ core, whole }) => core !== whole);
  if (place >= 0 && !isOther) return place === 0 ? SAME_ID_OR_DOMAIN : PARENT_DOMAIN;
  // a company often has several domains, but acme.com and acmefoods.com are two companies
  if (domains.length > 0 && !isMixed) return scoreLabel(wanted, candidate);
  const best = bestScore(wanted, candidate);
  if (!isAtPlace(wanted, candidate)) return best ?? (place >= 0 ? OTHER_COMPANY : undefined);
  if (!best || best.confidence < WITHOUT_PLACE.confidence) return WITHOUT_PLACE;
  // of two companies with this name, the one at the place
  return { ...best, confidence: best.confidence + 1 };
}

/** Returns the score of the best spelling: one that matches is better than one that is only similar. */
function bestScore({ spellings }: WantedCompany, candidate: NamedCompany): Score | undefined {
  const scores = spellings.flatMap((spelling) =>
    candidate.names.flatMap((name) => scoreName(spelling, name, candidate) ?? []),
  );
  const matching = scores.filter(({ status }) => status !== 'several');
  return (matching.length > 0 ? matching : scores).sort((a, b) => b.confidence - a.confidence)[0];
}

/** True if the company's headquarters are at the place in the text: Acme, Detroit. */
function isAtPlace({ placed }: WantedCompany, { company: { location = '' }, names }: NamedCompany) {
  const isNamed = (wanted: CoreName) => names.some((name) => isSameCoreName(wanted, name));
  return placed.some((one) => one.names.some(isNamed) && isPlaceOf(one.place, location));
}

/** Scores another domain of a company: siemens.de of siemens.com is Siemens, but merckgroup.com is not Merck. */
function scoreLabel(wanted: WantedCompany, { names, label }: NamedCompany): Score | undefined {
  const { spellings, isDotted, domains } = wanted;
  const isSure = isDotted || label === '';
  const hasLabel = spellings.some(
    ({ core }) => (isSure || label === core) && names.some((name) => name.core === core),
  );
  if (!hasLabel) return undefined;
  return isSure || OF_ONE_COMPANY.test(domains[0]!) ? DOMAIN_LABEL : OTHER_COMPANY;
}

function scoreName(wanted: CompanyName, name: CompanyName, candidate: NamedCompany): Score | undefined {
  const { company, formerNames, domain } = candidate;
  if (wanted.whole === name.whole) return SAME_NAME;
  if (isSameName(wanted, name) || isTurned(wanted, name, company)) {
    if (areOtherKinds(wanted, name)) return OTHER_COMPANY;
    const isCut = wanted.kind === '' && name.kind === INTERNATIONAL && !domain.startsWith(`${wanted.core}.`);
    return isCut ? WITHOUT_KIND : SAME_CORE;
  }
  if (formerNames.some((former) => isSameName(wanted, former))) return FORMER_NAME;
  const isPrefixMatch = name.words.startsWith(wanted.words);
  const { label } = candidate;
  if (isLabel(label, wanted) && isShortFor(label, name.core)) return { ...DOMAIN_LABEL, isPrefixMatch };
  if (wanted.withoutCountry === name.core && !NEEDS_COUNTRY.test(name.core)) return WITHOUT_PLACE;
  if (hasCutWord(wanted, name)) return CUT_WORD;
  const similarity = similarityOf(wanted, name);
  if (similarity !== undefined) {
    const confidence = Math.max(MATCH_THRESHOLD, Math.min(MOST_SIMILAR, Math.round(100 * similarity)));
    // a text with another first letter has no typing error, but may mean this company as well as another one
    return { status: areWordsNear(wanted, name) ? 'probable' : 'several', confidence };
  }
  if (!isPrefixMatch) return undefined;
  return isCutAfterLabel(wanted, label) ? CUT_NAME : PREFIX_MATCH;
}

/** True for Smith & Wesson of smith-wesson.com, too. */
function isLabel(label: string, { core, words }: CompanyName): boolean {
  return label === core || label === words.replace(/\band\b|\s/g, '');
}

/** True if the text says more than the label of the company's domain: Delta Air of delta.com. */
function isCutAfterLabel({ core }: CompanyName, label: string): boolean {
  return label.length > LONGEST_INITIALS && core.length > label.length && core.startsWith(label);
}

function isSameName(wanted: CompanyName, known: CompanyName): boolean {
  return [known.core, known.whole].some((name) => name === wanted.core || name === wanted.whole);
}

/** True if only the legal form's side differs: AB Volvo is Volvo AB, and AS Watson is not Watson of the USA. */
function isTurned(
  { core, turned, formOf }: CompanyName,
  known: CompanyName,
  { location = '' }: KnownCompany,
) {
  return turned === known.core && (known.turned === core || formOf?.test(location) === true);
}

/** True for an abbreviation: IBM is International Business Machines, but ABC is not the Alphabet of abc.xyz. */
function isShortFor(label: string, name: string): boolean {
  return label.length > LONGEST_INITIALS || new RegExp([...label].join('.*'), 'u').test(name);
}
