/** The formula for the cell, its maximum cost, its stored answer, and the button to insert it. */

import type { Estimate } from '../../contract/estimate.js';
import { separatorsOf } from '../../contract/formula.js';
import { datasetOf, writeFormula } from '../../contract/formula-question.js';
import type { CellReference } from '../../contract/sidebar-api.js';
import { button, noticeAt } from '../controls/actions.js';
import { quietRow } from '../controls/card.js';
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

export function formulaRow(page: Page): HTMLElement {
  const { build } = page.texts;
  const formula = formulaOf(page);
  return quietRow(
    'build-formula',
    build.formula,
    formula,
    el(
      'p',
      { id: 'formula', class: 'code', tabindex: 0, role: 'group', 'aria-label': build.formula },
      formula,
    ),
  );
}

/** What the question brings and costs, and its buttons: stays in sight. */
export function resultBar(page: Page): HTMLElement {
  const { draft, texts } = page;
  const { build } = texts;
  const formula = formulaOf(page);
  const { opened } = draft;
  const hasDataset = datasetOf(draft.question.functionName) !== undefined;
  const missing = missingOf(page);
  const estimate = estimateOf(page, formula);
  const previewed = { formula, estimate, isMissing: missing !== undefined };
  const place = 'build-insert';
  const done = (cell: CellReference) => {
    if (opened) reopen(page, formula, cell);
    if (hasDataset && !draft.fresh) page.edit({ fresh: 'offered' });
  };
  const { head, left, line, price } = missing
    ? { head: build.missing[missing], line: build.contradictions[missing] }
    : costOf(page, formula, estimate);
  return el(
    'div',
    { class: 'result-bar', role: 'group', 'aria-label': build.result },
    !missing && previewRows(page, previewed),
    el(
      'div',
      { id: 'cost', class: 'cost', role: 'status' },
      el('p', {}, el('strong', {}, head), left && [' ', el('span', { class: 'hint' }, left)]),
      line && el('p', { class: 'hint' }, line),
    ),
    noMatch(page, estimate),
    el(
      'div',
      { class: 'pair' },
      previewButton(page, previewed),
      button(page, {
        id: place,
        label: opened ? build.update(nameOfCell(opened.cell)) : build.insert,
        ...(price && { note: price }),
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
    ),
    occupiedQuestion(page, place, formula, done),
    noticeAt(page, place, 'build-preview'),
    freshOffer(page),
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

interface Cost {
  /** "42 records match" */
  readonly head: string;
  /** "958 left today", of the budget or of the key's own credits, whichever ends first. */
  readonly left?: string;
  /** "42 credits, 30 already paid · you pay 12" */
  readonly line?: string;
  /** What inserting costs now. */
  readonly price?: string;
}

function costOf(page: Page, formula: string, estimate: Estimate | undefined): Cost {
  const { draft, texts, format, state } = page;
  const { build } = texts;
  const question = finished(draft.question);
  const paid = isPaid(question);
  const today = Math.max(0, state.activity.budget - state.activity.today);
  const left = build.leftToday(format.count(today));
  if (isWholeStored(draft, formula)) {
    return { head: build.storedHead, ...(paid && { left }), line: build.storedCost, price: build.noCost };
  }
  if (estimate) return estimated(page, estimate, paid, today);
  if (!paid) return { head: build.free, price: build.noCost };
  const most = format.count(limitOf(question));
  const head = texts.start.atMost(texts.service.credits(most));
  return { head, left, line: build.onceToday, price: build.atMost(most) };
}

function estimated(
  { texts, format, state }: Page,
  { matching, isExact, returned, owned = 0, credits, openingBalance, closingBalance }: Estimate,
  paid: boolean,
  today: number,
): Cost {
  const { service, build } = texts;
  const { count } = format;
  const head = service.matching(count(matching), isExact);
  const cut = returned < matching || !isExact ? [service.returned(count(returned))] : [];
  if (!paid) return { head, line: [...cut, build.free].join(' · '), price: build.noCost };
  // the estimate is for a key that will not pay: what the other one has paid for and has left is not known
  const isOthers = ['other', 'none'].includes(state.formulaKey);
  const due = isOthers ? returned : credits;
  const price = due === 0 ? build.noCost : service.credits(count(due));
  const line =
    !isOthers && owned > 0
      ? [`${service.credits(count(returned))}, ${service.owned(count(owned))}`, build.youPay(count(credits))]
      : [service.credits(count(due))];
  const isShort = !isOthers && closingBalance === undefined && openingBalance !== undefined;
  const balance = isOthers || closingBalance === undefined ? Number.POSITIVE_INFINITY : closingBalance;
  return {
    head,
    left: balance < today - due ? service.left(count(balance)) : build.leftToday(count(today)),
    line: [...cut, ...line, ...(isShort ? [service.tooFew(count(openingBalance))] : [])].join(' · '),
    price,
  };
}
