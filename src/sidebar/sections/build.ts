/** Build: turns choices into a formula, and a formula into choices. */
import { separatorsOf } from '../../contract/formula.js';
import { FUNCTION_NAMES, filtersOf, openFormula } from '../../contract/formula-question.js';
import { button, noticeAt } from '../controls/actions.js';
import { rowsCard } from '../controls/card.js';
import { selectField } from '../controls/fields.js';
import { newBuild } from '../draft/draft.js';
import { modeOf, optionOf, withFunction } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { columnsRow } from './build-columns.js';
import { companyPicker } from './build-companies.js';
import { filterCards } from './build-filters.js';
import { formulaRow, resultBar } from './build-result.js';
import { rowsRow } from './build-table.js';
import { DAY_OPTIONS, daysField } from './days-field.js';
import { nameOfCell } from './insertion.js';
import { sentenceCard } from './sentence.js';
import { templatesRow } from './templates.js';

export function buildSection(page: Page): Child[] {
  const { texts, draft } = page;
  const { build } = texts;
  // a formula that names one exact day has it as a filter
  const hasDays =
    filtersOf(draft.question.functionName)['startDate'] !== undefined && !optionOf(draft.question, 'date');
  return [
    el(
      'div',
      { class: 'actions spread' },
      button(page, {
        id: 'to-start',
        label: texts.start.link,
        kind: 'link',
        onClick: () => page.edit({ starting: true, made: undefined, focus: 'starter-data-centres' }),
      }),
      button(page, {
        id: 'build-open',
        label: build.open,
        kind: 'link',
        onClick: () => openActiveCell(page),
      }),
      button(page, {
        id: 'build-new',
        label: build.startOver,
        kind: 'link',
        onClick: () => page.edit(newBuild(page.state.defaultGroup)),
      }),
    ),
    noticeAt(page, 'build-open'),
    sentenceCard(page),
    el(
      'section',
      { class: 'card', 'aria-label': build.title },
      draft.opened && el('p', { class: 'hint' }, build.opened(nameOfCell(draft.opened.cell))),
      selectField({
        id: 'build-dataset',
        label: build.dataset,
        value: draft.question.functionName,
        choices: FUNCTION_NAMES.map((value) => ({ value, label: build.datasets[value] ?? value })),
        onChange: (name) => changeFunction(page, name),
      }),
      companyPicker(page),
      hasDays && daysField(page),
    ),
    filterCards(page, { elsewhere: DAY_OPTIONS, left: ['date'] }),
    rowsCard(columnsRow(page), rowsRow(page), formulaRow(page), templatesRow(page)),
    resultBar(page),
  ];
}

function changeFunction(page: Page, functionName: string): void {
  const origin = page.draft.origin ?? page.draft.question;
  const question = functionName === origin.functionName ? origin : withFunction(origin, functionName);
  page.edit({ question, origin, companyMode: modeOf(question), preview: undefined, filter: '' });
}

function openActiveCell(page: Page): void {
  void page.call(
    'build-open',
    (client) => client.sidebarState(),
    ({ cell, spreadsheetLocale }) => {
      const formula = cell && openFormula(cell.formula, separatorsOf(spreadsheetLocale));
      if (!cell || !formula) {
        const name = cell ? nameOfCell(cell) : '–';
        return { notice: { kind: 'warning', text: page.texts.build.notOurs(name) } };
      }
      const { question } = formula;
      const opened = { formula, text: cell.formula, cell: { sheet: cell.sheet, a1: cell.a1 } };
      return {
        draft: { question, opened, companyMode: modeOf(question), preview: undefined, typed: {}, filter: '' },
      };
    },
  );
}
