/** The daily budget is a ceiling, not a wall: what is left of it is asked for and shown, and never a credit more. */
import { createApp } from '../../../src/addon/app.js';
import type { CannedAnswer, FakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { openWorld, type World } from './world.js';

const FIRST_DAY = '2026-10-01';
/** Of 62 records. */
const QUESTION = ['startDate', '-30d'];

let world: World;
let platform: FakePlatform;
/** Replaces the world's answer, if set. */
let trouble: ((answer: CannedAnswer) => CannedAnswer) | undefined;

beforeEach(() => {
  ({ world, platform } = openWorld('2026-09-01', FIRST_DAY, 2));
  trouble = undefined;
  platform.respond((request) => {
    const answer = world.respond(request);
    return trouble ? trouble(answer) : answer;
  });
});

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const limits = () => platform.requests.map(({ body }) => JSON.parse(body ?? '{}').limit);
const setBudget = (dailyBudget: number) => platform.saveSettings({ dailyBudget });

test('a question buys as much as the budget leaves, and its header says why it is cut', () => {
  setBudget(40);
  const shown = table(...QUESTION);
  expect(shown[0]![0]).toBe("Announced (first 40: today's budget)");
  expect(shown).toHaveLength(41);
  expect(limits()).toEqual([40]);
  expect(ledgerOf(platform)).toMatchObject({ today: 40, open: [] });
});

test('the header names the month’s budget, also after a refresh that it refuses', () => {
  platform.saveSettings({ dailyBudget: 1_000, monthlyBudget: 40 });
  const headers = [table(...QUESTION)[0]![0], table(...QUESTION, 'refresh', 'again')[0]![0]];
  expect(headers).toEqual(Array(2).fill("Announced (first 40: this month's budget)"));
  expect(world.credits()).toBe(40);
});

test('a shared key has its own cap', () => {
  const shared = {
    baseUrl: 'https://signals.example',
    apiKey: 'shared_key_0123456789',
    payer: platform.sha256('https://signals.example\nshared_key_0123456789').slice(0, 24),
    dailyCap: 30,
    owner: 'Ann',
    person: 'p',
    spreadsheetId: 'spreadsheet-1',
    sharedAt: 0,
  };
  platform.documentProperties!.set('shared-connection', JSON.stringify({ ...shared, dailyCap: 500 }));
  expect(table('from', '2022-01-01', 'to', FIRST_DAY, 'limit', 5)).toHaveLength(6);
  // the cap holds although an older one is cached
  platform.documentProperties!.set('shared-connection', JSON.stringify(shared));
  expect(table(...QUESTION)[0]![0]).toBe("Announced (first 29: today's budget)");
  expect(ledgerOf(platform)).toMatchObject({ today: 30, open: [] });
  expect(() => table('from', '2022-01-01', 'to', '2022-12-31')).toThrow(
    "#BUDGET: the shared key's daily cap of 30 credits is used up; its payer can raise it under Connect",
  );
  expect(platform.requests[0]!.headers['x-api-key']).toBe('shared_key_0123456789');
});

test('an unclear request with a lowered limit is repeated under its name and with that limit', () => {
  setBudget(40);
  trouble = () => ({ fails: 'Address unavailable' });
  expect(() => table(...QUESTION)).toThrow(/^#SERVICE/);
  expect(ledgerOf(platform).open).toMatchObject([{ amount: 40 }]);
  trouble = undefined;
  // meanwhile the budget has more
  setBudget(70);
  platform.advance(61_000);
  const [first] = platform.requests;
  table(...QUESTION);
  const again = platform.requests[1]!;
  expect(again.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
  expect(again.body).toBe(first!.body);
});

test('an unclear request is not repeated if the budget was lowered below the spent and held credits', () => {
  setBudget(60);
  table('from', '2022-01-01', 'to', FIRST_DAY, 'limit', 20);
  trouble = () => ({ fails: 'Address unavailable' });
  expect(table(...QUESTION)[0]![0]).toMatch(/as of|first/);
  expect(ledgerOf(platform)).toMatchObject({ today: 20, open: [{ amount: 40 }] });
  trouble = undefined;
  setBudget(50);
  platform.advance(61_000);
  expect(table(...QUESTION)).toHaveLength(21);
  expect(platform.requests).toHaveLength(2);
  setBudget(60);
  expect(table(...QUESTION)[0]![0]).toBe("Announced (first 58: today's budget)");
  expect(world.credits()).toBe(60);
});

test('several requests share the remaining credits', () => {
  setBudget(7);
  expect(table([['c1.example'], ['Company 2']], ...QUESTION)[0]![0]).toMatch(/^Announced/);
  const [first, second] = limits();
  expect(first + second).toBe(7);
  expect(ledgerOf(platform).today).toBeLessThanOrEqual(7);
});
