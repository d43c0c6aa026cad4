/** News: makes the service post a group's news to an address, and shows the answer. */
import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { actions, button, form, noticeAt, questionBox } from '../controls/actions.js';
import { card, itemHead } from '../controls/card.js';
import { asChoice, selectField } from '../controls/fields.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { destinationFields, destinationName, receiptOf, usualDestination } from './destination.js';

export function newsSection(page: Page): Child[] {
  const { state, texts } = page;
  if (state.groups.length === 0) {
    const toGroups = () => page.edit({ section: 'groups', focus: 'groups-name' });
    return [
      card(
        'news-title',
        texts.news.title,
        el('p', { class: 'lead' }, texts.news.noGroups),
        actions(
          button(page, { id: 'news-groups', label: texts.news.toGroups, kind: 'primary', onClick: toGroups }),
        ),
      ),
    ];
  }
  return [
    card(
      'news-title',
      texts.news.title,
      el('p', { class: 'hint' }, texts.news.text),
      pushForm(page),
      already(page),
      noticeAt(page, 'news-push'),
      answer(page),
    ),
    state.pushes.length > 0 && earlier(page),
  ];
}

/** Of how many days news can be pushed. */
export function dayChoices({ texts, format }: Page) {
  return Array.from({ length: MAX_NEWS_DAYS }, (_, index) => ({
    value: String(index + 1),
    label: texts.news.dayCount(format.count(index + 1)),
  }));
}

function chosen({ draft, state }: Page) {
  const group = state.groups.includes(draft.newsGroup) ? draft.newsGroup : (state.groups[0] ?? '');
  return {
    group,
    days: Number(draft.newsDays),
    callbackUrl: draft.callback ?? usualDestination(state, group),
  };
}

function push(page: Page, again: boolean): void {
  void page.call(
    'news-push',
    (client) => client.pushNews({ ...chosen(page), again }),
    ({ outcome }) => {
      if (outcome?.kind === 'pushed-already') {
        return { draft: { pushedAlready: outcome.push, answer: undefined, focus: 'news-keep' } };
      }
      if (outcome?.kind !== 'pushed') return {};
      return {
        draft: {
          pushedAlready: undefined,
          callback: undefined,
          answer: { group: outcome.group, text: outcome.response },
        },
        notice: { kind: 'good', text: page.texts.news.pushed(outcome.group) },
      };
    },
  );
}

function pushForm(page: Page): HTMLElement {
  const { state, texts } = page;
  const { group, callbackUrl } = chosen(page);
  const forgotten = { pushedAlready: undefined, answer: undefined };
  return form(
    {
      id: 'news-form',
      onSubmit: () => {
        push(page, false);
      },
    },
    selectField({
      id: 'news-group',
      label: texts.news.group,
      value: group,
      choices: state.groups.map(asChoice),
      onChange: (newsGroup) => page.edit({ newsGroup, callback: undefined, ...forgotten }),
    }),
    selectField({
      id: 'news-days',
      label: texts.news.days,
      value: page.draft.newsDays,
      choices: dayChoices(page),
      onChange: (newsDays) => page.edit({ newsDays, ...forgotten }),
    }),
    destinationFields(page, 'news-callback', callbackUrl, (callback) =>
      page.edit({ callback, ...forgotten }),
    ),
    actions(button(page, { id: 'news-push', label: texts.news.push, kind: 'primary', submit: true })),
  );
}

function already(page: Page): Child {
  const { draft, texts, format } = page;
  if (!draft.pushedAlready) return undefined;
  const question = texts.news.already(format.moment(draft.pushedAlready.at));
  return questionBox(
    question,
    button(page, {
      id: 'news-again',
      label: texts.news.again,
      kind: 'danger',
      onClick: () => push(page, true),
    }),
    button(page, {
      id: 'news-keep',
      label: texts.cancel,
      onClick: () => page.edit({ pushedAlready: undefined, focus: 'news-push' }),
    }),
  );
}

function answer(page: Page): Child {
  const { draft, texts } = page;
  if (!draft.answer) return undefined;
  const receipt = receiptOf(page, draft.answer.text);
  if (receipt !== undefined) return el('p', { id: 'news-receipt' }, receipt);
  return [
    el('h3', { id: 'answer-title' }, texts.news.answer),
    draft.answer.text === ''
      ? el('p', { class: 'hint' }, texts.news.noAnswer)
      : el(
          'pre',
          {
            id: 'news-answer',
            class: 'code',
            tabindex: 0,
            role: 'group',
            'aria-labelledby': 'answer-title',
          },
          draft.answer.text,
        ),
  ];
}

function earlier({ state, texts, format }: Page): HTMLElement {
  return card(
    'pushes-title',
    texts.news.earlier,
    el(
      'ul',
      { class: 'plain-list' },
      state.pushes.map(({ at, group, days, callbackUrl, result }) =>
        el(
          'li',
          { class: 'item' },
          itemHead(group, el('span', { class: 'hint' }, format.moment(at))),
          el(
            'p',
            { class: 'hint wrap' },
            `${texts.news.dayCount(format.count(days))} · ${texts.news.results[result]}`,
          ),
          el('p', { class: 'hint wrap' }, destinationName(texts, callbackUrl)),
        ),
      ),
    ),
  );
}
