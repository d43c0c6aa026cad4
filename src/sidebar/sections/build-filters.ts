/** The filters of a question as chips: one is open at a time to be changed, and a list of names adds another. */
import { separatorsOf } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  filtersOf,
  type Part,
  TRACKED_COMPANIES,
} from '../../contract/formula-question.js';
import { actions, button } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { chipRemove } from '../controls/choices.js';
import { cellsField } from '../controls/value-list.js';
import { contradictionsOf } from '../draft/contradictions.js';
import { isGiven, NOTHING, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import { el } from '../page/element.js';
import { icon } from '../page/icons.js';
import { optionHint, optionName } from '../page/option-words.js';
import type { Page } from '../page/page.js';
import { readAmount } from './amount-editor.js';
import { filterEditor } from './filter-editor.js';

/** They have controls of their own. */
const ELSEWHERE = ['limit', 'columns', 'headers', 'exact', 'sort'];
/** The list of names is open in place of a filter. */
const ADDING = '+';

type Option = Extract<Part, { kind: 'option' }>;

export interface FilterOptions {
  /** Options that are not offered here; a formula may have them. */
  readonly left?: readonly string[];
  /** Options whose texts another control shows. */
  readonly elsewhere?: readonly string[];
}

export function filterCards(page: Page, options: FilterOptions): HTMLElement {
  const { draft, texts } = page;
  const { question } = draft;
  const shown = question.parts.filter((part) => !isElsewhere(page, part, options.elsewhere ?? []));
  const open = shown.find((part): part is Option => part.kind === 'option' && part.name === draft.filter);
  return card(
    'filters-title',
    texts.build.filters,
    el(
      'ul',
      { class: 'chips' },
      shown.map((part, index) =>
        part.kind === 'kept' ? keptChip(page, part.text, index) : filterChip(page, part),
      ),
      question.functionName !== TRACKED_COMPANIES && el('li', {}, addButton(page)),
    ),
    open && filterBlock(page, open),
    draft.filter === ADDING && filterNames(page, options),
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

function isElsewhere({ draft }: Page, part: Part, elsewhere: readonly string[]): boolean {
  if (part.kind === 'kept') return false;
  const { name, value } = part;
  if (name === 'group') return draft.companyMode === 'group' && value.kind === 'texts';
  // the choice of a date cannot show cells
  return ELSEWHERE.includes(name) || (elsewhere.includes(name) && !(name === 'dateType' && inCells(value)));
}

function inCells(value: BuilderValue): boolean {
  return value.kind === 'cells';
}

/** "Investment at least 10M", with the button that removes it. */
function filterChip(page: Page, { name, value }: Option): HTMLElement {
  const { draft, texts } = page;
  const id = `filter-${name}`;
  const isOpen = draft.filter === name;
  const said = valueText(page, name, value);
  return el(
    'li',
    { id: `${id}-chip`, class: 'chip', 'data-open': isOpen },
    el(
      'button',
      {
        id: `${id}-open`,
        type: 'button',
        class: 'chip-text ellipsis',
        title: said,
        'aria-expanded': isOpen ? 'true' : 'false',
        'aria-controls': isOpen ? id : undefined,
        onclick: () => (isOpen ? close(page, name) : open(page, name)),
      },
      `${optionName(texts, name)} `,
      el('strong', {}, said),
    ),
    chipRemove(page, `${id}-remove`, optionName(texts, name), () =>
      page.edit({ question: withoutOption(draft.question, name), filter: '', focus: 'filter-add' }),
    ),
  );
}

function valueText({ draft, texts, format }: Page, name: string, value: BuilderValue): string {
  if (value.kind === 'cells') return `=${value.text}`;
  const [first = ''] = value.texts;
  if (filtersOf(draft.question.functionName)[name]?.kind !== 'amount' || first === '')
    return value.texts.join(', ') || '…';
  const { comparison, from, to } = readAmount(first);
  const [least, most] = [from, to].map((number) =>
    /^\d+$/.test(number) ? format.amount(Number(number)) : number,
  );
  return comparison === 'between' ? `${least} – ${most}` : `${texts.build.comparisons[comparison]} ${least}`;
}

/** What is opened or closed leaves no other filter without a value. */
function givenOnly(question: BuilderQuestion, besides: string): BuilderQuestion {
  return { ...question, parts: question.parts.filter((part) => isGiven(part) || nameOf(part) === besides) };
}

function nameOf(part: Part): string {
  return part.kind === 'option' ? part.name : '';
}

function open(page: Page, name: string): void {
  page.edit({ question: givenOnly(page.draft.question, name), filter: name, focus: `filter-${name}` });
}

function close(page: Page, name: string): void {
  const question = givenOnly(page.draft.question, '');
  const isThere = question.parts.some((part) => nameOf(part) === name);
  page.edit({ question, filter: '', focus: isThere ? `filter-${name}-open` : 'filter-add' });
}

function onEscape(action: () => void): (event: Event) => void {
  return (event) => {
    if ((event as KeyboardEvent).key === 'Escape') action();
  };
}

function filterBlock(page: Page, { name, value }: Option): HTMLElement {
  const { draft, state, texts } = page;
  const { question } = draft;
  const id = `filter-${name}`;
  const set = (next: BuilderValue) => page.edit({ question: withOption(question, name, next) });
  const isCells = value.kind === 'cells';
  return el(
    'fieldset',
    { id, class: 'block', tabindex: -1, onkeydown: onEscape(() => close(page, name)) },
    el('legend', {}, optionName(texts, name)),
    el('p', { class: 'hint' }, optionHint(texts, question.functionName, name)),
    isCells
      ? cellsField(page, {
          id: `${id}-cells`,
          label: texts.build.cells,
          text: value.text,
          separators: separatorsOf(state.spreadsheetLocale),
          onChange: (text) => set({ kind: 'cells', text }),
        })
      : filterEditor(page, { name, value, set }),
    actions(
      button(page, { id: `${id}-done`, label: texts.build.done, onClick: () => close(page, name) }),
      button(page, {
        id: `${id}-switch`,
        label: isCells ? texts.build.useValues : texts.build.useCells,
        kind: 'link',
        onClick: () => {
          set(isCells ? NOTHING : { kind: 'cells', text: '' });
          if (!isCells) page.edit({ focus: `${id}-cells` });
        },
      }),
    ),
  );
}

/** A part of an opened formula that stays as it is. */
function keptChip(page: Page, text: string, index: number): HTMLElement {
  const { draft, texts } = page;
  const id = `kept-${index}`;
  return el(
    'li',
    { id, class: 'chip' },
    el('code', { class: 'chip-text ellipsis', title: `${texts.build.kept}: ${text}` }, text),
    chipRemove(page, `${id}-remove`, text, () =>
      page.edit({
        question: {
          ...draft.question,
          parts: draft.question.parts.filter((part) => part.kind === 'option' || part.text !== text),
        },
        focus: 'filter-add',
      }),
    ),
  );
}

function addButton(page: Page): HTMLElement {
  const { draft, texts } = page;
  const isOpen = draft.filter === ADDING;
  return el(
    'button',
    {
      id: 'filter-add',
      type: 'button',
      class: 'chip dashed',
      'aria-expanded': isOpen ? 'true' : 'false',
      onclick: () =>
        page.edit({
          question: givenOnly(draft.question, ''),
          ...(isOpen ? { filter: '' } : { filter: ADDING, focus: 'filter-names' }),
        }),
    },
    icon('add'),
    texts.build.addFilter,
  );
}

function filterNames(page: Page, { left = [], elsewhere = [] }: FilterOptions): HTMLElement {
  const { draft, texts } = page;
  const { question } = draft;
  const set = question.parts.map(nameOf);
  const names = [...Object.keys(filtersOf(question.functionName)), 'group', 'since', 'refresh'].filter(
    (name) => ![...ELSEWHERE, ...left, ...elsewhere, ...set].includes(name),
  );
  const add = (name: string) => {
    let next = withOption(question, name, NOTHING);
    // an amount without a currency would be rejected
    if (name === 'investment' && !set.includes('currency'))
      next = withOption(next, 'currency', valueWith('USD'));
    page.edit({ question: next, filter: name, focus: `filter-${name}` });
  };
  return el(
    'ul',
    {
      id: 'filter-names',
      tabindex: -1,
      class: 'names',
      'aria-label': texts.build.addFilter,
      onkeydown: onEscape(() => page.edit({ filter: '', focus: 'filter-add' })),
    },
    names.map((name) =>
      el(
        'li',
        {},
        el(
          'button',
          { id: `filter-add-${name}`, type: 'button', onclick: () => add(name) },
          optionName(texts, name),
        ),
      ),
    ),
  );
}
