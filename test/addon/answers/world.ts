/** A small service in memory: expansions that appear and change day by day, and a count of what it charged. */
import { createApp } from '../../../src/addon/app.js';
import type { HttpRequest } from '../../../src/addon/platform.js';
import { addDays } from '../../../src/contract/dates.js';
import type { BusinessExpansion } from '../../../src/contract/records.js';
import { type CannedAnswer, createFakePlatform } from '../fake-platform.js';

export type World = ReturnType<typeof createWorld>;

interface Body {
  readonly dateType?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly expansionType?: readonly string[];
  readonly companyDomain?: readonly string[];
  readonly companyName?: readonly string[];
  readonly limit: number;
}

export function createWorld() {
  let records: BusinessExpansion[] = [];
  let credits = 0;
  let last = 0;
  const given = new Map<string, CannedAnswer>();

  function answer(body: Body): BusinessExpansion[] {
    const { dateType, startDate = '', endDate = '9999-12-31', limit } = body;
    const { expansionType, companyDomain, companyName } = body;
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
    respond(request: HttpRequest): CannedAnswer {
      const purchase = request.headers['idempotency-key'];
      const known = purchase === undefined ? undefined : given.get(purchase);
      if (known) return known;
      const sent = answer(JSON.parse(request.body ?? '{}') as Body);
      credits += sent.length;
      const canned = { body: sent };
      if (purchase !== undefined) given.set(purchase, canned);
      return canned;
    },
    /** Records of a day: announced and last modified then. */
    add(announced: string, count: number, change: Partial<BusinessExpansion> = {}): void {
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
    /** Moves the last modified date of a record, and changes its jobs. */
    correct(id: string, modified: string): void {
      records = records.map((record) =>
        record.id === id
          ? { ...record, lastModified: modified, jobs: (record.jobs ?? 0) + 1_000_000 }
          : record,
      );
    },
    records: (): readonly BusinessExpansion[] => records,
    /** Credits taken so far: one for each record sent, none for a repeated answer. */
    credits: () => credits,
  };
}

/** The days from one to another, inclusive. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** A world with so many records of each day, and a spreadsheet over it, at ten o'clock of the last day. */
export function openWorld(first: string, last: string, perDay: number) {
  const world = createWorld();
  for (const day of daysFrom(first, last)) world.add(day, perDay);
  const now = `${last}T10:00:00Z`;
  const platform = createFakePlatform({ now, respond: (request) => world.respond(request) });
  const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
  return { world, platform, table };
}
