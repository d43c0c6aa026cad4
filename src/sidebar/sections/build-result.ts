/** The formula for the cell, its maximum cost, its stored answer, and the button to insert it. */

import type { Estimate } from '../../contract/estimate.js';
import { separatorsOf } from '../../contract/formula.js';
import { datasetOf, writeFormula } from '../../contract/formula-question.js';
import type { CellReference } from '../../contract/sidebar-api.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { type Contradiction, contradictionsOf, MISSING } from '../draft/contradictions.js';
import { finished, isPaid, limitOf, tableLook, withUsualColumns } from '../draft/question-edit.js';
import { el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { isWholeStored, previewButton, previewRows } from './build-preview.js';
import { insertFormula, nameOfCell, occupiedQuestion } from './insertion.js';
import { freshOffer } from './keep-fresh.js';
import { noMatch } from './no-match.js';

/** The formula of the question; unchanged parts of an opened formula keep their text, and its table its columns. */
export function formulaOf({ draft: { question, opened }, state }: Page): string {
  const separators = separatorsOf(state.spreadsheetLocale);
  const asked = finished(question);
  return writeFormula(opened ? asked : withUsualColumns(asked), separators, opened?.formula);
}

export function resultCard(page: Page): HTMLElement {
  const { texts } = page;
  const { build } = texts;
  const formula = formulaOf(page);
  return card(
    'result-title',
    build.result,
    el(
      'p',
      { id: 'formula', class: 'code', tabindex: 0, role: 'group', 'aria-label': build.formula },
      formula,
    ),
    freshOffer(page),
  );
}

/** What the question brings and costs, and its buttons: stays in sight. */
export function resultBar(page: Page): HTMLElement {
  const { draft, texts, format, state } = page;
  const { build } = texts;
  const formula = formulaOf(page);
  const { opened } = draft;
  const hasDataset = datasetOf(draft.question.functionName) !== undefined;
  const missing = missingOf(page);
  const estimate = estimateOf(page, formula);
  const previewed = { formula, estimate, isMissing: missing !== undefined };
  const place = 'build-insert';
  const left = Math.max(0, state.activity.budget - state.activity.today);
  const done = (cell: CellReference) => {
    if (opened) reopen(page, formula, cell);
    if (hasDataset && !draft.fresh) page.edit({ fresh: 'offered' });
  };
  return el(
    'div',
    { class: 'card result-bar', role: 'group', 'aria-label': build.result },
    !missing && previewRows(page, previewed),
    el(
      'div',
      { role: 'status' },
      el(
        'p',
        { id: 'cost', class: 'cost' },
        missing ? build.contradictions[missing] : cost(page, formula, estimate),
      ),
      !missing &&
        isPaid(finished(draft.question)) &&
        el('p', { id: 'left-today', class: 'hint' }, build.leftToday(format.count(left))),
    ),
    noMatch(page, estimate),
    actions(
      button(page, {
        id: place,
        label: opened ? build.update(nameOfCell(opened.cell)) : build.insert,
        kind: 'primary',
        waits: missing !== undefined,
        describedBy: 'cost',
        onClick: () =>
          insertFormula(
            page,
            place,
            {
              formula,
              replace: false,
              ...(opened
                ? { cell: opened.cell, expected: opened.text }
                : tableLook(withUsualColumns(finished(draft.question)))),
            },
            done,
          ),
      }),
      previewButton(page, previewed),
    ),
    occupiedQuestion(page, place, formula, done),
    noticeAt(page, place, 'build-preview'),
  );
}

/** Why nothing can be asked yet; undefined if it can. */
function missingOf({ draft }: Page): Contradiction | undefined {
  const isDataset = datasetOf(draft.question.functionName) !== undefined;
  const found = contradictionsOf(finished(draft.question), draft.companyMode);
  return isDataset ? found.find((name) => MISSING.includes(name)) : undefined;
}

/** Asked for once the person pauses, and for nothing that lacks its companies. */
function estimateOf(page: Page, formula: string): Estimate | undefined {
  const { draft, service } = page;
  if (datasetOf(draft.question.functionName) === undefined || missingOf(page)) return undefined;
  return service.estimate(formula, limitOf(draft.question));
}

/** The cell now contains the new text: further changes start from it. */
function reopen(page: Page, text: string, cell: CellReference): void {
  const { opened } = page.draft;
  if (opened) page.edit({ opened: { ...opened, text, cell } });
}

function cost(page: Page, formula: string, estimate: Estimate | undefined): string {
  const { draft, texts, format } = page;
  const question = finished(draft.question);
  const stored = isWholeStored(draft, formula);
  if (estimate && !stored) return estimated(page, estimate, isPaid(question));
  if (!isPaid(question)) return texts.build.free;
  return stored ? texts.build.storedCost : texts.build.cost(format.count(limitOf(question)));
}

/** "42 records match · 12 credits, 30 already paid · 88 left" */
function estimated({ texts, format, state }: Page, estimate: Estimate, paid: boolean): string {
  const { matching, isExact, returned, owned = 0, credits, openingBalance, closingBalance } = estimate;
  const { service } = texts;
  const [count, all] = [format.count, service.matching(format.count(matching), isExact)];
  const found = returned < matching || !isExact ? `${all}, ${service.returned(count(returned))}` : all;
  if (!paid) return `${found} · ${texts.build.free}`;
  // the estimate is for a key that will not pay: what the other one has paid for and has left is not known
  if (['other', 'none'].includes(state.formulaKey)) return `${found} · ${service.credits(count(returned))}`;
  const price = service.credits(count(credits));
  const left =
    closingBalance === undefined
      ? openingBalance !== undefined && service.tooFew(count(openingBalance))
      : service.left(count(closingBalance));
  return [found, owned > 0 ? `${price}, ${service.owned(count(owned))}` : price, left]
    .filter(Boolean)
    .join(' · ');
}
