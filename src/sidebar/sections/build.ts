/** Build: turns choices into a formula, and a formula into choices. */
import { separatorsOf } from '../../contract/formula.js';
import { FUNCTION_NAMES, openFormula } from '../../contract/formula-question.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { selectField } from '../controls/fields.js';
import { newBuild } from '../draft/draft.js';
import { modeOf, withFunction } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { companyPicker } from './build-companies.js';
import { filterCards } from './build-filters.js';
import { resultBar, resultCard } from './build-result.js';
import { tableCard } from './build-table.js';
import { nameOfCell } from './insertion.js';
import { sentenceCard } from './sentence.js';
import { templatesCard } from './templates.js';

export function buildSection(page: Page): Child[] {
  const { texts, draft } = page;
  const { build } = texts;
  return [
    sentenceCard(page),
    card(
      'build-title',
      build.title,
      actions(
        button(page, { id: 'build-open', label: build.open, onClick: () => openActiveCell(page) }),
        button(page, {
          id: 'build-new',
          label: build.startOver,
          kind: 'link',
          onClick: () => page.edit(newBuild(page.state.defaultGroup)),
        }),
      ),
      noticeAt(page, 'build-open'),
      draft.opened && el('p', { class: 'hint' }, build.opened(nameOfCell(draft.opened.cell))),
      selectField({
        id: 'build-dataset',
        label: build.dataset,
        value: draft.question.functionName,
        choices: FUNCTION_NAMES.map((value) => ({ value, label: build.datasets[value] ?? value })),
        onChange: (name) => changeFunction(page, name),
      }),
      companyPicker(page),
    ),
    filterCards(page),
    tableCard(page),
    resultCard(page),
    templatesCard(page),
    resultBar(page),
  ];
}

function changeFunction(page: Page, functionName: string): void {
  const origin = page.draft.origin ?? page.draft.question;
  const question = functionName === origin.functionName ? origin : withFunction(origin, functionName);
  page.edit({ question, origin, companyMode: modeOf(question), preview: undefined });
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
      return { draft: { question, opened, companyMode: modeOf(question), preview: undefined, typed: {} } };
    },
  );
}
