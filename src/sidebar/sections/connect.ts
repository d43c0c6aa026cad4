/** Connect: the person's key, the key that formulas use, sharing, and problems. */
import { actions, askingButton, button, form, noticeAt } from '../controls/actions.js';
import { card, facts } from '../controls/card.js';
import { textField } from '../controls/fields.js';
import { maskedKey } from '../controls/masked-key.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { appearanceCard } from './appearance.js';
import { healthCard } from './health.js';
import { sharingCard } from './sharing.js';

const PLACES = ['connect-save', 'connect-test', 'connect-forget-yes'];

export function connectSection(page: Page): Child[] {
  const { state, texts } = page;
  return [
    state.hasKey ? keyCard(page) : emptyCard(page),
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

function emptyCard(page: Page): HTMLElement {
  const { connect } = page.texts;
  return card(
    'connect-title',
    connect.emptyTitle,
    el('p', { class: 'lead' }, connect.emptyText),
    keyForm(page),
    noticeAt(page, ...PLACES),
  );
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
          button(page, {
            id: 'connect-test',
            label: connect.test,
            kind: 'primary',
            onClick: () => test(page),
          }),
          button(page, {
            id: 'connect-change',
            label: connect.replace,
            onClick: () =>
              page.edit({ changingKey: true, address: state.baseUrl, key: '', focus: 'connect-address' }),
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

function keyForm(page: Page): HTMLElement {
  const { draft, state, texts } = page;
  const { connect } = texts;
  return form(
    {
      id: 'connect-form',
      onSubmit: () => {
        if (page.busy === '') save(page);
      },
    },
    textField({
      id: 'connect-address',
      label: connect.address,
      hint: connect.addressHint,
      type: 'url',
      placeholder: 'https://',
      value: draft.address,
      onInput: (address) => page.edit({ address }),
    }),
    textField({
      id: 'connect-key',
      label: connect.key,
      hint: state.hasKey ? connect.keyHint : undefined,
      type: 'password',
      value: draft.key,
      onInput: (key) => page.edit({ key }),
    }),
    actions(
      button(page, { id: 'connect-save', label: connect.save, kind: 'primary', submit: true }),
      state.hasKey &&
        button(page, {
          id: 'connect-cancel',
          label: texts.cancel,
          onClick: () => page.edit({ changingKey: false, key: '', focus: 'connect-change' }),
        }),
    ),
  );
}

function save(page: Page): void {
  const { draft, state, texts } = page;
  const { connect } = texts;
  const [baseUrl, apiKey] = [draft.address.trim(), draft.key.trim()];
  const keeps = state.hasKey && sameAddress(baseUrl, state.baseUrl);
  if (baseUrl === '' || (apiKey === '' && !keeps)) {
    const text = baseUrl === '' ? connect.addressMissing : connect.keyMissing;
    page.say({ place: 'connect-save', kind: 'bad', text });
    page.edit({ focus: baseUrl === '' ? 'connect-address' : 'connect-key' });
    return;
  }
  void page
    .call(
      'connect-save',
      (client) => client.saveConnection({ baseUrl, apiKey }),
      (saved) => ({ draft: { changingKey: false, key: '', address: saved.baseUrl, focus: 'connect-test' } }),
    )
    .then((saved) => {
      if (saved) test(page);
    });
}

/** The add-on removes slashes at the end, and ignores the case of scheme and host. */
function sameAddress(typed: string, saved: string): boolean {
  return typed.replace(/\/+$/, '').toLowerCase() === saved.toLowerCase();
}

function test(page: Page): void {
  void page.call(
    'connect-test',
    (client) => client.testConnection(),
    ({ outcome }) => {
      if (outcome?.kind !== 'tested') return {};
      return {
        notice: outcome.ok
          ? { kind: 'good', text: page.texts.connect.tested }
          : { kind: 'bad', text: page.explain(outcome.message) },
      };
    },
  );
}
