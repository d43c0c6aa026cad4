/** Nothing is paid twice and no budget is exceeded: failures beside answers, lowered budgets, old refreshes, groups, a filling store. */
import { readActivity } from '../../../src/addon/account/activity.js';
import { ConnectionStore } from '../../../src/addon/account/connection.js';
import { createApp } from '../../../src/addon/app.js';
import { releaseCredits } from '../../../src/addon/sidebar/rules.js';
import { PurchaseStore } from '../../../src/addon/storage/purchase-store.js';
import { addDays } from '../../../src/contract/dates.js';
import { createFakePlatform, type FakePlatform, type Respond } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { createWorld } from './world.js';

const NOW = '2026-10-01T10:00:00Z';
const DAY = { announcedDate: '2026-09-10', lastModified: '2026-09-10' };
/** A domain and a name: two requests at once. */
const BOTH = ['acme.example|Globex', 'from', '2026-09-01', 'to', '2026-09-30', 'limit', 100];

function open(respond: Respond, dailyBudget: number): FakePlatform {
  const platform = createFakePlatform({
    now: NOW,
    respond: (request, index) =>
      request.url.endsWith('/estimate') ? { status: 404 } : respond(request, index),
  });
  platform.saveSettings({ dailyBudget });
  return platform;
}

/** Returns the number of rows, or the message. */
function ask(platform: FakePlatform, ...args: readonly unknown[]): number | string {
  try {
    return createApp(platform).dataset('business-expansion', args).length - 1;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Asks for both again, two minutes later. */
function recalculate(platform: FakePlatform): number | string {
  platform.advance(120_000);
  return ask(platform, ...BOTH);
}

interface Body {
  readonly limit: number;
  readonly companyDomain?: string;
  readonly companyName?: string;
}
const bodyOf = ({ body }: { readonly body?: string }) => JSON.parse(body!) as Body;
const records = (count: number, company: string) => ({
  body: Array.from({ length: count }, (_, index) => ({
    id: `${company} ${index}`,
    ...DAY,
    company: { name: company, domain: company },
  })),
});

test('a request that fails beside an answered one is repeated alone; the answered one is paid once', () => {
  let charged = 0;
  let isFailing = true;
  const platform = open((request) => {
    const { companyName } = bodyOf(request);
    if (companyName && isFailing) return { status: 500 };
    charged += companyName ? 5 : 40;
    return companyName ? records(5, 'Globex') : records(40, 'acme.example');
  }, 100);
  for (let time = 0; time < 8; time++) recalculate(platform);
  expect(charged).toBe(40);
  expect(ledgerOf(platform).today).toBe(40);
  isFailing = false;
  expect(recalculate(platform)).toBe(45);
  expect([charged, ledgerOf(platform)]).toEqual([45, expect.objectContaining({ today: 45, open: [] })]);
});

test.each([
  ['records without a known field', { body: [{ foo: 1 }] }],
  ['a page', { status: 200, text: '<html>signed in</html>' }],
])(
  '%s beside an answer: the answer is kept, the other request may be charged and waits for its payer',
  (_, bad) => {
    let charged = 0;
    let calls = 0;
    const platform = open((request) => {
      const { companyName } = bodyOf(request);
      if (companyName) calls += 1;
      charged += companyName ? 5 : 40;
      return companyName ? bad : records(40, 'acme.example');
    }, 200);
    for (let time = 0; time < 5; time++) recalculate(platform);
    expect([charged, calls]).toEqual([45, 1]);
    expect(ledgerOf(platform)).toMatchObject({ today: 40, open: [{ amount: 50, unclear: true }] });
  },
);

test('an answer that cannot be read is not requested again automatically', () => {
  let calls = 0;
  const platform = open(() => {
    calls += 1;
    return { body: [{ foo: 1 }] };
  }, 200);
  for (let time = 0; time < 5; time++) {
    platform.advance(120_000);
    expect(ask(platform, 'acme.example', 'from', '-7d')).toMatch(/^#(?:SERVICE|TIMEOUT): /);
  }
  expect(calls).toBe(1);
});

test('a retry that times out beside an answered request stays open alone; the answered one is paid once', () => {
  let charged = 0;
  let calls = 0;
  const platform = open((request) => {
    const { companyName } = bodyOf(request);
    if (companyName) calls += 1;
    if (companyName && calls === 1) return { status: 429, text: '', headers: { 'retry-after': '1' } };
    if (companyName && calls === 2) return { takesMs: 99_000 };
    charged += companyName ? 5 : 40;
    return companyName ? records(5, 'Globex') : records(40, 'acme.example');
  }, 200);
  expect(recalculate(platform)).toContain('#TIMEOUT');
  expect(charged).toBe(40);
  expect(ledgerOf(platform)).toMatchObject({ today: 40, open: [{ amount: 50, unclear: true }] });
  // it may have been charged: only its payer sends it again
  recalculate(platform);
  expect([charged, calls]).toEqual([40, 2]);
  expect(readActivity(platform, '2026-10-01').held).toHaveLength(1);
});

test('a budget that is lowered while a formula waits for the lock applies to this formula, too', () => {
  const platform = open((request) => records(bodyOf(request).limit, 'acme.example'), 1_000);
  const lock = platform.documentLock!;
  let isLowered = false;
  const waiting = {
    run(milliseconds: number, action: () => void) {
      if (!isLowered) platform.saveSettings({ dailyBudget: 10 });
      isLowered = true;
      return lock.run(milliseconds, action);
    },
  };
  Object.assign(platform, { documentLock: waiting });
  expect(ask(platform, 'acme.example', 'from', '2026-09-01', 'limit', 300)).toBe(10);
  expect(ledgerOf(platform).today).toBe(10);
});

test('credits of a call that is being made again cannot be released', () => {
  let phase: 'fails' | 'releases' | 'answers' = 'fails';
  const platform = open((request) => {
    if (phase === 'fails') return { status: 500 };
    if (phase === 'releases') {
      phase = 'answers';
      releaseCredits(platform, new ConnectionStore(platform), token);
      expect(ask(platform, 'other.example', 'from', '2026-09-01', 'limit', 80)).toBe(20);
    }
    return records(bodyOf(request).limit, 'acme.example');
  }, 100);
  const question = ['acme.example', 'from', '2026-09-01', 'limit', 80];
  expect(ask(platform, ...question)).toContain('#SERVICE');
  platform.advance(120_000);
  const { token } = readActivity(platform, '2026-10-01').held[0]!;
  phase = 'releases';
  expect(ask(platform, ...question)).toBe(80);
  expect(ledgerOf(platform).today).toBe(100);
});

test('an unchanged value of refresh is not forgotten although other formulas change theirs daily', () => {
  const world = createWorld();
  const platform = open((request) => world.respond(request), 1_000_000);
  world.add('2026-01-10', 60, { expansionType: 'Mine' });
  const askFixed = () => {
    platform.emptyCache();
    ask(platform, 'type', 'Mine', 'from', '2026-01-01', 'to', '2026-01-31', 'limit', 100, 'refresh', '1');
  };
  askFixed();
  for (let day = 1; day <= 30; day++) {
    platform.advance(86_400_000);
    for (let formula = 0; formula < 20; formula++) {
      platform.emptyCache();
      const days = ['from', '2026-08-01', 'to', '2026-08-02', 'limit', 5];
      ask(platform, `n${formula}.example`, ...days, 'refresh', addDays('2026-10-01', day));
    }
    askFixed();
  }
  expect(world.credits()).toBe(60);
});

test('a value of refresh that is used again after five others pays once, and once more after the next five', () => {
  const world = createWorld();
  world.add('2026-09-10', 60);
  const platform = open((request) => world.respond(request), 1_000_000);
  const costOf = (value: number) => {
    const before = world.credits();
    platform.advance(60_000);
    ask(platform, 'from', '2026-09-01', 'limit', 100, 'refresh', `whole ${value}`);
    return world.credits() - before;
  };
  const values = [1, 2, 3, 4, 5, 6];
  for (let round = 0; round < 3; round++) expect(values.map(costOf)).toEqual(values.map(() => 60));
  expect(costOf(6)).toBe(0);
});

test('a group whose filters also find others pays each day only for what has changed', () => {
  const world = createWorld();
  const companies = [{ id: 'c_000101', name: 'X', domain: 'x.example' }];
  const platform = open((request) => {
    if (request.url.includes('/tracked-companies/')) return { body: { companies } };
    return world.respond(request);
  }, 10_000);
  const add = (day: number) => {
    world.add(addDays('2026-03-01', day), 20, { company: { name: 'Netx', domain: 'netx.example' } });
    if (day % 7 === 0)
      world.add(addDays('2026-03-01', day), 1, { company: { name: 'X', domain: 'x.example' } });
  };
  for (let day = 0; day <= 214; day++) add(day);
  const paid = Array.from({ length: 8 }, (_, day) => {
    const before = world.credits();
    platform.emptyCache();
    ask(platform, 'group', 'Key accounts', 'from', '2026-03-01', 'limit', 10);
    platform.advance(86_400_000);
    add(215 + day);
    return world.credits() - before;
  });
  expect(Math.max(...paid.slice(1))).toBeLessThanOrEqual(50);
});

test('a free request that fails beside an answered one leaves no open purchase for others to wait for', () => {
  const platform = open((_request, index) => (index === 1 ? { status: 500 } : { body: [] }), 100);
  const ids = Array.from({ length: 101 }, (_, index) => [`c_${1000 + index}`]);
  expect(() => createApp(platform).dataset('major-hiring', [ids])).toThrow('#SERVICE');
  expect(new PurchaseStore(platform).open(Date.parse(NOW))).toEqual([]);
});
