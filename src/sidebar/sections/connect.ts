/** Connect: the person's key, the key that formulas use, sharing, and problems. */
import { actions, askingButton, button, noticeAt } from '../controls/actions.js';
import { card, facts } from '../controls/card.js';
import { maskedKey } from '../controls/masked-key.js';
import { isConnected } from '../draft/draft.js';
import { isTrouble } from '../page/condition.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';
import { appearanceCard } from './appearance.js';
import { keyForm, test } from './connect-form.js';
import { healthCard } from './health.js';
import { sharingCard } from './sharing.js';

const PLACES = ['connect-save', 'connect-test', 'connect-forget-yes'];

export function connectSection(page: Page): Child[] {
  const { state, texts } = page;
  if (!isConnected(state)) return [...firstKey(page), otherProblems(page), appearanceCard(page)];
  return [
    conditionBanner(page),
    state.hasKey ? keyCard(page) : [keyLead(page), emptyCard(page)],
    card(
      'formula-key-title',
      texts.formulaKey.title,
      el('p', { id: 'formula-key', 'data-key': state.formulaKey }, texts.formulaKey.texts[state.formulaKey]),
    ),
    sharingCard(page),
    healthCard(page),
    appearanceCard(page),
  ];
}

/** For a person who has no key yet: nothing but the form, and the other way to one. */
function firstKey(page: Page): Child[] {
  const { connecting } = page.texts;
  return [
    keyLead(page),
    emptyCard(page),
    card('no-key-title', connecting.noKeyTitle, el('p', { class: 'hint' }, connecting.noKeyText)),
  ];
}

function keyLead({ texts }: Page): HTMLElement {
  const { connect } = texts;
  return el(
    'div',
    { class: 'opener' },
    el('span', { class: 'emblem' }, icon('connect')),
    el('h2', { id: 'connect-title', class: 'section-title' }, connect.emptyTitle),
    el('p', { class: 'lead' }, connect.emptyText),
  );
}

function emptyCard(page: Page): HTMLElement {
  return el(
    'section',
    { class: 'card', 'aria-labelledby': 'connect-title' },
    keyForm(page),
    noticeAt(page, ...PLACES),
  );
}

/** What is wrong beside the missing key. */
function otherProblems(page: Page): Child {
  const known = ['no-key', 'owner-without-key'];
  return page.state.health.some((problem) => !known.includes(problem)) && healthCard(page);
}

/** That the service is silent, or refuses the key, with the button that may cure it. */
function conditionBanner(page: Page): Child {
  const { condition, texts, draft } = page;
  const said = texts.condition;
  if (!isTrouble(condition) || draft.changingKey) return undefined;
  const isRefused = condition === 'refused';
  return el(
    'div',
    { id: 'condition', class: 'notice bad', role: 'alert' },
    icon(isRefused ? 'lock' : 'silent'),
    el(
      'div',
      {},
      el('strong', {}, isRefused ? said.refusedTitle : said.silentTitle),
      el('p', {}, isRefused ? said.refusedText : said.silentText),
      actions(
        isRefused &&
          button(page, { id: 'condition-change', label: said.newKey, onClick: () => changeKey(page) }),
        button(page, {
          id: 'connect-test',
          label: isRefused ? said.testAgain : texts.retry,
          onClick: () => test(page),
        }),
      ),
    ),
  );
}

function changeKey(page: Page): void {
  const { baseUrl } = page.state;
  const isMine = page.condition === 'refused';
  page.edit({
    changingKey: true,
    address: baseUrl,
    key: '',
    refusal: undefined,
    focus: isMine ? 'connect-key' : 'connect-address',
  });
}

function keyCard(page: Page): HTMLElement {
  const { state, texts, draft } = page;
  const { connect } = texts;
  return card(
    'connect-title',
    connect.title,
    facts([
      [connect.address, state.baseUrl],
      [connect.key, maskedKey(page, state.keyEnding)],
      ...accountFacts(page),
    ]),
    draft.changingKey
      ? keyForm(page)
      : actions(
          !isTrouble(page.condition) &&
            button(page, {
              id: 'connect-test',
              label: connect.test,
              kind: 'primary',
              onClick: () => test(page),
            }),
          button(page, {
            id: 'connect-change',
            label: connect.replace,
            onClick: () => changeKey(page),
          }),
          askingButton(page, {
            id: 'connect-forget',
            label: connect.forget,
            question: connect.forgetQuestion,
            yes: connect.forgetYes,
            onYes: () =>
              void page.call(
                'connect-forget-yes',
                (client) => client.forgetConnection(),
                () => ({
                  draft: { address: '', key: '', focus: 'connect-address' },
                  notice: { kind: 'good', text: connect.forgotten },
                }),
              ),
          }),
        ),
    noticeAt(page, ...PLACES),
  );
}

/** Of the person's key, where the service says it. */
function accountFacts({ service, texts, format }: Page): [string, string][] {
  const account = service.account();
  if (!account) return [];
  const { name, balance, spentToday, cap, billing } = account;
  const said = texts.service;
  const spent = format.count(spentToday);
  return [
    [said.keyName, name],
    [said.balance, format.count(balance)],
    [said.spentToday, cap === undefined ? spent : said.spentOf(spent, format.count(cap))],
    ...(billing ? [[said.billing, said.billings[billing]] satisfies [string, string]] : []),
  ];
}
