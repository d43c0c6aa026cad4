/** What a person does while a call runs, or what a colleague has changed meanwhile: nothing is lost or untrue. */
import { dataOf, errors, type SignalsError } from '../../../src/addon/errors.js';
import type { JobState } from '../../../src/contract/jobs.js';
import type { SidebarState } from '../../../src/contract/sidebar-api.js';
import { alertTo } from '../../support/alert-destinations.js';
import { eventually } from '../../support/eventually.js';
import { openPage, type PageWithoutBrowser } from '../../support/page-without-browser.js';
import { CONNECTED, full } from '../../support/sidebar-states.js';

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  succeed(value: unknown): void;
}

let page: PageWithoutBrowser;
/** The page's calls without an answer. */
let calls: Call[];
/** The groups that the service lists; undefined if it lists none. */
let listed: readonly string[] | undefined;
/** The number of records in the service's estimate; undefined if it has none. */
let estimated: number | undefined;
/** What the add-on has now: each answer contains it, and the page gets it whenever it asks. */
let state: SidebarState;

/** Answers a look-up. */
function look(kind: unknown): string {
  if (kind === 'estimate' && estimated !== undefined)
    return JSON.stringify([{ matching: estimated, isExact: true, returned: estimated, credits: estimated }]);
  if (kind !== 'groups' || !listed) return '';
  return JSON.stringify([{ groups: listed.map((name) => ({ name, companies: 1 })) }]);
}

afterEach(() => {
  calls = [];
  listed = undefined;
  estimated = undefined;
  page.close();
});

function runner(succeed: Call['succeed']): object {
  return new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        (value: Call['succeed'], ...others: unknown[]) => {
          if (name === 'withSuccessHandler') return runner(value);
          if (name === 'withFailureHandler') return runner(succeed);
          const isBackground = name === 'lookUp' || (name === 'sidebarState' && !value);
          const opened = calls;
          // a page that is closed gets no answers
          if (isBackground)
            setImmediate(() => calls === opened && succeed(name === 'lookUp' ? look(value) : state));
          else calls.push({ name, args: [value, ...others], succeed });
          return undefined;
        },
    },
  );
}

async function open(section: string, change: Partial<SidebarState> = {}): Promise<void> {
  state = { ...CONNECTED, ...change };
  calls = [];
  const run = runner(() => undefined);
  page = await openPage(section, run);
}

/** Opens the builder with a question about all companies. */
async function openForAll(): Promise<void> {
  await open('build');
  await page.choose('build-companies', 'all');
}

/** Lets the page's clock go ahead, or back. */
function goAhead(ms: number): void {
  const later = Date.now() + ms;
  page.document.defaultView!.Date.now = () => later;
}

/** Returns the last call of this name without an answer, once the page has made it. */
async function pending(name: string): Promise<Call> {
  const find = () => [...calls].reverse().find((call) => call.name === name);
  await eventually(() => find() !== undefined);
  return find()!;
}

/** Answers it with an error or an outcome. */
async function answer(name: string, given: SignalsError | SidebarState['outcome']): Promise<void> {
  const call = await pending(name);
  calls.splice(calls.indexOf(call), 1);
  call.succeed(given instanceof Error ? { error: dataOf(given) } : { ...state, outcome: given });
  await new Promise(setImmediate);
}

/** Credits that a request without an answer holds. */
const heldOf = (token: string, since = 0) => ({ token, credits: 5, since, job: '', question: `of ${token}` });

const text = (id = 'section') => page.element(id)?.textContent ?? '';
const shows = (words: RegExp | string) => eventually(() => text().match(words) !== null);

describe('inserting', () => {
  const cell = { sheet: 'Sheet1', a1: 'A1', formula: '=EXPANSIONS("acme.example")', text: 'Announced' };
  const stored = { askedAt: 0, records: 1, cut: false, rows: [['A'], ['1']] };
  const openCell = async (formula = cell.formula) => {
    await open('build', { cell: { ...cell, formula } });
    await page.click('build-open');
    await shows('Update Sheet1!A1');
  };

  test('a question that is read while a table is updated is not for the cell of that table', async () => {
    await openCell();
    await page.click('build-insert');
    await page.type('sentence', 'hiring in Texas');
    await page.press('sentence', 'Enter');
    await answer('insertFormula', { kind: 'inserted', cell });
    for (let reads = 0; reads < 3; reads++) await answer('sidebarState', { kind: 'cell', cell });
    await page.idle();
    expect(text('build-insert')).toMatch(/^Insert table/);
  });

  test.each([
    ['build', 'build-insert', 'insertFormula', 86_400_000],
    ['build', 'build-insert', 'insertFormula', 7_200_000],
    // the clock was set back
    ['build', 'build-insert', 'insertFormula', -7_200_000],
    ['build', 'build-preview', 'previewFormula', 86_400_000],
    ['', 'starter-data-centres', 'insertSheet', 86_400_000],
  ])('on an old page in %j, %s shows the price of now first', async (section, button, name, age) => {
    estimated = 3;
    await open(section);
    await page.choose('build-companies', 'all');
    await shows('3 records match');
    estimated = 4;
    goAhead(age);
    await page.click(button);
    await shows('The price was out of date');
    expect(text()).not.toContain('3 records match');
    expect(calls).toEqual([]);
    await shows('4 records match');
    await page.click(button);
    await pending(name);
  });

  test('the content of a cell is not replaced at the price of yesterday', async () => {
    await openForAll();
    await page.click('build-insert');
    await answer('insertFormula', { kind: 'occupied', cell: { ...cell, formula: '', text: 'mine' } });
    goAhead(86_400_000);
    await page.click('build-insert-replace');
    await shows('The price was out of date');
    expect(calls).toEqual([]);
  });

  test('the formula of a cell whose sheet is gone can be inserted into another one', async () => {
    await openCell();
    await page.click('build-insert');
    await answer('insertFormula', errors.noSuchSheet('Sheet1'));
    await page.click('build-elsewhere');
    expect(text('formula')).toBe(cell.formula);
    await page.click('build-insert');
    const [insertion] = (await pending('insertFormula')).args;
    expect(insertion).not.toHaveProperty('cell');
  });

  test('only the content that the question names is replaced, and the table still needs room', async () => {
    await openForAll();
    await page.click('build-insert');
    await answer('insertFormula', { kind: 'occupied', cell: { ...cell, formula: '', text: 'mine' } });
    expect(text()).toContain('Sheet1!A1 contains “mine”. Replace it?');
    await page.click('build-insert-replace');
    const [insertion] = (await pending('insertFormula')).args;
    expect(insertion).toMatchObject({ expected: 'mine', widths: expect.any(Array) });
    await answer('insertFormula', { kind: 'occupied', cell: { ...cell, formula: '', text: 'theirs' } });
    expect(text()).toContain('contains “theirs”');
    // the question is about the formula that was to be inserted
    await page.choose('build-days', '-7d');
    expect(text()).not.toContain('Replace it?');
  });

  test('the question whether to replace content waits for a person who is in another section', async () => {
    await openForAll();
    await page.click('build-insert');
    await page.click('tab-activity');
    await answer('insertFormula', { kind: 'occupied', cell: { ...cell, formula: '', text: 'mine' } });
    await page.click('tab-build');
    expect(text()).toContain('Sheet1!A1 contains “mine”. Replace it?');
    await page.click('build-insert-keep');
    expect(text()).not.toContain('Replace it?');
  });

  test('the offer to keep formulas fresh says what can cost more', async () => {
    await openForAll();
    await page.click('build-insert');
    await answer('insertFormula', { kind: 'inserted', cell });
    for (let reads = 0; reads < 3; reads++) await answer('sidebarState', { kind: 'cell', cell });
    await shows(/at most 200 credits a run; formulas with calculated arguments can cost more\./);
  });

  test('a preview of an opened formula reads its own tab, whichever is open, and belongs to the formula', async () => {
    await openCell('=EXPANSIONS(A2:A9)');
    await page.click('build-preview');
    expect((await pending('previewFormula')).args[0]).toBe("=EXPANSIONS('Sheet1'!A2:A9)");
    await answer('previewFormula', { kind: 'preview', preview: { stored } });
    expect(text('cost')).toContain('Already here');
  });

  test.each([
    ['HIRINGS', 'Nothing was charged'],
    ['EXPANSIONS', 'may have been charged'],
  ])('a preview of %s without an answer says: %s', async (dataset, words) => {
    await openForAll();
    await page.choose('build-dataset', dataset);
    await page.click('build-preview');
    await answer('previewFormula', { kind: 'preview', preview: { error: dataOf(errors.timeout(25)) } });
    expect(text()).toContain(words);
  });

  test('a preview with one key says nothing about the price with another', async () => {
    await openForAll();
    await page.click('build-preview');
    await answer('previewFormula', { kind: 'preview', preview: { stored } });
    expect(text('cost')).toContain('Already here');
    state = { ...state, keyEnding: 'next' };
    await page.click('tab-connect');
    await page.click('connect-test');
    await answer('testConnection', { kind: 'tested' });
    await page.click('tab-build');
    expect(text('cost')).not.toContain('Already here');
  });

  test('a currency that was set before stays if an empty investment is closed', async () => {
    const formula = '=EXPANSIONS("acme.example", "currency", "USD")';
    await openCell(formula);
    await page.click('filter-add');
    await page.click('filter-add-investment');
    await page.click('filter-investment-done');
    expect(text('formula')).toBe(formula);
  });

  test('an error is announced once, also if its section is left and opened again', async () => {
    await openForAll();
    const role = () => page.document.querySelector('#section .notice.bad')?.getAttribute('role');
    const fail = async () => {
      await page.click('build-preview');
      await answer('previewFormula', errors.fewCredits(5));
      expect(role()).toBe('alert');
    };
    await fail();
    // the page remembers the notice only after a frame
    await eventually(async () => {
      await page.click('tab-connect');
      await page.click('tab-build');
      return role() === null;
    });
    await fail();
  });

  test('Lower the limit leads to the field, in a part that is closed', async () => {
    await openForAll();
    await page.click('build-preview');
    await answer('previewFormula', errors.fewCredits(5));
    await page.click('build-preview-limit');
    await eventually(() => page.document.activeElement?.id === 'build-limit');
    expect(page.element('build-table')).toHaveProperty('open', true);
  });
});

const job: JobState = { ...full(['Sites']).jobs[0]!, id: 'j', version: '1', error: '', notice: '' };

describe('a run of a job', () => {
  const activity = { ...CONNECTED.activity, today: 940 };

  test('has its price before the click, and does not begin while the page shows an old one', async () => {
    await open('jobs', { jobs: [job], activity });
    expect(text('job-j-price')).toBe('A run costs at most 60 credits · 60 left today');
    state = { ...state, activity: { ...activity, today: 990 } };
    goAhead(7_200_000);
    await page.click('job-j-run');
    await shows('The price was out of date');
    expect(calls).toEqual([]);
    expect(text('job-j-price')).toMatch(/^A run costs at most 10 credits/);
    await page.click('job-j-run');
    await pending('runJob');
  });

  test('that is cancelled leaves the focus at the button that resumes it', async () => {
    await open('jobs', { jobs: [job] });
    await page.click('job-j-run');
    page.element('job-j-cancel')?.focus();
    await page.click('job-j-cancel');
    await eventually(() => page.document.activeElement?.id === 'job-j-run');
  });

  test.each<[Partial<JobState>, Partial<SidebarState>, string]>([
    [{}, {}, 'A run costs at most 100 credits · 1,000 left today'],
    // the day has counted held credits, which a run may spend by a repetition
    [
      {},
      { activity: { ...activity, held: [heldOf('t')] } },
      'A run costs at most 65 credits · 60 left today',
    ],
    [{ mine: false }, {}, 'A run costs at most 100 credits · 1,000 left today · your key pays'],
    [{}, { userLocale: 'de_DE' }, 'Ein Lauf kostet höchstens 100 Credits · heute noch 1.000'],
    [{ sync: { ...job.sync!, formula: '=HIRINGS()' } }, {}, 'A run costs nothing'],
  ])('costs at most what is left: %j, %j', async (change, others, price) => {
    await open('jobs', { jobs: [{ ...job, ...change }], ...others });
    expect(text('job-j-price')).toBe(price);
  });
});

test('a group whose name every object has as a property has no address for its news', async () => {
  await open('news', { groups: ['constructor'] });
  expect(page.element('news-callback')).toHaveProperty('value', '');
});

describe('a job that a colleague has changed', () => {
  /** Names the job "Mine" in its form, and saves it. */
  const saveEdited = async () => {
    await open('jobs', { jobs: [job] });
    await page.click('job-j-edit');
    await page.type('job-name', 'Mine');
    await page.click('job-save');
  };

  test('is shown after a refused run, so that the next click runs it', async () => {
    await open('jobs', { jobs: [job] });
    await page.click('job-j-run');
    state = { ...state, jobs: [{ ...job, version: '2', name: 'Theirs' }] };
    await answer('runJob', errors.jobChanged());
    await shows('Theirs');
    await page.click('job-j-run');
    expect((await pending('runJob')).args).toEqual(['j', '', '2']);
  });

  test('is replaced only after a question, and what was typed stays', async () => {
    await saveEdited();
    expect((await pending('saveJob')).args[0]).toMatchObject({ name: 'Mine', version: '1' });
    state = { ...state, jobs: [{ ...job, version: '2' }] };
    await answer('saveJob', errors.jobChanged());
    await eventually(() => page.element('job-save')?.getAttribute('type') === 'button');
    await page.click('job-save');
    expect(text()).toContain('has changed since you opened it');
    await page.click('job-save-yes');
    expect((await pending('saveJob')).args[0]).toMatchObject({ name: 'Mine', version: '2' });
  });

  test('that is gone says so', async () => {
    await open('jobs', { jobs: [job] });
    await page.click('job-j-run');
    state = { ...state, jobs: [] };
    await answer('runJob', errors.noJob());
    await eventually(() => page.element('job-j') === undefined);
    expect(text()).toContain('This job no longer exists');
  });

  test('is created again if it was removed', async () => {
    await saveEdited();
    state = { ...state, jobs: [] };
    await answer('saveJob', errors.noJob());
    await shows('has removed this job');
    await page.click('job-save');
    expect(text()).toContain('are paid again');
    await page.click('job-save-yes');
    const [input] = (await pending('saveJob')).args;
    expect(input).toMatchObject({ name: 'Mine', draftId: 'j' });
    expect(input).not.toHaveProperty('id');
  });

  test('what is typed while it is saved stays in the form', async () => {
    await saveEdited();
    await page.type('job-name', 'Mine too');
    state = { ...state, jobs: [{ ...job, version: '2', name: 'Mine' }] };
    await answer('saveJob', { kind: 'job', id: 'j', refusal: '' });
    expect(text()).toContain('without your latest changes');
    await page.click('job-save');
    expect((await pending('saveJob')).args[0]).toMatchObject({ name: 'Mine too', version: '2' });
  });

  test('the secret of its webhook is shown also if the form has stayed open for a while', async () => {
    await saveEdited();
    await page.type('job-name', 'Mine too');
    const webhook = alertTo('hooks.example …1234', { kind: 'webhook', whole: true });
    const alerts = [{ ...webhook, id: 'w', isMissing: false, waiting: 0, failure: '', unclear: 0 }];
    state = { ...state, jobs: [{ ...job, version: '2', alerts }] };
    const secrets = [{ id: 'w', secret: 'whsec_once' }];
    await answer('saveJob', { kind: 'job', id: 'j', refusal: '', secrets });
    await page.click('job-save');
    await answer('saveJob', { kind: 'job', id: 'j', refusal: '' });
    const html = () => page.document.querySelector('main')?.innerHTML;
    expect(html()).toContain('whsec_once');
    // an address that was removed and entered again has a new one
    await page.click('job-j-edit');
    await page.type('job-name', 'Mine again');
    await page.click('job-save');
    const renewed = [{ id: 'w', secret: 'whsec_new' }];
    await answer('saveJob', { kind: 'job', id: 'j', refusal: '', secrets: renewed });
    expect(html()).toContain('whsec_new');
    expect(html()).not.toContain('whsec_once');
  });

  test('takes no focus from the section that the person has gone to', async () => {
    await saveEdited();
    await page.click('tab-activity');
    page.element('rules-budget')?.focus();
    await answer('saveJob', { kind: 'job', id: 'j', refusal: '' });
    expect(page.document.activeElement?.id).toBe('rules-budget');
  });

  test('a push is removed without a word about a tab, which it may not have', async () => {
    const { sync: _sync, ...others } = job;
    const push = { group: 'A', days: 1, callbackUrl: 'https://a.example' };
    await open('jobs', { jobs: [{ ...others, push }] });
    await page.click('job-j-remove');
    expect(text('job-j')).toContain('Remove Sites? Its news is no longer sent.');
  });

  test('its renamed tab is named and opened by its present name', async () => {
    await open('jobs', { jobs: [{ ...job, tabName: 'Renamed' }] });
    expect(text()).toContain('tab Renamed');
    await page.click('job-j-open');
    expect((await pending('openTab')).args).toContain('Renamed');
  });

  test('that lists new records offers its tab when there is one', async () => {
    const { sync: _sync, ...others } = job;
    const refresh = { ...others, refresh: { places: [], budget: 1, changes: true } };
    await open('jobs', { jobs: [refresh] });
    expect(page.element('job-j-open')).toBeUndefined();
    page.close();
    await open('jobs', { jobs: [{ ...refresh, tabName: 'Every morning' }] });
    await page.click('job-j-open');
    expect((await pending('openTab')).args).toContain('Every morning');
  });
});

test.each([
  ['push', ['day', 'workdays', 'week']],
  ['sync', ['hour', 'day', 'workdays', 'week']],
])('a %s can be scheduled for: %j', async (kind, offered) => {
  await open('jobs', { groups: ['A'], defaultGroup: 'A' });
  await page.click(`job-add-${kind}`);
  const { options } = page.element<HTMLSelectElement>('job-every')!;
  expect([...options].map(({ value }) => value)).toEqual(offered);
});

test('a mail address of an alert can be read while it is typed, a webhook cannot', async () => {
  await open('jobs');
  await page.click('job-add-sync');
  await page.click('job-alert-add');
  expect(page.element('job-alert-0-address')).toHaveProperty('type', 'password');
  await page.choose('job-alert-0-kind', 'mail');
  expect(page.element('job-alert-0-address')).toHaveProperty('type', 'text');
});

describe('an answer that arrives late', () => {
  const groups = { groups: ['A', 'B'], defaultGroup: 'A' };

  test('a question about a group closes if the list changes, and is about no other group', async () => {
    await open('groups', { ...groups, callbacks: { A: 'https://a.example' } });
    await page.click('group-0-remove');
    expect(text()).toContain('forget the address');
    await page.click('group-1-remove');
    expect(text()).toContain('Remove B from');
    expect(text()).not.toContain('forget the address');
    state = { ...state, groups: ['New', 'A', 'B'] };
    await page.click('group-0-companies');
    await answer('listCompanies', errors.throttled());
    await shows('New');
    expect(text()).not.toMatch(/Remove \w+ from/);
  });

  /** Saves a key, and types another one before the answer. */
  const typeTwoKeys = async () => {
    await open('connect', { hasKey: false, formulaKey: 'unknown' });
    await page.type('connect-key', 'the first key');
    await page.click('connect-save');
    await page.type('connect-key', 'the second key');
  };

  test('says nothing about a key that was typed after it, and saves nothing', async () => {
    await typeTwoKeys();
    await answer('testConnection', { kind: 'tested', failure: dataOf(errors.badKey()) });
    expect(page.element('connect-key')?.getAttribute('aria-invalid')).not.toBe('true');
    expect(text()).toContain('rejected this key');
  });

  test('leaves a key that was typed after it in sight', async () => {
    await typeTwoKeys();
    await answer('testConnection', { kind: 'tested' });
    state = { ...state, hasKey: true };
    await answer('saveConnection', undefined);
    expect(page.element<HTMLInputElement>('connect-key')?.value).toBe('the second key');
  });

  test.each([
    ['which leads to Start', []],
    ['in a spreadsheet with jobs', full(['Ann']).jobs],
  ])('a first key %s is said to work in a live region that was there before', async (_, jobs) => {
    await open('connect', { hasKey: false, formulaKey: 'unknown', jobs });
    const said: string[] = [];
    const { MutationObserver: Observer } = page.document.defaultView!;
    const observer = new Observer((changes) => {
      for (const { target, addedNodes } of changes)
        if ((target as Element).getAttribute('role') === 'status')
          said.push(...[...addedNodes].map(({ textContent }) => textContent ?? ''));
    });
    observer.observe(page.document, { childList: true, subtree: true });
    await page.type('connect-key', 'the first key');
    await page.click('connect-save');
    await answer('testConnection', { kind: 'tested' });
    state = { ...state, hasKey: true, formulaKey: 'mine' };
    await answer('saveConnection', undefined);
    expect(page.element('connect-form')).toBeUndefined();
    await eventually(() => said.join().includes('Connected: the service answers'));
  });

  test('an open question about held credits is about no other request', async () => {
    const activity = { ...CONNECTED.activity, held: [heldOf('first'), heldOf('second')] };
    await open('activity', { activity });
    await page.click('held-first');
    expect(text()).toContain('Release them?');
    state = { ...state, activity: { ...activity, held: [heldOf('second')] } };
    await page.click('rules-save');
    await answer('saveRules', errors.throttled());
    await eventually(() => !text().includes('of first'));
    expect(text()).not.toContain('Release them?');
  });

  test('is announced where it was expected, although it removes the last held credits', async () => {
    await open('activity', { activity: { ...CONNECTED.activity, held: [heldOf('last')] } });
    const region = page.element('held-title')!.closest('section')!.nextElementSibling!;
    await page.click('held-last');
    await page.click('held-last-yes');
    state = { ...state, activity: CONNECTED.activity };
    await answer('releaseCredits', undefined);
    await eventually(() => page.element('held-title') === undefined);
    const seen = [region.isConnected, region.getAttribute('role'), region.textContent];
    expect(seen).toEqual([true, 'status', 'Released.']);
  });

  test('a theme that is not saved is not shown as chosen', async () => {
    await open('connect');
    await page.choose('appearance', 'dark');
    await answer('saveAppearance', errors.settingsBusy());
    await eventually(() => page.element<HTMLSelectElement>('appearance')?.value === 'light');
  });

  test('saving one rule keeps a colleague’s change of the others', async () => {
    await open('activity');
    await page.choose('rules-mode', 'manual');
    state = { ...state, rules: { ...state.rules, dailyBudget: 100 } };
    await page.click('rules-save');
    expect((await pending('saveRules')).args).toEqual([{ freshness: { mode: 'manual' } }]);
    await page.type('rules-budget', '50');
    await answer('saveRules', undefined);
    expect(page.element('rules-budget')).toHaveProperty('value', '50');
    // the field shows what is not saved
    expect(text()).toContain('Saved without your latest changes. Save again.');
  });
});

test.each([
  ['jobs', 'job-0-run', 'Ann'],
  ['jobs', 'job-1-remove', 'Bob'],
  ['groups', 'group-1-companies', 'Bob'],
  ['activity', 'held-second', 'Jan 1'],
])('of several items in %s, the group around %s says which one it is', async (section, button, name) => {
  const held = ['first', 'second'].map(heldOf);
  const others = full(['Ann', 'Bob']);
  await open(section, { ...others, activity: { ...others.activity, held } });
  expect(page.element(button)?.closest('[role=group]')?.getAttribute('aria-label')).toContain(name);
});

test('a month budget of 0 is refused at its field, because saved it would be no limit', async () => {
  await open('activity');
  await page.type('rules-month', '0');
  await page.click('rules-save');
  expect(page.element('rules-month')?.getAttribute('aria-invalid')).toBe('true');
  expect(calls).toEqual([]);
  await eventually(() => page.document.activeElement?.id === 'rules-month');
  await page.type('rules-month', '');
  await page.click('rules-save');
  expect((await pending('saveRules')).args).toEqual([{ monthlyBudget: 0 }]);
});

test('groups that are made elsewhere are offered when the person returns to the page', async () => {
  listed = ['First'];
  await open('groups', { groups: [] });
  await shows('The service has 1 group.');
  listed = ['First', 'Second'];
  state = { ...state };
  goAhead(61_000);
  const window = page.document.defaultView!;
  window.dispatchEvent(new window.Event('focus'));
  await shows('The service has 2 groups.');
});

test('what was spent meanwhile is shown when the person returns, also if the clock was set back', async () => {
  await open('activity');
  goAhead(-600_000);
  state = { ...state, activity: { ...state.activity, today: 4_711 } };
  const window = page.document.defaultView!;
  window.dispatchEvent(new window.Event('focus'));
  await shows('4,711');
});

test('the button that opens a new table also says how many rows it has and what it cost', async () => {
  await open('');
  await page.click('starter-hiring');
  await answer('insertSheet', { kind: 'sheet', name: 'Hiring' });
  const cell = { sheet: 'Hiring', a1: 'A1', formula: '=HIRINGS()', text: 'Announced' };
  for (let reads = 0; reads < 3; reads++) await answer('sidebarState', { kind: 'cell', cell });
  await answer('previewFormula', { kind: 'preview', preview: {} });
  await eventually(() => page.element('made-open')?.getAttribute('aria-describedby') === 'made');
});

test.each([
  ['#TIMEOUT', 'The message in its first cell says why. You may have been charged.'],
  ['Announced (to 30 Nov)', 'Its first cell says how complete it is. You may have been charged.'],
])(
  'a new table that shows %s after a request without an answer is not said to be free',
  async (shown, words) => {
    await open('');
    await page.click('starter-data-centres');
    await answer('insertSheet', { kind: 'sheet', name: 'Data centres' });
    const held = [heldOf('t', Date.now())];
    state = { ...state, activity: { ...state.activity, held } };
    const cell = { sheet: 'Data centres', a1: 'A1', formula: '=EXPANSIONS()', text: shown };
    for (let reads = 0; reads < 3; reads++) await answer('sidebarState', { kind: 'cell', cell });
    if (!shown.startsWith('#')) await answer('previewFormula', { kind: 'preview', preview: {} });
    await eventually(() => page.element('made') !== undefined);
    expect(text('made')).toContain(words);
  },
);

test('a space can be typed into the name of a sheet', async () => {
  await open('build');
  await page.choose('build-companies', 'cells');
  await page.type('build-cells', "'My ");
  expect(page.element('build-cells')).toHaveProperty('value', "'My ");
  await page.type('build-cells', "'My accounts'!A2:A9");
  expect(text('formula')).toContain("'My accounts'!A2:A9");
  await page.choose('build-days', 'own');
  await page.click('build-days-words');
  await page.type('build-days-startDate', "='My ");
  expect(page.element('build-days-startDate')).toHaveProperty('value', "='My ");
});

test('a column is added by the button, not by the choice', async () => {
  await open('build');
  const [, first] = page.element<HTMLSelectElement>('column-add')!.options;
  const { value: path } = first!;
  await page.choose('column-add', path);
  expect(page.element(`column-${path}`)).toBeUndefined();
  await page.click('column-add-button');
  expect(page.element(`column-${path}`)).toBeDefined();
  expect(page.element('column-add')).toHaveProperty('value', '');
  await page.click(`column-${path}-remove`);
  expect(page.element('column-add')).toHaveProperty('value', '');
});

test('a group without companies says so', async () => {
  await open('groups', { groups: ['A'], defaultGroup: 'A' });
  await page.click('group-0-companies');
  await answer('listCompanies', { kind: 'companies', companies: [] });
  expect(text('group-0')).toContain('The group has no companies.');
  expect(page.element('group-companies')).toBeUndefined();
});

test('missing companies are asked for once, beside the button that waits for them', async () => {
  await open('build');
  await page.choose('build-companies', 'typed');
  expect(text('cost')).toContain('Name a company, or ask for all companies.');
  expect(text('contradictions')).toBe('');
});

test('a limit that is too low for the companies is marked at its field', async () => {
  await open('build');
  await page.choose('build-companies', 'typed');
  await page.type('build-typed', 'acme.example, Globex');
  await page.type('build-limit', '1');
  expect(page.element('build-limit')?.getAttribute('aria-invalid')).toBe('true');
  expect(text('contradictions')).toBe('');
  expect(page.element('build-insert')?.hasAttribute('data-missing')).toBe(true);
  await page.choose('build-companies', 'cells');
  await page.type('build-cells', 'A2:A9');
  expect(text('contradictions')).toContain('may need several requests');
  expect(page.element('build-insert')?.hasAttribute('data-missing')).toBe(false);
});

describe('a click', () => {
  test('that adds companies to a group without a name leads to the name', async () => {
    await open('track');
    const match = { status: 'exact', company: { id: '1', name: 'Acme' }, alternatives: [] } as never;
    const matched = { kind: 'matched', place: 'A1', texts: ['a'], left: 0, unreadable: 0 } as const;
    await answer('matchColumn', { ...matched, matches: [match] });
    await page.click('track-add');
    await eventually(() => page.document.activeElement?.id === 'track-name');
    expect(text('track-name-problem')).toContain('A name has 1 to 100 characters');
    await page.type('track-name', ' Accounts ');
    expect(text('track-name-problem')).toBe('');
    await page.click('track-add');
    expect((await pending('changeGroup')).args[0]).toBe('Accounts');
    const unchanged = { added: [], already: ['1'], removed: [], absent: [], unknown: [] };
    await answer('changeGroup', { kind: 'group-changed', changed: unchanged });
    expect(text()).toContain('Accounts: 1 there already.');
    // the service refuses a change of no company
    expect(page.element('track-undo')).toBeUndefined();
    await page.click('track-add');
    await answer('changeGroup', { kind: 'group-changed', changed: { ...unchanged, added: ['1'] } });
    expect(page.element('track-undo')).toBeDefined();
  });

  test('on a tab opens its section at the top', async () => {
    await open('activity');
    page.document.documentElement.scrollTop = 900;
    await page.click('tab-jobs');
    expect(page.document.documentElement.scrollTop).toBe(0);
  });

  test('that tries again leaves the focus at the button that it repeats', async () => {
    await open('groups', { groups: ['A'] });
    await page.click('group-0-companies');
    await answer('listCompanies', errors.throttled());
    page.element('group-0-companies-retry')?.focus();
    await page.click('group-0-companies-retry');
    await eventually(() => page.document.activeElement?.id === 'group-0-companies');
  });

  test('with Enter in a search chooses a value, also if it is chosen already', async () => {
    await open('build');
    for (const id of ['filter-add', 'filter-add-expansionType']) await page.click(id);
    for (let times = 0; times < 2; times++) {
      await page.type('filter-expansionType-value-search', 'Data Centre');
      await page.press('filter-expansionType-value-search', 'Enter');
    }
    expect(text('formula')).toContain('Data Centre');
  });

  test('with Enter in an empty search chooses nothing', async () => {
    await open('build');
    for (const id of ['filter-add', 'filter-add-expansionType']) await page.click(id);
    const before = text('formula');
    await page.press('filter-expansionType-value-search', 'Enter');
    expect(text('formula')).toBe(before);
  });

  test('makes the table of the group that is shown, even if a colleague has removed it', async () => {
    await open('', { groups: ['A', 'B'], defaultGroup: 'A' });
    await page.choose('starter-hiring-group', 'B');
    state = { ...state, groups: ['A'] };
    await page.click('tab-connect');
    await page.click('connect-test');
    await answer('testConnection', { kind: 'tested' });
    await page.click('tab-build');
    expect(page.element<HTMLSelectElement>('starter-hiring-group')?.value).toBe('B');
  });
});

test('a key is shared with a name: the field says so if it is empty, and no longer once there is one', async () => {
  await open('connect');
  await page.click('sharing-offer');
  await page.click('sharing-confirm');
  expect(text('sharing-owner-problem')).toBe('Enter a name.');
  await page.type('sharing-owner', 'Ann');
  expect(text('sharing-form')).not.toContain('Enter a name.');
});
