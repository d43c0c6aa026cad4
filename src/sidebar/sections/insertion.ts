/** Inserts a formula into a cell: immediately if the cell is empty, else after a confirmation. */
import type { CellReference, FormulaInsertion, SidebarState } from '../../contract/sidebar-api.js';
import { button, questionBox } from '../controls/actions.js';
import type { Child } from '../page/element.js';
import type { CallResult, Page } from '../page/page.js';

const SHOWN_CHARACTERS = 60;

export function nameOfCell({ sheet, a1 }: CellReference): string {
  return `${sheet}!${a1}`;
}

/** @param place the pressed button; the confirmation appears next to it if the cell has content */
export function insertFormula(
  page: Page,
  place: string,
  insertion: FormulaInsertion,
  done?: (cell: CellReference) => void,
): void {
  void page.call(
    place,
    (client) => client.insertFormula(insertion),
    ({ outcome }) => {
      if (outcome?.kind === 'occupied') {
        return { draft: { occupied: outcome.cell, asking: `${place}-occupied`, focus: `${place}-keep` } };
      }
      if (outcome?.kind !== 'inserted') return {};
      const text = page.texts.build.inserted(nameOfCell(outcome.cell));
      done?.(outcome.cell);
      return { draft: { occupied: undefined, asking: '' }, notice: { kind: 'good', text } };
    },
  );
}

/** What the page says when a call has made a sheet. */
export function sheetMade({ texts }: Page) {
  return ({ outcome }: SidebarState): CallResult =>
    outcome?.kind === 'sheet' ? { notice: { kind: 'good', text: texts.build.sheetMade(outcome.name) } } : {};
}

/** The confirmation to replace the content of the cell. */
export function occupiedQuestion(
  page: Page,
  place: string,
  formula: string,
  done?: (cell: CellReference) => void,
): Child {
  const { draft, texts } = page;
  const { occupied } = draft;
  if (!occupied || draft.asking !== `${place}-occupied`) return undefined;
  const content = occupied.formula || occupied.text;
  const shown = content.length > SHOWN_CHARACTERS ? `${content.slice(0, SHOWN_CHARACTERS)}…` : content;
  const question = texts.build.occupied(nameOfCell(occupied), shown);
  const close = { occupied: undefined, asking: '', focus: place };
  return questionBox(
    question,
    button(page, {
      id: `${place}-replace`,
      label: texts.build.replace,
      kind: 'danger',
      onClick: () => {
        page.edit(close);
        insertFormula(page, place, { formula, cell: occupied, replace: true }, done);
      },
    }),
    button(page, { id: `${place}-keep`, label: texts.cancel, onClick: () => page.edit(close) }),
  );
}
