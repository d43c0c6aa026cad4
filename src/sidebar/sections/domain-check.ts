/** Checks which domains of a pasted column a group tracks. */
import { actions, button, form, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { asChoice, selectField, textArea } from '../controls/fields.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

export function domainCheck(page: Page): HTMLElement {
  const { draft, state, texts } = page;
  const { groups } = texts;
  const group = state.groups.includes(draft.checkGroup) ? draft.checkGroup : (state.groups[0] ?? '');
  return card(
    'check-title',
    groups.checkTitle,
    el('p', { class: 'hint' }, groups.checkText),
    form(
      {
        id: 'check-form',
        onSubmit: () => {
          void page.call(
            'check',
            (client) => client.checkDomains(group, draft.pasted),
            ({ outcome }) => ({ draft: { checked: outcome?.kind === 'checked' ? outcome : undefined } }),
          );
        },
      },
      state.groups.length > 1 &&
        selectField({
          id: 'check-group',
          label: groups.checkGroup,
          value: group,
          choices: state.groups.map(asChoice),
          onChange: (checkGroup) => page.edit({ checkGroup, checked: undefined }),
        }),
      textArea({
        id: 'check-pasted',
        label: groups.pasted,
        placeholder: 'acme.example',
        value: draft.pasted,
        onInput: (pasted) => page.edit({ pasted, checked: undefined }),
      }),
      actions(button(page, { id: 'check', label: groups.check, submit: true })),
    ),
    noticeAt(page, 'check'),
    result(page),
  );
}

function result({ draft, texts, format }: Page): Child {
  const { checked } = draft;
  if (!checked) return undefined;
  const list = (id: string, title: string, domains: readonly string[]) =>
    domains.length > 0 && [
      el('h3', { id }, title),
      el(
        'ul',
        { class: 'plain-list companies', tabindex: 0, 'aria-labelledby': id },
        domains.map((domain) => el('li', {}, domain)),
      ),
    ];
  const { tracked, untracked } = checked;
  return el(
    'div',
    { id: 'checked', role: 'status' },
    list('untracked-title', texts.groups.untracked(format.count(untracked.length)), untracked),
    list('tracked-title', texts.groups.tracked(format.count(tracked.length)), tracked),
  );
}
