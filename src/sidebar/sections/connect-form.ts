/** The form of Connect: address and key, each with what is wrong with it, in plain words. */
import type { SidebarState } from '../../contract/sidebar-api.js';
import { actions, button, form } from '../controls/actions.js';
import { textField } from '../controls/fields.js';
import type { FieldProblem } from '../draft/draft.js';
import { conditionOf, fieldProblemOf, isTrouble } from '../page/condition.js';
import { el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { CallResult, Page, PageNotice } from '../page/page.js';

export function keyForm(page: Page): HTMLElement {
  const { draft, state, texts, condition, notice } = page;
  const { connect, connecting } = texts;
  const { refusal } = draft;
  const problemOf = (field: FieldProblem['field']) =>
    refusal?.field === field ? connecting.problems[field][refusal.why] : undefined;
  // the key was read by the service: its address is right
  const answers = refusal?.why === 'refused' && connecting.answers;
  const kept = refusal?.field === 'address' && draft.key !== '' && connecting.kept;
  const hasFailed = refusal !== undefined && ['refused', 'nothing', 'other'].includes(refusal.why);
  const tries = hasFailed || (condition === 'silent' && notice?.kind === 'bad');
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
      hint: answers || (refusal?.field === 'address' ? undefined : connect.addressHint),
      type: 'url',
      placeholder: 'https://api.example.com',
      value: draft.address,
      problem: problemOf('address'),
      onInput: (address) => page.edit({ address, refusal: undefined }),
    }),
    textField({
      id: 'connect-key',
      label: connect.key,
      hint: kept || (state.hasKey && !hasFailed ? connect.keyHint : undefined),
      type: 'password',
      placeholder: connecting.keyPlaceholder,
      value: draft.key,
      problem: problemOf('key'),
      onInput: (key) => page.edit({ key, refusal: undefined }),
    }),
    actions(
      button(page, {
        id: 'connect-save',
        label: tries ? texts.retry : state.hasKey ? connect.save : connecting.connect,
        kind: 'primary',
        submit: true,
      }),
      state.hasKey &&
        button(page, {
          id: 'connect-cancel',
          label: texts.cancel,
          onClick: () =>
            page.edit({ changingKey: false, key: '', refusal: undefined, focus: 'connect-change' }),
        }),
    ),
    hasFailed && el('p', { class: 'hint', role: 'status' }, connecting.nothingCharged),
    el('p', { class: 'hint with-icon' }, icon('lock'), el('span', {}, connecting.safe)),
  );
}

/** Marks the field that is to blame and goes there. */
function marked(refusal: FieldProblem) {
  return { refusal, focus: `connect-${refusal.field}` } as const;
}

function save(page: Page): void {
  const { draft, state } = page;
  const [baseUrl, apiKey] = [draft.address.trim(), draft.key.trim()];
  const isFirst = !state.hasKey;
  const keeps = state.hasKey && sameAddress(baseUrl, state.baseUrl);
  if (baseUrl === '' || (apiKey === '' && !keeps)) {
    page.edit(marked({ field: baseUrl === '' ? 'address' : 'key', why: 'missing' }));
    return;
  }
  let failure: unknown;
  void page.call(
    'connect-save',
    async (client) => {
      try {
        await client.saveConnection({ baseUrl, apiKey });
      } catch (error) {
        if (!fieldProblemOf(error)) throw error;
        failure = error;
        return client.sidebarState();
      }
      const state = await client.testConnection();
      failure = failureOf(state);
      // a first key that does not work is not kept; what was typed is
      return isFirst && fieldProblemOf(failure) ? client.forgetConnection() : state;
    },
    (saved): CallResult => {
      const refusal = fieldProblemOf(failure);
      if (refusal) return { draft: { ...marked(refusal), changingKey: saved.hasKey } };
      const leads = isFirst && draft.starting && failure === '';
      return {
        draft: {
          changingKey: false,
          key: '',
          address: saved.baseUrl,
          refusal: undefined,
          ...(leads ? { section: 'build', focus: 'starter-data-centres' } : { focus: 'connect-test' }),
        },
        notice: noticeOf(page, failure),
      };
    },
  );
}

/** The add-on removes slashes at the end, and ignores the case of scheme and host. */
function sameAddress(typed: string, saved: string): boolean {
  return typed.replace(/\/+$/, '').toLowerCase() === saved.toLowerCase();
}

/** One free call. */
export function test(page: Page): void {
  void page.call(
    'connect-test',
    (client) => client.testConnection(),
    (state) => {
      const failure = failureOf(state);
      const condition = failure === '' ? undefined : conditionOf(failure);
      // the page has said it above
      return condition && isTrouble(condition) ? {} : { notice: noticeOf(page, failure) };
    },
  );
}

/** Empty where the service has accepted the key. */
function failureOf({ outcome }: SidebarState): string {
  return outcome?.kind === 'tested' && !outcome.ok ? outcome.message : '';
}

function noticeOf({ texts, explain }: Page, failure: unknown): Omit<PageNotice, 'place'> {
  return failure === ''
    ? { kind: 'good', text: texts.connect.tested }
    : {
        kind: 'bad',
        text: `${explain(String(failure))} ${texts.connecting.nothingCharged}`,
      };
}
