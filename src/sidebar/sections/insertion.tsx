/** Inserts a formula into a cell, at once if it is empty, else after a confirmation; shows the result. */
import { signal } from '@preact/signals';
import { datasetOf, openFormula } from '../../contract/formula-question.js';
import { short } from '../../contract/short-text.js';
import type { CellReference, CellState, FormulaInsertion } from '../../contract/sidebar-api.js';
import { Button, Question } from '../controls/actions.js';
import { isPaid } from '../draft/question-edit.js';
import { isCalculated, settledCell } from '../draft/settled-cell.js';
import { call, type Message, on } from '../page/action.js';
import { builder, editBuilder, freshOffer } from '../page/forms.js';
import { change, keepFocus, separators, texts } from '../page/store.js';

export const INSERT_ID = 'build-insert';
const SHOWN_CHARACTERS = 60;

/** The cell whose content would be replaced, and the insertion that would replace it. Both stay if the section is left. */
const occupied = signal<{ cell?: CellState | undefined; insertion?: FormulaInsertion }>({});

export function nameOfCell({ sheet, a1 }: CellReference): string {
  return `${sheet}!${a1}`;
}

/** Inserts the builder's formula. If the cell has content, the confirmation appears. */
export function insertFormula(insertion: FormulaInsertion): void {
  const { opened } = builder.value;
  const { question } = openFormula(insertion.formula, separators()) ?? {};
  void call(
    INSERT_ID,
    async (client) => {
      const state = await client.insertFormula(insertion);
      const { outcome } = state;
      // the formula is in the cell even if the page cannot read it
      return outcome?.kind === 'inserted' ? settledCell(client, outcome.cell).catch(() => state) : state;
    },
    ({ outcome }) => {
      occupied.value = outcome?.kind === 'occupied' ? { cell: outcome.cell, insertion } : {};
      if (outcome?.kind === 'occupied') keepFocus(`${INSERT_ID}-keep`);
      if (outcome?.kind === 'in-the-way') {
        const [cell, content] = [nameOfCell(outcome.cell), contentOf(outcome.cell)];
        return { kind: 'warning', text: texts.build.inTheWay({ cell, content }) };
      }
      if (outcome?.kind !== 'cell' && outcome?.kind !== 'inserted') return undefined;
      const { kind, cell } = outcome;
      // the cell now contains the new text: further changes start from it, unless the question is another one
      if (opened && builder.value.opened === opened)
        editBuilder({ opened: { ...opened, text: insertion.formula, cell } });
      const message = insertionMessage(cell, kind === 'cell' ? outcome.cell.text : '');
      // a text alone reports success: the table is there
      if (typeof message === 'string' && question && datasetOf(question.functionName))
        freshOffer.value ??= 'offered';
      return message;
    },
    !question || isPaid(question),
  );
}

/** @param text of the cell; empty if it is not known yet */
function insertionMessage(reference: CellReference, text: string): Message {
  const { stillCalculated, notInserted, inserted } = texts.build;
  const cell = nameOfCell(reference);
  if (!isCalculated(text)) return { kind: 'warning', text: stillCalculated({ cell }) };
  return text.startsWith('#') ? { kind: 'warning', text: notInserted({ cell, text }) } : inserted({ cell });
}

const contentOf = ({ formula, text }: CellState) => short(formula || text, SHOWN_CHARACTERS);

/** The message after a call that inserted a sheet. */
export const onSheetMade = on('sheet', ({ name }) => texts.build.sheetMade({ name }));

/** The confirmation to replace the content of the cell, for the formula that was to be inserted. */
export function Occupied({ formula }: { formula: string }) {
  const { cell, insertion } = occupied.value;
  if (!cell || insertion?.formula !== formula) return null;
  const close = () => change(occupied, { cell: undefined }, INSERT_ID);
  const replace = () => {
    close();
    insertFormula({ ...insertion, cell, expected: cell.formula || cell.text });
  };
  return (
    <Question text={texts.build.occupied({ cell: nameOfCell(cell), content: contentOf(cell) })}>
      <Button id={`${INSERT_ID}-replace`} label={texts.build.replace} kind="danger" onClick={replace} />
      <Button id={`${INSERT_ID}-keep`} label={texts.cancel} onClick={close} />
    </Question>
  );
}
