/** A service that follows the specification, can behave oddly, and logs its requests and answers. */

import type { HttpRequest } from '../../src/addon/platform.js';
import type { DatasetName } from '../../src/contract/datasets.js';
import type { CannedAnswer } from '../addon/fake-platform.js';
import type { Random } from '../support/random.js';
import { GROUP, Group } from './group.js';
import type { Company, Version, World } from './world.js';

export interface Behaviour {
  /** Answers are in random order. */
  readonly unsorted: boolean;
  /** The most records in an answer, whatever its limit. */
  readonly cap: number;
  /** Has estimates, which the specification lacks. */
  readonly estimates: boolean;
  /** Reports changes since an answer, which the specification lacks; forgetful: refuses some cursors. */
  readonly changes: 'none' | 'forgetful' | 'all';
}

export interface LogEntry {
  /** When the service executed the request, and when it sent this answer: later if it is repeated. */
  readonly doneAt: number;
  readonly givenAt: number;
  readonly key: string;
  readonly dataset: DatasetName;
  readonly body: Body;
  readonly sent: readonly Version[];
  /** True for a repeated answer, which is free. */
  readonly replayed: boolean;
  /** The number of the execution that sent the request. */
  readonly execution: number;
  /** True if the answer did not arrive, its execution was killed, or its stored records are lost. */
  readonly isLost?: boolean;
}

/** The group's companies in an answer. */
export interface SentList {
  readonly at: number;
  readonly key: string;
  readonly companies: readonly Company[];
}

export type Body = Readonly<Record<string, string | number | readonly string[] | undefined>>;

const REMEMBERED_MS = 24 * 3_600_000;

export class Service {
  readonly log: LogEntry[] = [];
  readonly group = new Group();
  readonly lists: SentList[] = [];
  credits = 0;
  /** How often the service has refused a cursor as unknown. */
  refusedCursors = 0;
  behaviour: Behaviour = {
    unsorted: false,
    cap: Number.POSITIVE_INFINITY,
    estimates: false,
    changes: 'none',
  };
  readonly #world: World;
  readonly #random: Random;
  readonly #given = new Map<
    string,
    { readonly at: number; readonly entry: LogEntry; readonly body: unknown }
  >();

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  /** Marks the answers from an index of the log on as lost. */
  loseFrom(place: number): void {
    for (let index = place; index < this.log.length; index++)
      this.log[index] = { ...this.log[index]!, isLost: true };
  }

  respond(request: HttpRequest, now: number, execution: number): CannedAnswer {
    const key = request.headers['x-api-key'] ?? '';
    if (request.url.includes('/tracked-companies/')) {
      const isKnown = decodeURIComponent(request.url).endsWith(`/${GROUP}`);
      if (!isKnown)
        return { status: 404, body: { status: '404', code: 'NO_GROUP', message: 'no such group' } };
      this.lists.push({ at: now, key, companies: this.group.companies() });
      const companies = this.group.companies().map(({ id, name, domain }) => ({ id, name, domain }));
      return { body: { status: '200', message: 'Success', companies } };
    }
    const [, named, isEstimate, isChanges] = /dataset\/([\w-]+)(\/estimate)?(\/changes)?$/.exec(request.url)!;
    const dataset = named as DatasetName;
    if (isEstimate) {
      if (!this.behaviour.estimates)
        return { status: 404, body: { status: '404', message: 'no such address' } };
      const body = JSON.parse(request.body ?? '{}') as Body;
      const matching = this.#matching(dataset, body, now).length;
      const found = this.#find(dataset, body, now);
      const sent = new Set(this.log.flatMap((entry) => entry.sent));
      const owned = found.filter((version) => sent.has(version)).length;
      const returned = found.length;
      return { body: { matching, isExact: true, returned, owned, credits: returned - owned } };
    }
    const purchase = request.headers['idempotency-key'];
    const known = purchase === undefined ? undefined : this.#given.get(`${key} ${purchase}`);
    if (known && now - known.at < REMEMBERED_MS) {
      if (JSON.stringify(known.entry.body) !== request.body) {
        return { status: 409, body: { message: 'the same name for another question' } };
      }
      this.log.push({ ...known.entry, givenAt: now, replayed: true, execution });
      return { body: known.body };
    }
    const body = JSON.parse(request.body ?? '{}') as Body;
    const { changes } = this.behaviour;
    if (isChanges && (changes === 'none' || (changes === 'forgetful' && this.#random.chance(0.1)))) {
      this.refusedCursors += 1;
      return { status: 404, body: { status: '404', message: 'no such address' } };
    }
    // a request with limit 0 only gets a cursor for now
    if (isChanges && body['limit'] === 0)
      return { body: { records: [], removed: [], more: false, cursor: `c${now}` } };
    const { sent, beside } = isChanges
      ? this.#changes(dataset, body, now)
      : { sent: this.#find(dataset, body, now), beside: undefined };
    const entry = { doneAt: now, givenAt: now, key, dataset, body, sent, replayed: false, execution };
    this.log.push(entry);
    const answer = beside ? { ...beside, records: sent.map(toWire) } : sent.map(toWire);
    if (purchase !== undefined) this.#given.set(`${key} ${purchase}`, { at: now, entry, body: answer });
    if (dataset === 'business-expansion') this.credits += sent.length;
    const isBegun = changes !== 'none' && request.headers['x-changes-cursor'] === 'begin';
    const headers = {
      ...(changes !== 'none' && { 'x-credits-charged': String(sent.length) }),
      ...(isBegun && { 'x-changes-cursor': `c${now}` }),
    };
    return { body: answer, headers };
  }

  /** Returns the changes since a cursor, oldest first, and the ids of records that no longer match. */
  #changes(dataset: DatasetName, { cursor, ...body }: Body, now: number) {
    const from = Number(String(cursor).slice(1));
    const limit = Number(body['limit'] ?? 100);
    const matching = this.#matching(dataset, body, now);
    const ids = new Set(matching.map(({ id }) => id));
    const changed = matching.filter(({ since }) => since > from).sort((a, b) => a.since - b.since);
    const gone = this.#matching(dataset, body, from).filter(({ id }) => !ids.has(id));
    const isPart = changed.length > limit;
    const last = changed[limit - 1]?.since ?? now;
    const beside = { removed: gone.map(({ id }) => id), more: isPart, cursor: `c${isPart ? last : now}` };
    return { sent: changed.slice(0, limit), beside };
  }

  #matching(dataset: DatasetName, body: Body, now: number): Version[] {
    const compared = comparedIn(dataset, body);
    const start = iso(body['startDate']) ?? '';
    const end = iso(body['endDate']) ?? '9999';
    const date = iso(body['date']);
    const isOpen = dataset !== 'business-expansion' && body['companyIds'] === undefined;
    return this.#world
      .at(dataset, now)
      .filter((version) => compared(version) >= start && compared(version) <= end)
      .filter(({ company }) => !isOpen || this.group.companies().includes(company))
      .filter((version) => date === undefined || compared(version) === date)
      .filter((version) =>
        FILTERS.every(({ name, test }) => body[name] === undefined || test(version, body[name]!)),
      );
  }

  #find(dataset: DatasetName, body: Body, now: number): Version[] {
    const compared = comparedIn(dataset, body);
    const found = this.#matching(dataset, body, now);
    const place = (version: Version) => `${compared(version)} ${version.id}`;
    const ordered = this.behaviour.unsorted
      ? this.#random.shuffle(found)
      : found.sort((a, b) => (place(a) < place(b) ? 1 : -1));
    return ordered.slice(0, Math.min(Number(body['limit'] ?? 100), this.behaviour.cap));
  }
}

function comparedIn(dataset: DatasetName, body: Body): (version: Version) => string {
  const isNewer = dataset !== 'business-expansion' || body['dateType'] === 'LAST-MODIFIED';
  return (version) => (isNewer ? version.modified : version.announced);
}

type Wanted = string | number | readonly string[];

const isOneOf = (wanted: Wanted, have: readonly string[]) =>
  [wanted]
    .flat()
    .some((text) => have.some((value) => value !== '' && value.toLowerCase() === String(text).toLowerCase()));
const holdsOneOf = (wanted: Wanted, have: string) =>
  [wanted].flat().some((text) => have.toLowerCase().includes(String(text).toLowerCase()));

const FILTERS: readonly { readonly name: string; test(version: Version, wanted: Wanted): boolean }[] = [
  { name: 'companyName', test: ({ company }, wanted) => holdsOneOf(wanted, company.name) },
  { name: 'companyDomain', test: ({ company }, wanted) => holdsOneOf(wanted, company.domain) },
  { name: 'companyIndustry', test: ({ company }, wanted) => isOneOf(wanted, company.industries) },
  { name: 'companyLocation', test: ({ company }, wanted) => holdsOneOf(wanted, company.location) },
  { name: 'companyType', test: ({ company }, wanted) => isOneOf(wanted, [company.type]) },
  { name: 'companyTicker', test: ({ company }, wanted) => isOneOf(wanted, company.tickers) },
  { name: 'expansionType', test: ({ kind }, wanted) => isOneOf(wanted, [kind]) },
  { name: 'expansionLocation', test: ({ place }, wanted) => holdsOneOf(wanted, place) },
  { name: 'investment', test: ({ investment }, wanted) => isAmount(String(wanted), investment) },
  { name: 'currency', test: ({ currency }, wanted) => isOneOf(wanted, [currency]) },
  { name: 'jobs', test: ({ jobs }, wanted) => isAmount(String(wanted), jobs) },
  { name: 'companyIds', test: ({ company }, wanted) => isOneOf(wanted, [company.id]) },
  { name: 'industries', test: ({ company }, wanted) => isOneOf(wanted, company.industries) },
  { name: 'industrySegments', test: ({ company }, wanted) => isOneOf(wanted, company.segments) },
  {
    name: 'countries',
    test: ({ company }, wanted) => isOneOf(wanted, [company.location.split(', ').pop()!]),
  },
  { name: 'count', test: ({ jobs }, wanted) => jobs !== null && jobs >= Number(wanted) },
  { name: 'title', test: ({ titles }, wanted) => isOneOf(wanted, titles) },
  { name: 'reason', test: ({ kind }, wanted) => isOneOf(wanted, [kind]) },
];

const COMPARISONS: Readonly<Record<string, (amount: number, bound: number) => boolean>> = {
  '>': (amount, bound) => amount > bound,
  '>=': (amount, bound) => amount >= bound,
  '<': (amount, bound) => amount < bound,
  '<=': (amount, bound) => amount <= bound,
  '=': (amount, bound) => amount === bound,
  '!=': (amount, bound) => amount !== bound,
};

/** An unknown number matches nothing. */
export function isAmount(expression: string, amount: number | null): boolean {
  if (amount === null) return false;
  const [, from, to] = /^\(?(\d+),(\d+)\)?$/.exec(expression) ?? [];
  if (from !== undefined) return amount >= Number(from) && amount <= Number(to);
  const [, operator, bound] = /^([<>=!]*)(\d+)$/.exec(expression)!;
  return COMPARISONS[operator || '=']!(amount, Number(bound));
}

function iso(wire: Body[string]): string | undefined {
  if (wire === undefined) return undefined;
  const text = String(wire);
  return text[2] === '/' ? text.split('/').reverse().join('-') : text;
}

/** Writes the version into the title. */
export function toWire(version: Version): object {
  const { dataset, id, number, announced, modified, kind, place, investment, currency, jobs, titles } =
    version;
  const title = `${id} v${number}`;
  const { id: companyId, name, domain, industries, location, type, tickers, segments } = version.company;
  const ticker = tickers.length > 0 && { ticker: tickers };
  const [city = '', state = '', country = ''] = partsOf(place);
  if (dataset === 'business-expansion') {
    return {
      id,
      announcedDate: announced,
      company: { name, domain, industries, location, type, ...ticker },
      ...(kind !== '' && { expansionType: kind }),
      expansionLocation: { country, state, city },
      investment,
      ...(currency !== '' && { currency }),
      jobs,
      lastModified: modified,
      title,
    };
  }
  const dayFirst = (day: string) => day.split('-').reverse().join('/');
  const industrySegments = segments.length > 0 && { industrySegments: segments };
  const company = { id: companyId, name, domain, industries, location, type, ...industrySegments, ...ticker };
  const common = { id, company, announcedDate: dayFirst(announced), lastModified: dayFirst(modified), title };
  return dataset === 'major-hiring'
    ? { ...common, numberOfJobs: jobs, location: { country, state, city } }
    : {
        ...common,
        executiveName: 'Ann',
        ...(titles.length > 0 && { executiveTitleCategory: titles }),
        ...(kind !== '' && { reason: kind }),
      };
}

function partsOf(place: string): string[] {
  const parts = place.split(', ');
  return parts.length === 2 ? [parts[0]!, '', parts[1]!] : parts;
}
