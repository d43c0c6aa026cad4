/** Groups of tracked companies: add, list, make default, insert, remove. */
import { separatorsOf } from '../../contract/formula.js';
import { TRACKED_COMPANIES, writeFormula } from '../../contract/formula-question.js';
import { lookOf } from '../../contract/looks.js';
import { actions, askingButton, button, form, noticeAt } from '../controls/actions.js';
import { card, itemHead } from '../controls/card.js';
import { selectField, textField } from '../controls/fields.js';
import { valueWith } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { domainCheck } from './domain-check.js';
import { groupChoice } from './group-choices.js';
import { insertFormula, occupiedQuestion } from './insertion.js';

/** The search finds more. */
const SHOWN_COMPANIES = 50;

export function groupsSection(page: Page): Child[] {
  const { state, texts } = page;
  const { groups } = texts;
  const empty = state.groups.length === 0;
  return [
    card(
      'groups-title',
      empty ? groups.emptyTitle : groups.title,
      empty && el('p', { class: 'lead' }, groups.emptyText),
      !empty &&
        el(
          'ul',
          { class: 'plain-list' },
          state.groups.map((name, index) => groupItem(page, name, index)),
        ),
      addForm(page),
      noticeAt(page, 'groups-add', 'groups'),
    ),
    !empty && domainCheck(page),
  ];
}

function addForm(page: Page): HTMLElement {
  const { draft, state, texts, service } = page;
  const name = draft.groupName.trim();
  const listed = service.groups();
  const left = listed?.map((group) => group.name).filter((group) => !state.groups.includes(group));
  if (left?.length === 0 && !draft.groupTyped) {
    const text = listed?.length === 0 ? texts.service.noGroups : texts.service.allAdded;
    return el('p', { id: 'groups-name', class: 'hint', tabindex: -1 }, text);
  }
  return form(
    {
      id: 'groups-form',
      row: true,
      onSubmit: () => {
        if (name === '') return page.edit({ focus: 'groups-name' });
        void page.call(
          'groups-add',
          (client) => client.addGroup(name),
          () => ({
            draft: {
              groupName: '',
              groupTyped: false,
              checkGroup: draft.checkGroup || name,
              newsGroup: draft.newsGroup || name,
              focus: 'groups-name',
            },
            notice: { kind: 'good', text: texts.groups.added(name) },
          }),
        );
      },
    },
    // what is being typed stays in its field
    left && !draft.groupTyped
      ? selectField({
          id: 'groups-name',
          label: texts.service.group,
          value: name,
          choices: [
            { value: '', label: texts.build.choose },
            ...left.map((group) => groupChoice(page, group)),
          ],
          onChange: (groupName) => page.edit({ groupName }),
        })
      : textField({
          id: 'groups-name',
          label: texts.groups.name,
          hint: texts.groups.nameHint,
          value: draft.groupName,
          onInput: (groupName) => page.edit({ groupName, groupTyped: groupName !== '' }),
        }),
    button(page, { id: 'groups-add', label: texts.groups.add, kind: 'primary', submit: true }),
  );
}

function groupItem(page: Page, name: string, index: number): HTMLElement {
  const { state, texts, draft } = page;
  const { groups } = texts;
  const id = `group-${index}`;
  const opened = draft.companies?.group === name;
  return el(
    'li',
    { id, class: 'item' },
    itemHead(name, state.defaultGroup === name && el('span', { class: 'badge' }, groups.isDefault)),
    actions(
      button(page, {
        id: `${id}-companies`,
        label: groups.companies,
        onClick: () =>
          opened
            ? page.edit({ companies: undefined })
            : void page.call(
                `${id}-companies`,
                (client) => client.listCompanies(name),
                ({ outcome }) =>
                  outcome?.kind === 'companies'
                    ? { draft: { companies: { group: name, list: outcome.companies }, companySearch: '' } }
                    : {},
              ),
      }),
      button(page, {
        id: `${id}-insert`,
        label: groups.insert,
        onClick: () =>
          insertFormula(page, `${id}-insert`, {
            formula: tableOf(page, name),
            replace: false,
            ...lookOf(['name', 'domain', 'id']),
          }),
      }),
      state.defaultGroup !== name &&
        button(page, {
          id: `${id}-default`,
          kind: 'link',
          label: groups.makeDefault,
          onClick: () => void page.call(`${id}-default`, (client) => client.setDefaultGroup(name)),
        }),
      askingButton(page, {
        id: `${id}-remove`,
        kind: 'link',
        label: texts.removeIt,
        question: groups.removeQuestion(name),
        yes: texts.removeIt,
        onYes: () =>
          void page.call(
            'groups',
            (client) => client.removeGroup(name),
            () => ({ draft: { companies: undefined, focus: 'groups-name' } }),
          ),
      }),
    ),
    noticeAt(page, `${id}-companies`, `${id}-insert`, `${id}-default`),
    occupiedQuestion(page, `${id}-insert`, tableOf(page, name)),
    opened && companyList(page),
  );
}

function tableOf({ state }: Page, group: string): string {
  const question = { functionName: TRACKED_COMPANIES, first: valueWith(group), parts: [] };
  return writeFormula(question, separatorsOf(state.spreadsheetLocale));
}

function companyList(page: Page): Child[] {
  const { draft, texts, format } = page;
  const list = draft.companies?.list ?? [];
  const wanted = draft.companySearch.trim().toLowerCase();
  const found = list.filter(({ name, domain, id }) =>
    [name, domain, id].some((text) => text.toLowerCase().includes(wanted)),
  );
  const rest = found.length - SHOWN_COMPANIES;
  return [
    textField({
      id: 'company-search',
      label: texts.groups.search,
      type: 'search',
      value: draft.companySearch,
      onInput: (companySearch) => page.edit({ companySearch }),
    }),
    el(
      'p',
      { class: 'hint', role: 'status' },
      found.length === 0
        ? texts.groups.none
        : texts.groups.count(format.count(found.length), format.count(list.length)),
    ),
    el(
      'ul',
      { class: 'plain-list companies', tabindex: 0, 'aria-label': texts.groups.companies },
      found
        .slice(0, SHOWN_COMPANIES)
        .map(({ name, domain }) => el('li', {}, el('span', {}, name), el('span', { class: 'hint' }, domain))),
    ),
    rest > 0 && el('p', { class: 'hint' }, texts.groups.more(format.count(rest))),
  ];
}
