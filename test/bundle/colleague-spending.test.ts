/** Attacks of a colleague on other people's money: budgets, caps, shared keys and their addresses. */
import { createHash } from 'node:crypto';
import { useHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';
import { createPeople } from './sidebar/people.js';

const service = useService({ credits: 100_000 });
const recorder = useRecorder(service);
const elsewhere = useRecorder(service);
const host = useHost();
const people = createPeople(host);
let keys: Readonly<Record<'owner' | 'editor', string>>;

beforeAll(async () => {
  keys = { owner: service.apiKey, editor: await service.createKey(100_000) };
});

const save = (role: 'owner' | 'editor', baseUrl = recorder.baseUrl) =>
  people.save(role, { baseUrl, apiKey: keys[role] });
const rules = (dailyBudget: number) => ({ dailyBudget, freshness: { mode: 'daily' } });

/** Queries this many records, as a formula does. */
const ask = (limit: number) => host.formula('EXPANSIONS', '', 'startDate', '-300d', 'limit', limit);

/** Changes the document's properties, as anyone who may edit the script can. */
function forge(change: object): void {
  const { entries, write } = host.properties;
  const shared = JSON.parse(entries('document')['shared-connection'] ?? '{}') as object;
  const values = { 'shared-connection': JSON.stringify({ ...shared, ...change }) };
  write('document', values);
}

test('only the owner can raise the owner’s daily budget; a colleague may lower it', async () => {
  await save('owner');
  await people.formula();
  expect((await people.call('editor', 'sidebarState')).budgetPayer).toEqual({ name: '', mine: false });
  expect(await people.refusal('editor', 'saveRules', rules(1_001))).toBe(
    "#BAD_INPUT: only the spreadsheet's owner pays here and can raise budgets; ask for it, or lower the budget",
  );
  expect((await people.call('editor', 'saveRules', rules(10))).rules.dailyBudget).toBe(10);
  expect(JSON.stringify(await ask(11))).toContain("(first 10: today's budget)");
  expect((await people.call('owner', 'saveRules', rules(2_000))).rules.dailyBudget).toBe(2_000);
  expect((await people.call('editor', 'sidebarState')).rules.dailyBudget).toBe(2_000);
  await ask(11);
});

test('a colleague who changes only the freshness leaves the owner’s budget as it is', async () => {
  await save('owner');
  await people.formula();
  await people.call('owner', 'saveRules', rules(2_000));
  // with another key of the owner, colleagues see what the budget was before the raise
  const apiKey = await service.createKey(100_000);
  await people.save('owner', { baseUrl: recorder.baseUrl, apiKey });
  host.cache.clear();
  await people.formula();
  expect((await people.call('editor', 'sidebarState')).rules.dailyBudget).toBe(1_000);
  await people.call('editor', 'saveRules', { freshness: { mode: 'manual' } });
  const { rules: changed } = await people.call('owner', 'sidebarState');
  expect(changed).toMatchObject({ dailyBudget: 2_000, freshness: { mode: 'manual' } });
  // nor does changing only the budget change the freshness
  const { rules: lowered } = await people.call('editor', 'saveRules', { dailyBudget: 10 });
  expect(lowered).toMatchObject({ dailyBudget: 10, freshness: { mode: 'manual' } });
});

test('only the person who shares the key can raise its budget, and the error names the person', async () => {
  await save('owner');
  await save('editor');
  await people.share('owner', 9_000);
  expect(await people.refusal('editor', 'saveRules', rules(5_000))).toMatch(
    /^#BAD_INPUT: only "The owner" pays here/,
  );
  expect((await people.call('owner', 'saveRules', rules(5_000))).rules.dailyBudget).toBe(5_000);
});

test('a budget that a colleague raises before any formula has run does not apply to the owner’s key', async () => {
  await save('owner');
  await people.call('editor', 'saveRules', rules(100_000));
  expect(JSON.stringify(await ask(1_001))).toContain("(first 1000: today's budget)");
  expect((await people.call('owner', 'sidebarState')).rules.dailyBudget).toBe(1_000);
});

test('a budget that a colleague raises while sharing a key ends with the sharing', async () => {
  await save('owner');
  await people.formula();
  await save('editor');
  await people.share('editor', 100_000);
  await people.call('editor', 'saveRules', rules(100_000));
  await people.call('editor', 'stopSharing');
  expect(JSON.stringify(await ask(1_001))).toContain("(first 1000: today's budget)");
});

test('a shared key cannot be replaced by one for another address, unless the service has refused it', async () => {
  await save('owner');
  await people.share('owner');
  await save('editor', elsewhere.baseUrl);
  expect(await people.refusal('editor', 'shareConnection', { owner: 'Mallory', dailyCap: 5 })).toBe(
    '#BAD_INPUT: "The owner" shares a key for another address; only that person can stop sharing it',
  );
  await people.formula();
  expect(elsewhere.requests).toEqual([]);
  const body = '{"status":"400","code":"BAD_KEY","message":"x"}';
  recorder.fault = () => ({ kind: 'status', status: 400, body });
  await expect(ask(4)).rejects.toThrow('#BAD_KEY');
  await people.share('editor');
  expect((await people.call('owner', 'sidebarState')).sharing).toMatchObject({ owner: 'The editor' });
});

test.each([
  ['a script for an address', { baseUrl: 'javascript:x' }],
  ['an address without encryption', { baseUrl: 'http://signals.example' }],
  ['an address with a user', { baseUrl: 'https://a@signals.example' }],
  ['a key that no header holds', { apiKey: 'x\r\ny: z' }],
  ['a cap without end', { dailyCap: -1 }],
  ['the name of another payer', { payer: 'f'.repeat(24) }],
  ['a list for a key', { apiKey: [] }],
])('a forged connection with %s sends nothing and shows an error', async (_what, change) => {
  await save('owner');
  await people.share('owner');
  recorder.clear();
  forge(change);
  expect(await people.formula()).toBe(
    '#BAD_INPUT: the shared key is damaged or was changed; share a key again in Signals > Open sidebar',
  );
  expect(recorder.requests).toEqual([]);
  expect((await people.call('editor', 'sidebarState')).health).toContain('damaged-sharing');
  await people.share('owner');
  expect(await people.formula()).not.toMatch(/^#/);
});

test('the owner’s shared key is not sent to a forged address when the owner runs a formula', async () => {
  await save('owner');
  await people.share('owner');
  const { apiKey } = recorder.connection;
  const digest = createHash('sha256').update(`${elsewhere.baseUrl}\n${apiKey}`).digest('hex');
  forge({ baseUrl: elsewhere.baseUrl, payer: digest.slice(0, 24) });
  expect(await people.formula()).toMatch(/^#BAD_INPUT: the shared key is damaged/);
  expect(elsewhere.requests).toEqual([]);
});

test('the owner’s own key goes only to its own address, even if the document names another', async () => {
  await save('owner');
  const noPayer = { payer: '', person: 'x', owner: 'x', spreadsheetId: host.spreadsheet.id };
  forge({ ...noPayer, baseUrl: elsewhere.baseUrl, apiKey: '', dailyCap: 5, sharedAt: 1 });
  expect(await people.formula()).toMatch(/^#BAD_INPUT: the shared key is damaged/);
  await people.call('owner', 'stopSharing');
  expect(await people.formula()).not.toMatch(/^#/);
  expect(elsewhere.requests).toEqual([]);
});
