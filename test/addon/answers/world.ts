/** A small service in memory: expansions that appear and change day by day, and a count of what it charged. */
import type { HttpRequest } from '../../../src/addon/platform.js';
import { addDays } from '../../../src/contract/dates.js';
import type { BusinessExpansion } from '../../../src/contract/records.js';
import type { CannedAnswer } from '../fake-platform.js';

export interface World {
  respond(request: HttpRequest): CannedAnswer;
  /** Records of a day: announced then, last modified on `modified`. */
  add(announced: string, count: number, change?: Partial<BusinessExpansion>): void;
  /** Moves the last modified date of a record, and changes its jobs. */
  correct(id: string, modified: string): void;
  records(): readonly BusinessExpansion[];
  /** Credits taken so far: one for each record sent, none for a repeated answer. */
  credits(): number;
  /** Distinct versions of records sent so far. */
  versions(): number;
}

interface Body {
  readonly dateType?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly expansionType?: readonly string[];
  readonly companyDomain?: readonly string[];
  readonly companyName?: readonly string[];
  readonly limit: number;
}

export function createWorld(): World {
  let records: BusinessExpansion[] = [];
  let credits = 0;
  let last = 0;
  const versions = new Set<string>();
  const given = new Map<string, CannedAnswer>();

  function answer({
    dateType,
    startDate = '',
    endDate = '9999-12-31',
    expansionType,
    companyDomain,
    companyName,
    limit,
  }: Body): BusinessExpansion[] {
    const compared = (record: BusinessExpansion) =>
      (dateType === 'LAST-MODIFIED' ? record.lastModified : record.announcedDate) ?? '';
    const holds = (text: string | undefined, parts: readonly string[] | undefined) =>
      !parts || parts.some((part) => text?.toLowerCase().includes(part.toLowerCase()));
    const key = (record: BusinessExpansion) => `${compared(record)} ${record.id}`;
    return records
      .filter((record) => compared(record) >= startDate && compared(record) <= endDate)
      .filter((record) => !expansionType || expansionType.includes(record.expansionType ?? ''))
      .filter(({ company }) => holds(company?.domain, companyDomain) && holds(company?.name, companyName))
      .sort((a, b) => (key(a) < key(b) ? 1 : -1))
      .slice(0, limit);
  }

  return {
    respond(request) {
      const purchase = request.headers['idempotency-key'];
      const known = purchase === undefined ? undefined : given.get(purchase);
      if (known) return known;
      const sent = answer(JSON.parse(request.body ?? '{}') as Body);
      credits += sent.length;
      for (const { id, lastModified } of sent) versions.add(`${id} ${lastModified}`);
      const canned = { body: sent };
      if (purchase !== undefined) given.set(purchase, canned);
      return canned;
    },
    add(announced, count, change = {}) {
      for (let index = 0; index < count; index++) {
        last += 1;
        records.push({
          id: `be-${String(last).padStart(5, '0')}`,
          announcedDate: announced,
          lastModified: announced,
          expansionType: 'HQ',
          jobs: last,
          company: { name: `Company ${last}`, domain: `c${last}.example` },
          title: `Title ${last}`,
          ...change,
        });
      }
    },
    correct(id, modified) {
      records = records.map((record) =>
        record.id === id
          ? { ...record, lastModified: modified, jobs: (record.jobs ?? 0) + 1_000_000 }
          : record,
      );
    },
    records: () => records,
    credits: () => credits,
    versions: () => versions.size,
  };
}

/** The days from one to another, inclusive. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
