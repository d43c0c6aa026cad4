/**
 * Random edits of the builder's fields: an insertion that the page allows becomes a table or the predicted
 * error, and costs what the button showed.
 */

import { FUNCTION_NAMES } from '../../../src/contract/formula-question.js';
import type { SidebarState } from '../../../src/contract/sidebar-api.js';
import { HELD_OUT } from '../../sidebar/sentences.js';
import { eventually } from '../../support/eventually.js';
import { useOneHost } from '../../support/host.js';
import {
  openWithoutBrowser,
  type PageOverHost,
  type PageWithoutBrowser,
} from '../../support/page-without-browser.js';
import { createRandom, type Random } from '../../support/random.js';
import { scaled } from '../../support/scale.js';
import { SEED } from '../../support/seed.js';
import { useService } from '../../support/service.js';

const SEQUENCES = scaled(8, 1_000);
/** Far longer than a sequence takes on a busy machine. */
const EACH_WITHIN_MS = 20_000;
const MOST_EDITS = 12;
/** The formula's cell; queries refer to the cells to its left. */
const TARGET = 'F1';

const service = useService({ credits: 10_000_000 });
const host = useOneHost(() => ({ connection: { baseUrl: service.baseUrl, apiKey: service.apiKey } }));

/** Texts for fields by id: what a person would type, and typing errors. */
const TEXTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /build-typed|company(Name|Domain)/,
    ['Bay', 'north.example', 'Pacific|Delta', 'a, b, Inc', '=A1:A3', '=A1', '=(', 'Ünï "q"'],
  ],
  [/build-cells|-cells$/, ['A1:A3', 'A1', 'Sheet1!A1:A2', 'A', '', 'A1+', '(']],
  [/companyIds/, ['c_000001', 'c_000002|c_000003', '=A5']],
  [
    /Date|date|since|-day$/,
    ['-30d', '-90d', 'last month', 'today', '2026-10-01', '2019-01-01', 'soon', '=B1', '=', ''],
  ],
  [/investment|jobs/, ['10M', '1000000', '5k', '-1', 'lots', '1..5', '', '10', '1,000']],
  [/limit/, ['1', '7', '40', '250', '0', '', '10001', '1e3', '-5', '2.5', '2k', '1,000']],
  [/count/, ['10', '500', '', '-1', '1.5', '1e9']],
  [/title/, ['CEO', 'CFO', 'Chief Executive Officer', 'Board|Chair', 'x', '']],
  [/ocation|countries|Segments|Ticker/, ['Texas', 'Germany', 'us', 'München', 'a|b', '=C1', '', 'retail']],
  [/refresh/, ['1', '=D1', 'whole']],
  [/group|Group/, ['Key accounts', 'Nowhere']],
  [/-search$|-value$/, ['Data', 'USD', 'any', 'a', 'zzz', 'Public', 'bank']],
  [/sentence/, [...HELD_OUT.map(([sentence]) => sentence).slice(0, 40), 'asdf qwer', '']],
];

/** Buttons that leave the builder, or do more than edit. */
const NO_EDITS = /^(to-start|build-insert|build-preview|build-new|fresh|retry)|-(replace|keep)$/;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

/** Usually excludes the four buttons of each column, so that random edits reach the other controls. */
function controls({ document }: PageWithoutBrowser, withColumns: boolean): Control[] {
  const kinds = ['input', 'select', 'textarea', 'button'].map((kind) => `#section ${kind}`);
  const all = [...document.querySelectorAll<Control>(kinds.join())];
  return all.filter(({ id }) => id !== '' && !NO_EDITS.test(id) && (withColumns || !/^column-/.test(id)));
}

/** Makes one edit. @returns its description */
async function edit(page: PageWithoutBrowser, random: Random): Promise<string> {
  const control = random.pick(controls(page, random.chance(0.1)));
  const { id, tagName, type } = control;
  if (tagName === 'BUTTON' || type === 'checkbox') {
    await page.click(id);
    return `click ${id}`;
  }
  if ('options' in control) {
    const { value } = random.pick([...control.options]);
    await page.choose(id, value);
    return `choose ${id} ${value}`;
  }
  const [, texts = ['x']] = TEXTS.find(([pattern]) => pattern.test(id)) ?? [];
  const text = random.pick(texts);
  await page.type(id, text);
  const isEntered = random.chance(0.5);
  if (isEntered) await page.press(id, 'Enter');
  return `type ${id} ${JSON.stringify(text)}${isEntered ? ' Enter' : ''}`;
}

const state = async () =>
  (await host.run('sidebarState', [], { as: 'owner', mode: 'sidebar' })) as SidebarState;
const textAt = (a1: string) => String(host.workbook.read(a1)[0]?.[0]?.value ?? '');

/** Fills the cells that queries refer to; clears and selects the target. */
function prepare(): void {
  const companies = { A1: 'north.example', A2: 'Bay', A5: 'c_000004' };
  const cells = { ...companies, B1: '-14d', C1: 'Texas', D1: '7', [TARGET]: '' };
  for (const [a1, text] of Object.entries(cells)) host.workbook.type(a1, text);
  host.ui.select(host.workbook.area(TARGET));
}

type Tried = NonNullable<Awaited<ReturnType<typeof trial>>>;

/** Returns undefined if the page does not allow the insertion. */
async function trial(page: PageOverHost, random: Random) {
  prepare();
  await page.click('build-new');
  await page.choose('build-dataset', random.pick(FUNCTION_NAMES));
  const edits: string[] = [];
  for (let left = 1 + random.below(MOST_EDITS); left > 0; left--) edits.push(await edit(page, random));
  // the others insert before the page has a price
  if (random.chance(0.5)) await page.answered();
  await page.idle();
  const { today } = (await state()).activity;
  // read both at once, because a look-up may end meanwhile
  const insert = page.element('build-insert')!;
  if (insert.hasAttribute('data-missing')) return undefined;
  const formula = page.element('formula')!.textContent;
  const price = insert.querySelector('small')?.textContent ?? '';
  const cost = page.element('cost')!.textContent;
  const isLowLimitReported = page.document.querySelector('[data-contradiction=perhaps-low-limit]') !== null;
  // an edit may have created a sheet of weights, which then is the open tab
  host.ui.select(host.workbook.area(TARGET));
  await page.click('build-insert');
  await page.idle();
  await host.settled();
  const notice = [...page.document.querySelectorAll('.result-bar .notice')]
    .map(({ textContent }) => textContent)
    .join(' ');
  const credits = (await state()).activity.today - today;
  const [cell, message] = [textAt(TARGET), host.workbook.message(TARGET)];
  return { edits, formula, price, cost, isLowLimitReported, notice, cell, message, credits };
}

/** Returns what is wrong with the result, or ''. The page must predict errors and then disable the button. */
function wrongOf(tried: Tried): string {
  const { formula, price, cost, notice, cell, message, credits } = tried;
  // only the cells know if they name a group, and only the service if it knows a company name; such a mistake
  // is free, and the page reports it afterwards
  const isGroupInCells = /^=TRACKED_COMPANIES\((?:\w+!)?[A-Z]+\d/.test(formula);
  const isUnknownName = /^=(?:HIRINGS|EXEC_CHANGES)\(/.test(formula) && message.includes('not found: "');
  // a reference can be a named range
  const isUnknownReference = message.includes('contains a cell that shows #NAME?');
  // only the cells know a day that they hold
  const isDayInCells = /Date", (?:\w+!)?[A-Z]+\d/.test(formula) && message.includes('is after "to"');
  // and only they know whether they hold rules
  const isScoreInCells =
    /"score", (?:\w+!)?[A-Z]+\d/.test(formula) && message.includes('no rule with points');
  // only the formula knows how many requests a group or cells need, and the page has said so beside the limit
  const isLowLimit = tried.isLowLimitReported && message.includes('is too low for so many companies');
  const isOfCells = isGroupInCells || isDayInCells || isScoreInCells || isLowLimit;
  if ((isOfCells || isUnknownName || isUnknownReference) && cell.startsWith('#')) {
    const isReported = notice.includes('shows #ERROR! instead of a table');
    return isReported && credits === 0 ? '' : `a name: ${notice}, ${credits} credits`;
  }
  const [figures = '0'] = /\d[\d,]*/.exec(price) ?? [];
  const said = Number(figures.replace(/,/g, ''));
  // a table without headers and records is empty and free
  const isEmpty = cell === '' && formula.includes('"headers", FALSE') && credits === 0;
  if ((cell === '' && !isEmpty) || cell.startsWith('#')) return `no table: ${cell}`;
  const mayPassLimit = cost.includes('more than 100 companies can cost a little more');
  const highest = mayPassLimit ? 1.25 * said : price.startsWith('about ') ? 1.5 * said : said;
  const isTrue = /^(?:at most|about) /.test(price) ? credits <= highest : credits === said;
  return isTrue ? '' : `${credits} credits, said ${price}`;
}

test(
  `${SEQUENCES} sequences of random edits: the inserted formula evaluates and costs what was shown`,
  async () => {
    const { rules } = await state();
    const rich = { ...rules, dailyBudget: 1_000_000 };
    await host.run('saveRules', [rich], { as: 'owner', mode: 'sidebar' });
    const page = await openWithoutBrowser(host, 'build');
    // the page predicts that a group does not exist once the service has told it the groups
    await page.choose('build-dataset', 'TRACKED_COMPANIES');
    await page.type('build-typed', 'Nowhere');
    await page.press('build-typed', 'Enter');
    await eventually(() => page.document.querySelector('[data-contradiction=unknown-group]') !== null);
    const tried: Tried[] = [];
    // the test must insert at least one formula
    for (let at = 0; at < SEQUENCES || (tried.length === 0 && at < 3 * SEQUENCES); at++) {
      const one = await trial(page, createRandom(SEED + at));
      if (one) tried.push(one);
    }
    page.close();
    const wrong = tried.flatMap((one) => {
      const why = wrongOf(one);
      return why === '' ? [] : [{ why, ...one }];
    });
    expect(wrong).toEqual([]);
    expect(tried.length).toBeGreaterThan(0);
  },
  3 * SEQUENCES * EACH_WITHIN_MS,
);
