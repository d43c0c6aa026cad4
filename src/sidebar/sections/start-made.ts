/** What a starter has made: its rows and credits, the way to its tab, and the offer to keep it fresh. */
import { separatorsOf } from '../../contract/formula.js';
import { openFormula, writeFormula } from '../../contract/formula-question.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import type { Made } from '../draft/draft.js';
import { modeOf } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';
import { freshOffer } from './keep-fresh.js';

export function madeSection(page: Page, made: Made): Child[] {
  const { start } = page.texts;
  const { tab, failed, rows } = made;
  const title = failed ? start.failed(tab) : rows === 0 ? start.nothing(tab) : start.made(tab);
  return [
    card(
      'made-title',
      title,
      el(
        'p',
        { id: 'made', class: `notice ${failed ? 'bad' : !rows ? 'warning' : 'good'}`, role: 'status' },
        icon(failed || !rows ? 'warning' : 'good'),
        el('span', {}, receipt(page, made)),
      ),
      actions(
        button(page, {
          id: 'made-open',
          label: start.openTab,
          kind: 'primary',
          onClick: () => void page.call('made-open', (client) => client.openTab(tab)),
        }),
        made.question &&
          button(page, { id: 'made-change', label: start.change, onClick: () => change(page, made) }),
        button(page, {
          id: 'made-another',
          label: start.another,
          kind: 'link',
          onClick: () => page.edit({ made: undefined, focus: 'starter-data-centres' }),
        }),
      ),
      noticeAt(page, 'made-open'),
      !failed && freshOffer(page),
    ),
  ];
}

/** "38 rows · 24 credits · 934 left today" */
function receipt({ texts, format, state }: Page, { rows, credits, failed }: Made): string {
  const { start } = texts;
  const { today, budget } = state.activity;
  const spent = texts.credits(format.count(credits));
  const left = start.leftToday(format.count(Math.max(0, budget - today)));
  if (failed) {
    const cost = credits === 0 ? start.nothingCharged : start.charged(spent);
    return [today >= budget ? start.noBudget : start.why, cost].join(' ');
  }
  const said = rows === undefined ? start.notYet : start.rows(format.count(rows));
  return [said, credits === 0 ? start.noCost : spent, left].join(' · ');
}

/** Opens its question in the builder, with its cell. */
function change(page: Page, { tab, question }: Made): void {
  if (!question) return;
  const separators = separatorsOf(page.state.spreadsheetLocale);
  const text = writeFormula(question, separators);
  const formula = openFormula(text, separators);
  page.edit({
    starting: false,
    made: undefined,
    question,
    companyMode: modeOf(question),
    preview: undefined,
    ...(formula && { opened: { formula, text, cell: { sheet: tab, a1: 'A1' } } }),
    focus: 'build-dataset',
  });
}
