/** The times of look-ups, and the results that the page shows meanwhile. */
import type { LookUpKind } from '../../src/contract/lookups.js';
import { createLookUps } from '../../src/sidebar/page/look-ups.js';

const ESTIMATE = { isExact: true, owned: 0, suggestions: [] };

afterEach(() => jest.useRealTimers());

/** A page with a clock and responses that the test controls. */
function page() {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const asked: string[] = [];
  const answers = new Map<string, (json: string | Error) => void>();
  let drawn = 0;
  const told: string[] = [];
  const lookUps = createLookUps({
    onFound: () => drawn++,
    onAnswer: (error) => told.push(error === undefined ? 'answered' : String(error)),
    ask: (kind: LookUpKind, text) =>
      new Promise((resolve, reject) => {
        asked.push(`${kind} ${text}`);
        answers.set(`${kind} ${text}`, (json) => (json instanceof Error ? reject(json) : resolve(json)));
      }),
  });
  const pass = (ms: number) => jest.advanceTimersByTime(ms);
  async function answer(question: string, json: unknown) {
    answers.get(question)!(json instanceof Error || json === '' ? json : JSON.stringify([json]));
    await new Promise(setImmediate);
  }
  /** Looks up what waits for nothing. */
  function look(name: 'groups' | 'account') {
    lookUps[name]();
    pass(0);
  }
  async function groups(question: string, json: unknown) {
    look('groups');
    await answer(question, json);
  }
  async function estimate(formula: string, json: unknown) {
    lookUps.estimate(formula, 100);
    pass(700);
    await answer(`estimate ${formula}`, json);
  }
  return { lookUps, asked, drawn: () => drawn, told, pass, answer, look, groups, estimate };
}

const estimateOf = (matching: number) => ({ ...ESTIMATE, matching, returned: matching, credits: matching });

test('a look-up is requested once, and rendered when it arrives', async () => {
  const { lookUps, asked, pass, answer, drawn } = page();
  for (let time = 0; time < 3; time++) expect(lookUps.groups()).toBeUndefined();
  pass(0);
  for (let time = 0; time < 3; time++) expect(lookUps.groups()).toBeUndefined();
  await answer('groups ', { groups: [{ name: 'A', companies: 1 }] });
  expect(drawn()).toBe(1);
  expect(lookUps.groups()).toEqual([{ name: 'A', companies: 1 }]);
  pass(29_999);
  lookUps.groups();
  expect(asked).toEqual(['groups ']);
  // the old list stays while the new one is requested
  pass(1);
  expect(lookUps.groups()).toHaveLength(1);
  pass(0);
  expect(asked).toEqual(['groups ', 'groups ']);
});

test('changed groups are requested at once, and the old list stays meanwhile', async () => {
  const { lookUps, asked, pass, answer, groups } = page();
  await groups('groups ', { groups: [{ name: 'A', companies: 1 }] });
  lookUps.renewGroups();
  expect(lookUps.groups()).toEqual([{ name: 'A', companies: 1 }]);
  pass(0);
  expect(asked).toEqual(['groups ', 'groups ']);
  await answer('groups ', { groups: [] });
  expect(lookUps.groups()).toEqual([]);
});

test.each([new Error('503'), ''])('groups stay if a later request fails: %j', async (failure) => {
  const { lookUps, asked, pass, look, groups } = page();
  await groups('groups ', { groups: [{ name: 'A', companies: 1 }] });
  lookUps.renewGroups();
  await groups('groups ', failure);
  expect(lookUps.groups()).toEqual([{ name: 'A', companies: 1 }]);
  pass(30_001);
  look('groups');
  expect(asked).toHaveLength(3);
});

test('a look-up that the service lacks is not requested again, and blocks no other', async () => {
  const { lookUps, asked, pass, answer } = page();
  lookUps.account();
  lookUps.estimate('=A()', 100);
  pass(700);
  await answer('account ', '');
  await answer('estimate =A()', '');
  pass(10_000_000);
  expect(lookUps.account()).toBeUndefined();
  expect(lookUps.estimate('=B()', 100)).toBeUndefined();
  lookUps.groups();
  pass(10_000_000);
  expect(asked).toEqual(['account ', 'estimate =A()', 'groups ']);
});

test('a failed look-up is repeated after 30 s, not at once', async () => {
  const { lookUps, asked, pass, answer, look } = page();
  look('account');
  await answer('account ', new Error('#SERVICE: busy'));
  lookUps.account();
  pass(29_999);
  look('account');
  expect(asked).toHaveLength(1);
  pass(1);
  look('account');
  expect(asked).toHaveLength(2);
});

test('only the text after a pause in typing is requested', () => {
  const { lookUps, asked, pass } = page();
  for (const text of ['a', 'ac', 'acm']) {
    lookUps.companies(text);
    pass(299);
  }
  expect(asked).toEqual([]);
  pass(1);
  expect(asked).toEqual(['companies acm']);
});

test('an estimate belongs to its formula, even if another one arrives late', async () => {
  const { lookUps, pass, answer, drawn } = page();
  lookUps.estimate('=A()', 100);
  pass(700);
  lookUps.estimate('=B()', 100);
  await answer('estimate =A()', estimateOf(1));
  expect([drawn(), lookUps.estimate('=B()', 100)]).toEqual([0, undefined]);
  pass(700);
  await answer('estimate =B()', estimateOf(2));
  expect(lookUps.estimate('=B()', 100)).toMatchObject({ matching: 2 });
  expect(lookUps.estimate('=A()', 100)).toBeUndefined();
  // back to this formula before the other one was requested
  expect(lookUps.estimate('=B()', 100)).toMatchObject({ matching: 2 });
});

test('after a purchase the price of the same formula is requested again, and the old one stays meanwhile', async () => {
  const { lookUps, asked, pass, answer, estimate } = page();
  await estimate('=A(1, 2)', estimateOf(42));
  lookUps.renewPrices(1);
  expect(lookUps.estimate('=A(1, 2)', 100)).toMatchObject({ credits: 42 });
  pass(700);
  await answer('estimate =A(1, 2)', { ...estimateOf(42), owned: 42, credits: 0 });
  expect(lookUps.estimate('=A(1, 2)', 100)).toMatchObject({ credits: 0 });
  lookUps.renewPrices(1);
  lookUps.estimate('=A(1, 2)', 100);
  pass(700);
  expect(asked).toHaveLength(2);
});

test('after the clock was set back, the price is requested again', async () => {
  const { lookUps, asked, pass, estimate } = page();
  await estimate('=A()', estimateOf(42));
  jest.setSystemTime(Date.now() - 600_000);
  lookUps.estimate('=A()', 100);
  pass(700);
  expect(asked).toHaveLength(2);
});

test('after the clock was set back, changed groups are requested at once', async () => {
  const { lookUps, asked, pass, groups } = page();
  await groups('groups ', { groups: [] });
  jest.setSystemTime(Date.now() - 7_200_000);
  lookUps.renewGroups();
  lookUps.groups();
  pass(0);
  expect(asked).toEqual(['groups ', 'groups ']);
});

test('companies of a longer or shorter text stay, those of another text do not', async () => {
  const { lookUps, pass, answer } = page();
  lookUps.companies('acm');
  pass(300);
  await answer('companies acm', { companies: [{ id: '1', name: 'Acme' }] });
  expect(lookUps.companies('acme')).toHaveLength(1);
  expect(lookUps.companies('ac')).toHaveLength(1);
  expect(lookUps.companies('beta')).toBeUndefined();
});

test('a failed look-up reports the service, but a refused formula does not', async () => {
  const { lookUps, told, answer, groups, estimate } = page();
  lookUps.account();
  await estimate('=A()', new Error('#SERVICE: the service failed with status 400'));
  expect(told).toEqual([]);
  await answer('account ', new Error('#SERVICE: the service failed with status 401'));
  expect(told).toEqual(['Error: #SERVICE: the service failed with status 401']);
  await groups('groups ', { groups: [] });
  expect(told.at(-1)).toBe('answered');
});
