/** Activity: spending of today and by day, the latest requests, and the spending rules. */
import type { Activity, ActivityCall } from '../../contract/spending.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card, facts, itemHead } from '../controls/card.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { heldCard } from './held.js';
import { sheetMade } from './insertion.js';
import { freshCard } from './keep-fresh.js';
import { rulesCard } from './rules.js';
import { spendingDays } from './spending-days.js';

/** The smallest shares that get their own line. */
const SHOWN_SHARES = 5;

export function activitySection(page: Page): Child[] {
  return [spendingCard(page), heldCard(page), freshCard(page), callsCard(page), rulesCard(page)];
}

function spendingCard(page: Page): HTMLElement {
  const { state, texts, format } = page;
  const { activity } = state;
  const spent = texts.activity.spent(format.count(activity.today), format.count(activity.budget));
  const balance = (paysHere(page) ? page.service.account()?.balance : undefined) ?? activity.balance;
  const people = activity.byPerson.filter(({ credits }) => credits > 0);
  const share = activity.budget > 0 ? Math.min(1, activity.today / activity.budget) : 1;
  return card(
    'spending-title',
    texts.activity.title,
    el('p', { class: 'figure', id: 'spent-today' }, spent),
    bar(share, share >= 0.8),
    facts([
      [texts.activity.month, texts.credits(format.count(activity.month))],
      ...(balance === undefined
        ? []
        : [[texts.activity.balance, texts.credits(format.count(balance))] as const]),
    ]),
    spendingDays(page),
    shares(
      page,
      texts.activity.byCell,
      activity.byCell.map(({ cell, credits }) => ({ name: cell, credits })),
    ),
    // one person is no comparison
    people.length > 1 &&
      shares(
        page,
        texts.activity.byPerson,
        people.map(({ person, credits }) => ({ name: person || texts.activity.someone, credits })),
      ),
  );
}

/** Whether the account that the person's key has at the service is the one that formulas here spend. */
function paysHere({ state: { hasKey, formulaKey, sharing } }: Page): boolean {
  return hasKey && formulaKey !== 'other' && (!sharing || sharing.mine);
}

/** Decoration only: the figure next to it says the same. */
function bar(share: number, full: boolean): HTMLElement {
  return el(
    'div',
    { class: full ? 'bar full' : 'bar', 'aria-hidden': 'true' },
    el('span', { style: `inline-size: ${(share * 100).toFixed(1)}%` }),
  );
}

function shares(
  { format, texts }: Page,
  title: string,
  all: readonly { readonly name: string; readonly credits: number }[],
): Child {
  const shown = all.filter(({ credits }) => credits > 0).slice(0, SHOWN_SHARES);
  const most = shown[0]?.credits ?? 0;
  if (most === 0) return undefined;
  return [
    el('h3', {}, title),
    el(
      'ul',
      { class: 'plain-list shares' },
      shown.map(({ name, credits }) =>
        el(
          'li',
          {},
          el('span', { class: 'ellipsis', title: name }, name),
          el('span', {}, texts.credits(format.count(credits))),
          bar(credits / most, false),
        ),
      ),
    ),
  ];
}

function callsCard(page: Page): HTMLElement {
  const { state, texts } = page;
  const { calls } = state.activity;
  if (calls.length === 0) {
    return card(
      'calls-title',
      texts.activity.noCallsTitle,
      el('p', { class: 'lead' }, texts.activity.noCallsText),
    );
  }
  return card(
    'calls-title',
    texts.activity.calls,
    el(
      'ol',
      { class: 'plain-list calls', tabindex: 0, 'aria-labelledby': 'calls-title' },
      calls.map((call) => callItem(page, call)),
    ),
    actions(
      button(page, {
        id: 'activity-copy',
        label: texts.activity.copy,
        onClick: () => copy(page, state.activity),
      }),
    ),
    noticeAt(page, 'activity-copy'),
  );
}

function callItem({ texts, format }: Page, call: ActivityCall): HTMLElement {
  const { activity } = texts;
  return el(
    'li',
    { class: 'item' },
    itemHead(
      call.cell,
      el(
        'span',
        { class: call.credits > 0 ? 'badge spent' : 'badge' },
        texts.credits(format.count(call.credits)),
      ),
    ),
    el('p', { class: 'wrap' }, call.question),
    el(
      'p',
      { class: 'hint wrap' },
      [
        format.moment(call.at),
        call.who || activity.someone,
        activity.records(format.count(call.records), format.count(call.fresh)),
        activity.sources[call.source],
        `${format.seconds(call.ms)}\u00a0s`,
      ].join(' · '),
    ),
  );
}

function copy(page: Page, { calls }: Activity): void {
  const { activity } = page.texts;
  const rows = calls.map(({ at, who, cell, question, records, fresh, credits, source, ms }) => [
    { at },
    who,
    cell,
    question,
    records,
    fresh,
    credits,
    activity.sources[source],
    ms / 1000,
  ]);
  void page.call(
    'activity-copy',
    (client) => client.insertSheet({ name: activity.sheet, rows: [activity.columns, ...rows] }),
    sheetMade(page),
  );
}
