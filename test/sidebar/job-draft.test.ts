/** A job while it is edited, and its names of tabs. */
import { checkJobInput } from '../../src/addon/jobs/job-input.js';
import { separatorsOf } from '../../src/contract/formula.js';
import { openFormula } from '../../src/contract/formula-question.js';
import type { JobInput, JobState, Schedule } from '../../src/contract/jobs.js';
import {
  draftOfJob,
  everyOf,
  fieldsOf,
  type JobDraft,
  jobOfDraft,
  lacksTargets,
  newJobDraft,
  parseTargets,
  restartsSync,
  withGroup,
} from '../../src/sidebar/draft/job-draft.js';
import { edited } from '../../src/sidebar/draft/query.js';
import { newQuestion } from '../../src/sidebar/draft/question-edit.js';
import { EMPTY } from '../support/sidebar-states.js';

const ENGLISH = separatorsOf('en_US');
const MORNINGS: Schedule = { every: 'day', hour: 6, weekdays: [] };

const SYNC: JobInput = {
  id: 'j1',
  name: 'Accounts',
  schedule: { every: 'week', hour: 7, weekdays: [1, 4] },
  digest: 'ann@company.example',
  alerts: [],
  sync: {
    formula: '=EXPANSIONS()',
    tab: 'Accounts',
    newRows: 'bottom',
    newSince: true,
    from: '2026-01-01',
    budget: 90,
  },
};
const PUSH: JobInput = {
  id: 'j2',
  name: 'News',
  schedule: { every: 'hour', hour: 0, weekdays: [] },
  digest: '',
  push: { group: 'Key accounts', days: 3, callbackUrl: 'https://news.example/in' },
};
const REFRESH: JobInput = {
  id: 'j3',
  name: 'Fresh',
  schedule: MORNINGS,
  digest: '',
  alerts: [],
  refresh: { places: ['Accounts', 'Sales, EMEA'], budget: 50, changes: false },
};

/** The state of a job with only its settings, which are all that a draft reads. */
const stateOf = (job: JobInput) => job as JobState;
const again = (job: JobInput) => jobOfDraft(draftOfJob(stateOf(job)), ENGLISH);

const DRAFT = { question: newQuestion('EXPANSIONS', '') };

test.each([
  ['a sync', SYNC],
  ['a push', PUSH],
  ['a refresh of some places', REFRESH],
  ['a refresh of all formulas', { ...REFRESH, refresh: { places: [], budget: 200, changes: true } }],
])('%s is the same after editing, and the add-on accepts it', (_name, job) => {
  expect(again(job)).toEqual(job);
  expect(checkJobInput(again(job), String)).toEqual(job);
});

test('the ranges of a new sync mean the tab of the cell whose formula is open', () => {
  const question = openFormula('=EXPANSIONS(A2:A5)', ENGLISH)!.question;
  const draft = { question, opened: { cell: { sheet: 'Accounts', a1: 'C1' } } };
  expect(newJobDraft(EMPTY, draft, 'sync', 'Sites').formula).toContain("('Accounts'!A2:A5");
});

test('a new refresh runs all formulas, every day at 6, for 200 credits, and lists its changes', () => {
  const draft = newJobDraft(EMPTY, DRAFT, 'refresh', 'Fresh formulas');
  const { draftId, ...job } = jobOfDraft(draft, ENGLISH);
  expect(job).toEqual({
    name: 'Fresh formulas',
    schedule: { every: 'day', hour: 6, weekdays: [1] },
    digest: '',
    alerts: [],
    refresh: { places: [], budget: 200, changes: true },
  });
  expect(draftId).toMatch(/^[\d-]{8,64}$/);
  expect(checkJobInput(jobOfDraft(draft, ENGLISH), String).schedule).toEqual(MORNINGS);
});

test('D48 a new sync begins 30 days before today in the spreadsheet’s zone', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { from } = newJobDraft({ ...EMPTY, timeZone }, DRAFT, 'sync', 'Sites');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
    expect(from).toBe(new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10));
  }
});

test.each([
  ['Monday to Friday', { every: 'week', hour: 6, weekdays: [1, 2, 3, 4, 5] }, 'workdays'],
  ['in another order', { every: 'week', hour: 6, weekdays: [5, 4, 3, 2, 1] }, 'workdays'],
  ['with a Saturday', { every: 'week', hour: 6, weekdays: [1, 2, 3, 4, 5, 6] }, 'week'],
  ['with a Sunday instead', { every: 'week', hour: 6, weekdays: [0, 1, 2, 3, 4] }, 'week'],
  ['daily', { every: 'day', hour: 6, weekdays: [1, 2, 3, 4, 5] }, 'day'],
  ['hourly', { every: 'hour', hour: 6, weekdays: [] }, 'hour'],
] as const)('a schedule %s', (_name, schedule: Schedule, every: JobDraft['every']) => {
  expect(draftOfJob(stateOf({ ...REFRESH, schedule })).every).toBe(every);
  expect(everyOf(schedule)).toBe(every);
  expect([...again({ ...REFRESH, schedule }).schedule.weekdays].sort()).toEqual(
    [...schedule.weekdays].sort(),
  );
});

test('Monday to Friday replaces the days that were selected before', () => {
  const draft = { ...draftOfJob(stateOf(SYNC)), every: 'workdays' } as const;
  expect(jobOfDraft(draft, ENGLISH).schedule).toEqual({ every: 'week', hour: 7, weekdays: [1, 2, 3, 4, 5] });
});

test('a refresh without its places is refused, because it would run all formulas', () => {
  const draft = { ...draftOfJob(stateOf(REFRESH)), places: ' \n ' };
  expect(lacksTargets(draft)).toBe(true);
  expect(lacksTargets({ ...draft, places: 'Accounts' })).toBe(false);
  expect(lacksTargets({ ...draft, inPlaces: false })).toBe(false);
  expect(lacksTargets({ ...draft, kind: 'sync' })).toBe(false);
  // typed names are ignored while all formulas are chosen
  expect(jobOfDraft({ ...draft, inPlaces: false, places: 'Accounts' }, ENGLISH).refresh?.places).toEqual([]);
});

test('a changed field replaces the formula, and a typed formula replaces the fields', () => {
  const draft = draftOfJob(stateOf(SYNC));
  const fields = fieldsOf(draft, ENGLISH)!;
  const changed = { ...draft, fields: edited(fields, { question: newQuestion('HIRINGS', 'Key accounts') }) };
  // without days, which a sync sets itself
  expect(jobOfDraft(changed, ENGLISH).sync?.formula).toBe('=HIRINGS("group", "Key accounts")');
  expect(restartsSync(changed, stateOf(SYNC), ENGLISH)).toBe(true);
  const typed = { ...changed, formula: '=EXPANSIONS("Acme")', fields: undefined };
  expect(jobOfDraft(typed, ENGLISH).sync?.formula).toBe('=EXPANSIONS("Acme")');
  expect(fieldsOf(typed, ENGLISH)?.question.first).toEqual({ kind: 'texts', texts: ['Acme'] });
  expect(fieldsOf({ ...typed, formula: '=EXPANSIONS(' }, ENGLISH)).toBeUndefined();
  expect(restartsSync(draft, stateOf(SYNC), ENGLISH)).toBe(false);
});

test('a sync that a colleague has removed starts again, a new one does not', () => {
  const draft = draftOfJob(stateOf(SYNC));
  expect(restartsSync(draft, undefined, ENGLISH)).toBe(true);
  expect(restartsSync({ ...draft, id: '' }, undefined, ENGLISH)).toBe(false);
  expect(restartsSync(draftOfJob(stateOf(REFRESH)), undefined, ENGLISH)).toBe(false);
});

test.each([
  ['', '"columns", "date|company"', false],
  ['"columns", "date"', '"score", "jobs >=100: 10", "exclude", CRM!B2:B9', false],
  ['', '"type", "HQ"', true],
  ['', '"exact", TRUE', true],
])('a sync with the options %s, now %s, starts again: %p', (before, after, isAgain) => {
  const formulaWith = (options: string) => `=EXPANSIONS(A2:A9${options && ', '}${options})`;
  const saved = stateOf({ ...SYNC, sync: { ...SYNC.sync!, formula: formulaWith(before) } });
  expect(restartsSync({ ...draftOfJob(saved), formula: formulaWith(after) }, saved, ENGLISH)).toBe(isAgain);
});

test.each([
  ['before the first run', undefined, 'Accounts', false],
  ['with its tab', 'Accounts', 'Accounts', false],
  ['whose tab was renamed', 'Renamed', 'Accounts', false],
  ['whose tab was renamed, now in the job, too', 'Renamed', ' renamed ', false],
  ['with another tab', 'Accounts', 'Others', true],
  ['with another tab than the renamed one', 'Renamed', 'Others', true],
  ['whose tab was deleted', '', 'Accounts', true],
  ['whose tab was deleted, with another tab', '', 'Others', true],
])('saving a sync %s says if it starts again', (_name, tabName, tab, isAgain) => {
  const saved = { ...stateOf(SYNC), ...(tabName !== undefined && { tabName }) };
  expect(restartsSync({ ...draftOfJob(saved), tab }, saved, ENGLISH)).toBe(isAgain);
});

test.each([
  ['', []],
  [' \n\n', []],
  ['Accounts', ['Accounts']],
  ['Accounts\n Pipeline \nAccounts\n', ['Accounts', 'Pipeline']],
  ['Sales, EMEA\nThe "big" ones\nDeals!A1:F90', ['Sales, EMEA', 'The "big" ones', 'Deals!A1:F90']],
])('%j names %j', (text, names) => expect(parseTargets(text)).toEqual(names));

test.each([
  ['the address of a group becomes that of the next one', 'https://a.example', 'B', 'https://b.example'],
  ['the address of a group is not for one without', 'https://a.example', 'C', ''],
  ['a typed address stays for a group without one', 'https://typed.example', 'C', 'https://typed.example'],
  ['the address of a group replaces a typed one', 'https://typed.example', 'B', 'https://b.example'],
])('%s', (_what, callbackUrl, group, expected) => {
  const state = { ...EMPTY, callbacks: { A: 'https://a.example', B: 'https://b.example' } };
  const job = { ...newJobDraft(state, DRAFT, 'push', 'News'), group: 'A', callbackUrl };
  expect(withGroup(job, state, group)).toEqual({ ...job, group, callbackUrl: expected });
});
