/** Sharing: who shares a key with this spreadsheet, the daily cap, and how to start and stop it. */
import type { Sharing } from '../../contract/sidebar-api.js';
import { actions, askingButton, button, form, noticeAt } from '../controls/actions.js';
import { card, facts } from '../controls/card.js';
import { textField } from '../controls/fields.js';
import { maskedKey } from '../controls/masked-key.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

const PLACES = ['sharing-confirm', 'sharing-stop-yes'];

export function sharingCard(page: Page): HTMLElement {
  const { state, texts, draft } = page;
  return card(
    'sharing-title',
    texts.sharing.title,
    state.sharing ? terms(page, state.sharing) : el('p', {}, texts.sharing.off),
    draft.lending ? lendingForm(page) : offers(page),
    noticeAt(page, ...PLACES),
  );
}

function terms(page: Page, sharing: Sharing): Child[] {
  const { texts, format } = page;
  return [
    el('p', { id: 'sharing-terms' }, texts.sharing.on(sharing.owner, format.count(sharing.dailyCap))),
    facts([
      [texts.connect.address, sharing.baseUrl],
      [texts.connect.key, maskedKey(page, sharing.keyEnding)],
      [texts.sharing.since, format.moment(sharing.sharedAt)],
    ]),
    el('p', { class: 'hint' }, sharing.mine ? texts.sharing.mine : texts.sharing.notMine(sharing.owner)),
  ];
}

function offers(page: Page): Child {
  const { state, texts } = page;
  const { sharing } = state;
  if (!state.hasKey && !sharing?.mine)
    return !sharing && el('p', { class: 'hint' }, texts.sharing.offWithoutKey);
  const label = !sharing
    ? texts.sharing.offer
    : sharing.mine
      ? texts.sharing.change
      : texts.sharing.offerInstead;
  const begin = () =>
    page.edit({
      lending: true,
      focus: 'sharing-owner',
      ...(sharing?.mine && { payerName: sharing.owner, dailyCap: String(sharing.dailyCap) }),
    });
  return actions(
    state.hasKey && button(page, { id: 'sharing-offer', label, onClick: begin }),
    sharing?.mine &&
      askingButton(page, {
        id: 'sharing-stop',
        label: texts.sharing.stop,
        question: texts.sharing.stopQuestion,
        yes: texts.sharing.stopYes,
        onYes: () =>
          void page.call(
            'sharing-stop-yes',
            (client) => client.stopSharing(),
            () => ({
              draft: { focus: 'sharing-offer' },
              notice: { kind: 'good', text: texts.sharing.stopped },
            }),
          ),
      }),
  );
}

function lendingForm(page: Page): HTMLElement {
  const { draft, texts } = page;
  const cap = Number(draft.dailyCap);
  const capProblem = Number.isInteger(cap) && cap >= 1 ? '' : texts.sharing.capProblem;
  return form(
    {
      id: 'sharing-form',
      onSubmit: () => {
        if (page.busy !== '' || capProblem !== '') return;
        if (draft.payerName.trim() === '') {
          page.say({ place: 'sharing-confirm', kind: 'bad', text: texts.sharing.nameProblem });
          page.edit({ focus: 'sharing-owner' });
          return;
        }
        void page.call(
          'sharing-confirm',
          (client) => client.shareConnection({ owner: draft.payerName.trim(), dailyCap: cap }),
          () => ({
            draft: { lending: false, focus: 'sharing-offer' },
            notice: { kind: 'good', text: texts.sharing.shared },
          }),
        );
      },
    },
    textField({
      id: 'sharing-owner',
      label: texts.sharing.owner,
      hint: texts.sharing.ownerHint,
      value: draft.payerName,
      onInput: (payerName) => page.edit({ payerName }),
    }),
    textField({
      id: 'sharing-cap',
      label: texts.sharing.cap,
      type: 'number',
      problem: capProblem,
      value: draft.dailyCap,
      onInput: (dailyCap) => page.edit({ dailyCap }),
    }),
    actions(
      button(page, { id: 'sharing-confirm', label: texts.sharing.confirm, kind: 'primary', submit: true }),
      button(page, {
        id: 'sharing-cancel',
        label: texts.cancel,
        onClick: () => page.edit({ lending: false, focus: 'sharing-offer' }),
      }),
    ),
  );
}
