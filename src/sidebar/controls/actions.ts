/** Buttons, the forms that they submit, notices and questions. */

import { chargeOf, type Remedy, remediesFor, WAYS } from '../draft/remedies.js';
import { type Child, el } from '../page/element.js';
import { type IconName, icon } from '../page/icons.js';
import type { Page, PageNotice } from '../page/page.js';

export interface ButtonOptions {
  /** Also the place of its call: the button shows a spinner while the call runs. */
  readonly id: string;
  readonly label: string;
  /** What it is for, where several have the same label; for screen readers. */
  readonly target?: string;
  readonly kind?: 'primary' | 'plain' | 'danger' | 'link';
  readonly submit?: boolean;
  readonly onClick?: () => void;
  /** Whether something is missing before it can be pressed; `describedBy` says what. */
  readonly waits?: boolean;
  readonly describedBy?: string;
  /** In small below the label: what it costs. */
  readonly note?: string;
}

/** Stays in the tab order while a call runs, but does nothing then. */
export function button(
  page: Pick<Page, 'busy'>,
  {
    id,
    label,
    target,
    kind = 'plain',
    submit,
    onClick,
    waits: isMissing = false,
    describedBy,
    note,
  }: ButtonOptions,
): HTMLElement {
  const waits = isMissing || page.busy !== '';
  return el(
    'button',
    {
      id,
      class: `button ${kind}`,
      type: submit ? 'submit' : 'button',
      'aria-label': target && `${label}: ${target}`,
      'aria-disabled': waits ? 'true' : undefined,
      'aria-describedby': describedBy,
      'data-busy': page.busy === id,
      'data-missing': isMissing,
      onclick: onClick && (() => !waits && onClick()),
    },
    label,
    note && [' ', el('small', {}, note)],
  );
}

/** A button with an icon and an accessible label. */
export function iconButton(
  page: Page,
  name: IconName,
  { id, label, onClick }: { id: string; label: string; onClick: () => void },
): HTMLElement {
  return el(
    'button',
    {
      id,
      class: 'button icon-only',
      type: 'button',
      'aria-label': label,
      title: label,
      'aria-disabled': page.busy !== '' ? 'true' : undefined,
      onclick: () => page.busy === '' && onClick(),
    },
    icon(name),
  );
}

/** Buttons that belong together. */
export function actions(...buttons: Child[]): HTMLElement {
  return el('div', { class: 'actions' }, buttons);
}

/** Fields that are submitted together. The page says itself what is wrong with them. */
export function form(
  { id, row, onSubmit }: { readonly id: string; readonly row?: boolean; readonly onSubmit: () => void },
  ...content: Child[]
): HTMLElement {
  return el(
    'form',
    {
      id,
      class: row ? 'row' : undefined,
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        onSubmit();
      },
    },
    content,
  );
}

/** A question and the buttons that answer it. */
export function questionBox(question: string, ...answers: Child[]): HTMLElement {
  return el(
    'div',
    { class: 'question', role: 'group', 'aria-label': question },
    el('p', {}, question),
    actions(...answers),
  );
}

/** The result of the last call from this place. */
export function noticeAt(page: Page, ...places: readonly string[]): Child {
  const { notice } = page;
  if (!notice || !places.includes(notice.place)) return undefined;
  return el(
    'p',
    { class: `notice ${notice.kind}`, role: notice.kind === 'bad' ? 'alert' : undefined },
    icon(notice.kind === 'good' ? 'good' : 'warning'),
    el('span', {}, notice.text, notice.failed && help(page, notice.place, notice.failed)),
  );
}

/** An error that was kept: what happened, what it has cost, and the buttons that help. */
export function problemNotice(page: Page, place: string, message: string): HTMLElement {
  return el(
    'p',
    { class: 'notice bad', role: 'status' },
    icon('warning'),
    el('span', {}, page.explain(message), help(page, place, { message })),
  );
}

function help(page: Page, place: string, { message, retry }: NonNullable<PageNotice['failed']>): Child {
  const { labels, charges } = page.texts.remedies;
  const charge = chargeOf(message, place);
  const isOfUse = (one: Remedy) =>
    one === 'retry'
      ? retry
      : one === 'held'
        ? charge !== 'none' && page.state.activity.held.length > 0
        : page.draft.section !== one;
  const found = remediesFor(message).filter(isOfUse);
  return [
    charge && [el('br', {}), charges[charge]],
    found.length > 0 &&
      el(
        'span',
        { class: 'actions' },
        found.map((one) =>
          button(page, {
            id: `${place}-${one}`,
            label: labels[one],
            onClick: () => (one === 'retry' ? retry?.() : page.edit({ ...WAYS[one], asking: '' })),
          }),
        ),
      ),
  ];
}

export interface QuestionOptions {
  /** The id of the button that asks. */
  readonly id: string;
  readonly label: string;
  readonly question: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly kind?: 'plain' | 'danger' | 'link';
}

/** A button that asks for confirmation before it does something that cannot be undone. */
export function askingButton(page: Page, options: QuestionOptions): Child {
  const { id, label, question, yes, onYes, kind = 'plain' } = options;
  if (page.draft.asking !== id) {
    return button(page, { id, label, kind, onClick: () => page.edit({ asking: id, focus: `${id}-no` }) });
  }
  return questionBox(
    question,
    button(page, {
      id: `${id}-yes`,
      label: yes,
      kind: 'danger',
      onClick: () => {
        page.edit({ asking: '', focus: id });
        onYes();
      },
    }),
    button(page, {
      id: `${id}-no`,
      label: page.texts.cancel,
      onClick: () => page.edit({ asking: '', focus: id }),
    }),
  );
}
