/** The formula for the cell, its maximum cost, its stored answer, and the button to insert it. */
import { separatorsOf } from '../../contract/formula.js';
import { writeFormula } from '../../contract/formula-question.js';
import type { CellReference } from '../../contract/sidebar-api.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { finished, isPaid, limitOf } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { insertFormula, nameOfCell, occupiedQuestion } from './insertion.js';

/** The formula of the question; unchanged parts of an opened formula keep their text. */
export function formulaOf({ draft, state }: Page): string {
  const separators = separatorsOf(state.spreadsheetLocale);
  return writeFormula(finished(draft.question), separators, draft.opened?.formula);
}

export function resultCard(page: Page): HTMLElement {
  const { draft, texts } = page;
  const { build } = texts;
  const formula = formulaOf(page);
  const { opened } = draft;
  const place = 'build-insert';
  const done = (cell: CellReference) => {
    if (opened) reopen(page, formula, cell);
  };
  return card(
    'result-title',
    build.result,
    el(
      'p',
      { id: 'formula', class: 'code', tabindex: 0, role: 'group', 'aria-label': build.formula },
      formula,
    ),
    el('p', { id: 'cost', class: 'cost' }, cost(page, formula)),
    actions(
      button(page, {
        id: place,
        label: opened ? build.update(nameOfCell(opened.cell)) : build.insert,
        kind: 'primary',
        onClick: () =>
          insertFormula(
            page,
            place,
            { formula, replace: false, ...(opened && { cell: opened.cell, expected: opened.text }) },
            done,
          ),
      }),
      button(page, {
        id: 'build-preview',
        label: build.preview,
        onClick: () =>
          void page.call(
            'build-preview',
            (client) => client.previewFormula(formula),
            ({ outcome }) => ({
              draft: { preview: outcome?.kind === 'preview' ? outcome.preview : undefined },
            }),
          ),
      }),
    ),
    occupiedQuestion(page, place, formula, done),
    noticeAt(page, place, 'build-preview'),
    preview(page, formula),
  );
}

/** The cell now contains the new text: further changes start from it. */
function reopen(page: Page, text: string, cell: CellReference): void {
  const { opened } = page.draft;
  if (opened) page.edit({ opened: { ...opened, text, cell } });
}

function cost({ draft, texts, format }: Page, formula: string): string {
  const question = finished(draft.question);
  if (!isPaid(question)) return texts.build.free;
  const stored = draft.preview?.formula === formula && draft.preview.stored;
  return stored ? texts.build.storedCost : texts.build.cost(format.count(limitOf(question)));
}

function preview(page: Page, formula: string): Child {
  const { draft, texts, format } = page;
  // it does not apply to another formula
  if (draft.preview?.formula !== formula) return undefined;
  const { problem, stored } = draft.preview;
  if (problem !== '')
    return el('p', { class: 'notice bad', role: 'alert' }, el('span', {}, page.explain(problem)));
  if (!stored) return el('p', { class: 'hint', role: 'status' }, texts.build.previewFine);
  const [header = [], ...rows] = stored.rows;
  return [
    el(
      'p',
      { class: 'hint', role: 'status' },
      texts.build.previewStored(format.count(stored.records), format.moment(stored.askedAt)),
    ),
    el(
      'div',
      { id: 'preview', class: 'scroll', tabindex: 0, role: 'group', 'aria-label': texts.build.result },
      el(
        'table',
        {},
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            header.map((name) => el('th', { scope: 'col' }, name)),
          ),
        ),
        el(
          'tbody',
          {},
          rows.map((row) =>
            el(
              'tr',
              {},
              row.map((cell) => el('td', {}, cell)),
            ),
          ),
        ),
      ),
    ),
  ];
}
