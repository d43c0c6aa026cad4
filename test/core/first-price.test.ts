/** What a question costs that is asked for the first time beside what others have bought: never more than its price. */
import { RECORD_COLUMNS } from '../../src/contract/datasets.js';
import { dayAt, isoOf } from '../../src/core/days.js';
import { createFilterTest } from '../../src/core/filter-test.js';
import { momentOf } from '../../src/core/freshness.js';
import { resolveQuery, type Targets, textOf } from '../../src/core/query.js';
import { byNewest, dayOn, placesOf, type Row } from '../../src/core/records.js';
import { nextStep, type TableState } from '../../src/core/resolve.js';
import { type CachePart, EMPTY_PART, fold, partOf } from '../../src/core/state.js';
import { createRandom, type Random } from '../support/random.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';

const DATASET = 'business-expansion';
const PLACES = placesOf(DATASET);
const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 9, 1, 12);

interface Made {
  readonly announced: number;
  readonly modified?: number;
  readonly domain?: string;
  readonly type?: string;
}

/** A service and a cache, and the clock of both. */
class Market {
  now = NOON;
  private readonly rows: Row[] = [];
  private parts: CachePart[] = [EMPTY_PART];

  day(back = 0): number {
    return dayAt(this.now) - back;
  }

  add(count: number, { announced, modified = announced, domain = 'beta.example', type = 'Store' }: Made) {
    for (let index = 0; index < count; index++) {
      const values: Record<string, string> = {
        id: `${this.rows.length}`,
        announcedDate: isoOf(announced),
        lastModified: isoOf(modified),
        'company.domain': domain,
        expansionType: type,
      };
      this.rows.push(RECORD_COLUMNS[DATASET].map(({ path }) => values[path] ?? null));
    }
  }

  ask(filters: Readonly<Record<string, string | number | string[]>>, targets: Targets = {}) {
    const today = isoOf(this.day());
    const query = resolveQuery({ dataset: DATASET, groups: [], filters }, today, targets);
    const uses = query.keys.map((key) => ({ key, day: this.day(), limit: query.limit }));
    const isFirst = !fold(DATASET, this.parts).uses.some(({ key }) =>
      query.keys.some((one) => textOf(one) === textOf(key)),
    );
    let paid = 0;
    // several requests share the limit, and more changes than the limit do not help: either may cost more, and is rare
    let isApart = false;
    for (let round = 0; round < 8; round++) {
      const state = fold(DATASET, this.parts);
      const moment = momentOf(state, this.now, 0);
      const step = nextStep(state, query, {
        policy: { mode: 'daily', refreshAfter: 0, refresh: '' },
        moment,
        payer: 'p',
        asker: JSON.stringify([filters, targets]),
        today,
        cause: '',
        isPaid: true,
        isWhole: false,
        updates: isFirst ? 'cautious' : 'wider',
        isStepwise: round < 3,
        left: 1e6,
        leftForRepeat: 1e6,
        waitsForCredits: false,
        open: [],
        isWanted: () => true,
      });
      if (step.kind === 'show') return { isFirst, isApart, paid, table: step.table satisfies TableState };
      if (step.kind !== 'buy') throw new Error(step.kind);
      const pages = step.requests.map(({ key, axis, from, to, limit }) => {
        const passes = createFilterTest(key);
        const isIn = (day = -1) => day >= from && day <= to;
        const rows = this.rows
          .filter((row) => passes(row) && isIn(dayOn(axis, row, PLACES)))
          .sort(byNewest(axis, PLACES))
          .slice(0, limit);
        paid += rows.length;
        return { rows, records: rows.length, receivedAt: this.now };
      });
      const isTruncated = (rows: readonly Row[], index: number) =>
        rows.length === step.requests[index]!.limit;
      isApart ||=
        pages.length > 1 || (step.requests[0]!.axis !== query.axis && isTruncated(pages[0]!.rows, 0));
      this.parts.push(partOf(DATASET, { at: moment.instant, requests: step.requests, pages, uses }));
      this.now += 1_000;
    }
    throw new Error('it takes too many rounds');
  }
}

test.each([0, 1, 3])(
  'changes of a wider question are not its own, in no round; %d records of its own',
  (acme) => {
    const market = new Market();
    for (let back = 1; back < 40; back++) market.add(2, { announced: market.day(back) });
    market.ask({ startDate: '-30d', limit: 500 });
    market.add(50, { announced: market.day() });
    market.add(acme, { announced: market.day(), domain: 'acme.example' });
    market.now += DAY_MS;
    const { paid, table } = market.ask({ date: '-6d', limit: 100 }, { companyDomain: ['acme.example'] });
    expect([paid, table.rows]).toEqual([0, []]);
  },
);

test('changes and days that were never asked for share the limit', () => {
  const market = new Market();
  for (let back = 0; back < 60; back++) {
    market.add(1, { announced: market.day(back) });
    market.add(7, { announced: market.day(back + 1), modified: market.day(back) });
  }
  market.ask({ startDate: '-14d', endDate: '-2d', dateType: 'LAST-MODIFIED', limit: 500 });
  market.now += DAY_MS;
  const { paid, table } = market.ask({ startDate: '-60d', limit: 20 });
  expect(paid).toBeLessThanOrEqual(20);
  expect(table.rows).toHaveLength(20);
});

const DOMAINS = ['a.example', 'b.example', 'c.example'];

function randomQuestion(random: Random): Parameters<Market['ask']> {
  const limit = random.pick([1, 5, 20, 50, 500]);
  const filters = {
    limit,
    ...(random.chance(0.7) && { startDate: `-${random.pick([3, 7, 14, 30, 60])}d` }),
    ...(random.chance(0.3) && { endDate: `-${random.pick([1, 2])}d` }),
    ...(random.chance(0.2) && { dateType: 'LAST-MODIFIED' }),
    ...(random.chance(0.4) && { expansionType: random.some(['Store', 'HQ'], 1 + random.below(2)) }),
  };
  const targets = random.chance(0.6) ? { companyDomain: random.some(DOMAINS, 1 + random.below(3)) } : {};
  return [filters, targets];
}

function fill(market: Market, random: Random): void {
  for (let back = 0; back < 60; back++)
    for (const domain of DOMAINS)
      for (const type of ['Store', 'HQ'])
        if (random.chance(0.5)) {
          const modified = market.day(random.chance(0.5) ? random.below(back + 1) : back);
          market.add(1 + random.below(3), { announced: market.day(back), modified, domain, type });
        }
}

test(`a first question costs at most its limit, whatever others have bought, SEED=${SEED}`, () => {
  let firsts = 0;
  let apart = 0;
  for (let seed = SEED; seed < SEED + scaled(200, 5_000); seed++) {
    const random = createRandom(seed);
    const market = new Market();
    fill(market, random);
    for (let count = 1 + random.below(4); count > 0; count--) {
      const [filters, targets] = randomQuestion(random);
      const { paid, isFirst, isApart } = market.ask(filters, targets);
      const limit = Number(filters['limit']);
      if (isFirst && !isApart)
        expect({ seed, filters, targets, paid }).toMatchObject({ paid: Math.min(paid, limit) });
      firsts += Number(isFirst);
      apart += Number(isFirst && paid > limit);
      if (random.chance(0.5)) market.now += DAY_MS * (1 + random.below(3));
      const domain = random.pick(DOMAINS);
      market.add(random.below(20), {
        announced: market.day(random.below(30)),
        modified: market.day(),
        domain,
      });
    }
  }
  expect(apart).toBeLessThanOrEqual(firsts / 50);
});
