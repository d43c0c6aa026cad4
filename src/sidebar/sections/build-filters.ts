/** The filters of a formula: one block per filter, and a control to add another. */
import { separatorsOf } from '../../contract/formula.js';
import {
  type BuilderValue,
  filtersOf,
  type Part,
  TRACKED_COMPANIES,
} from '../../contract/formula-question.js';
import { button, iconButton } from '../controls/actions.js';
import { adder } from '../controls/adder.js';
import { card } from '../controls/card.js';
import { cellsField } from '../controls/value-list.js';
import { contradictionsOf } from '../draft/contradictions.js';
import { NOTHING, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import { optionHint, optionName } from '../page/option-words.js';
import type { Page } from '../page/page.js';
import { filterEditor } from './filter-editor.js';

/** They have controls of their own. */
const ELSEWHERE = ['limit', 'columns', 'headers', 'exact', 'sort'];

/** @param left options that are not offered here */
export function filterCards(page: Page, left: readonly string[] = []): HTMLElement {
  const { draft, texts } = page;
  const { question } = draft;
  const shown = question.parts.filter((part) => !isElsewhere(page, part));
  return card(
    'filters-title',
    texts.build.filters,
    shown.length === 0 && el('p', { class: 'hint' }, texts.build.noFilters),
    shown.map((part, index) =>
      part.kind === 'kept' ? keptPart(page, part.text, index) : filterBlock(page, part),
    ),
    addFilter(page, left),
    el(
      'div',
      { id: 'contradictions', role: 'status' },
      contradictionsOf(question, draft.companyMode).map((name) =>
        el(
          'p',
          { class: 'notice warning', 'data-contradiction': name },
          icon('warning'),
          el('span', {}, texts.build.contradictions[name]),
        ),
      ),
    ),
  );
}

function isElsewhere({ draft }: Page, part: Part): boolean {
  if (part.kind === 'kept') return false;
  if (part.name === 'group') return draft.companyMode === 'group' && part.value.kind === 'texts';
  return ELSEWHERE.includes(part.name);
}

function filterBlock(page: Page, { name, value }: Extract<Part, { kind: 'option' }>): HTMLElement {
  const { draft, state, texts } = page;
  const { question } = draft;
  const id = `filter-${name}`;
  const set = (next: BuilderValue) => page.edit({ question: withOption(question, name, next) });
  const inCells = value.kind === 'cells';
  return el(
    'fieldset',
    { id, class: 'block' },
    el('legend', {}, optionName(texts, name)),
    iconButton(page, 'remove', {
      id: `${id}-remove`,
      label: texts.remove(optionName(texts, name)),
      onClick: () => page.edit({ question: withoutOption(question, name), focus: 'filter-add' }),
    }),
    el('p', { class: 'hint' }, optionHint(texts, question.functionName, name)),
    inCells
      ? cellsField(page, {
          id: `${id}-cells`,
          label: texts.build.cells,
          text: value.text,
          separators: separatorsOf(state.spreadsheetLocale),
          onChange: (text) => set({ kind: 'cells', text }),
        })
      : filterEditor(page, { name, value, set }),
    button(page, {
      id: `${id}-switch`,
      label: inCells ? texts.build.useValues : texts.build.useCells,
      kind: 'link',
      onClick: () => {
        set(inCells ? NOTHING : { kind: 'cells', text: '' });
        if (!inCells) page.edit({ focus: `${id}-cells` });
      },
    }),
  );
}

function keptPart(page: Page, text: string, index: number): HTMLElement {
  const { draft, texts } = page;
  const id = `kept-${index}`;
  return el(
    'div',
    { id, class: 'block' },
    el('p', { class: 'hint' }, texts.build.kept),
    el('code', { class: 'code' }, text),
    iconButton(page, 'remove', {
      id: `${id}-remove`,
      label: texts.remove(text),
      onClick: () =>
        page.edit({
          question: {
            ...draft.question,
            parts: draft.question.parts.filter((part) => part.kind === 'option' || part.text !== text),
          },
          focus: 'filter-add',
        }),
    }),
  );
}

function addFilter(page: Page, left: readonly string[]): Child {
  const { draft, texts } = page;
  const { question } = draft;
  if (question.functionName === TRACKED_COMPANIES) return undefined;
  const set = new Set(question.parts.map((part) => (part.kind === 'option' ? part.name : '')));
  const names = [...Object.keys(filtersOf(question.functionName)), 'group', 'since', 'refresh'].filter(
    (name) => !ELSEWHERE.includes(name) && !left.includes(name) && !set.has(name),
  );
  return adder(page, {
    id: 'filter-add',
    label: texts.build.addFilter,
    choices: names.map((value) => ({ value, label: optionName(texts, value) })),
    onAdd(name) {
      let next = withOption(question, name, NOTHING);
      // an amount without a currency would be rejected
      if (name === 'investment' && !set.has('currency'))
        next = withOption(next, 'currency', valueWith('USD'));
      page.edit({ question: next, focus: `filter-${name}-remove` });
    },
  });
}
