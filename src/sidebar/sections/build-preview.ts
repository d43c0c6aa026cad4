/** Five rows of the answer, before the formula is inserted: their price first, then the rows. */
import type { Estimate } from '../../contract/estimate.js';
import { datasetOf } from '../../contract/formula-question.js';
import { PREVIEWED } from '../../contract/sidebar-api.js';
import { button, iconButton, problemNotice } from '../controls/actions.js';
import type { Draft } from '../draft/draft.js';
import { finished, isPaid, limitOf } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

const PLACE = 'build-preview';

export interface Previewed {
  readonly formula: string;
  readonly estimate: Estimate | undefined;
  readonly isMissing: boolean;
}

export function previewButton(page: Page, { formula, estimate, isMissing }: Previewed): Child {
  const { draft, state, texts } = page;
  if (datasetOf(draft.question.functionName) === undefined) return undefined;
  // what another key has bought is not shown to this one, and not bought again for a look
  const buys = !['other', 'none'].includes(state.formulaKey);
  return button(page, {
    id: PLACE,
    label: texts.build.preview,
    ...(!isMissing && { note: buys ? price(page, formula, estimate) : texts.build.storedOnly }),
    waits: isMissing,
    describedBy: 'cost',
    onClick: () =>
      void page.call(
        PLACE,
        (client) => client.previewFormula(formula, buys),
        ({ outcome }) => ({
          draft: { preview: outcome?.kind === 'preview' ? outcome.preview : undefined },
        }),
      ),
  });
}

/** Whether the formula costs nothing now: the first rows alone may have been bought. */
export function isWholeStored({ preview, question }: Draft, formula: string): boolean {
  const stored = preview?.formula === formula ? preview.stored : undefined;
  return stored !== undefined && (!stored.cut || stored.records >= limitOf(finished(question)));
}

/** What the rows cost at most. */
function price({ draft, texts, format }: Page, formula: string, estimate: Estimate | undefined): string {
  const isStored = draft.preview?.formula === formula && draft.preview.stored !== undefined;
  if (isStored || !isPaid(draft.question)) return texts.build.noCost;
  if (estimate?.credits === 0) return estimate.owned ? texts.build.paidAlready : texts.build.noCost;
  const most = Math.min(PREVIEWED, limitOf(finished(draft.question)), estimate?.credits ?? PREVIEWED);
  return texts.build.atMost(format.count(most));
}

export function previewRows(page: Page, { formula, estimate }: Previewed): Child {
  const { draft, texts, format } = page;
  const { build } = texts;
  // it does not apply to another formula
  if (draft.preview?.formula !== formula) return undefined;
  const { problem, stored } = draft.preview;
  if (problem !== '') return problemNotice(page, PLACE, problem);
  if (!stored) return el('p', { class: 'hint', role: 'status' }, build.previewFine);
  const [header = [], ...rows] = stored.rows;
  const all = stored.cut ? estimate?.isExact && estimate.matching : stored.records;
  const shown = format.count(rows.length);
  const title = rows.length === 0 ? build.noMatch : build.previewOf(shown, all ? format.count(all) : '');
  const cells = (name: 'th' | 'td', row: readonly string[]) =>
    el(
      'tr',
      {},
      row.map((cell) => el(name, name === 'th' ? { scope: 'col' } : {}, cell)),
    );
  return [
    el(
      'div',
      { class: 'preview-head' },
      el('p', { role: 'status' }, el('strong', {}, title), ' ', build.asOf(format.moment(stored.askedAt))),
      iconButton(page, 'remove', {
        id: 'preview-close',
        label: build.closePreview,
        onClick: () => page.edit({ preview: undefined, focus: PLACE }),
      }),
    ),
    rows.length > 0 &&
      el(
        'div',
        { id: 'preview', class: 'scroll', tabindex: 0, role: 'group', 'aria-label': title },
        el(
          'table',
          {},
          el('thead', {}, cells('th', header)),
          el(
            'tbody',
            {},
            rows.map((row) => cells('td', row)),
          ),
        ),
      ),
  ];
}
