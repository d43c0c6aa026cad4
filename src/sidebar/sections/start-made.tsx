/** Creates a starter's tab, and shows its rows, credits and next steps. */
import { signal } from '@preact/signals';
import { Actions, Button, Line, Link, Notice } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { isPaid } from '../draft/question-edit.js';
import { runStarter, type StarterResult } from '../draft/settled-cell.js';
import { type StarterChart, withCharts } from '../draft/starter-charts.js';
import { formulasOf, type Starter, type StarterName, sheetOf } from '../draft/starters.js';
import { call, type Request } from '../page/action.js';
import { joined } from '../page/format.js';
import { freshOffer } from '../page/forms.js';
import { credits, keepFocus, limitOfToday, separators, server, texts } from '../page/store.js';
import { FreshOffer } from './keep-fresh.js';

interface ShownResult extends StarterResult {
  /** True for the add-on's sample records, which cost nothing and need no refresh. */
  readonly isSample?: boolean;
  readonly hasCharts?: boolean;
  /** True for a table of several questions, which shows a record of two of them once. */
  readonly hasParts?: boolean;
}

export const starterResult = signal<ShownResult | undefined>(undefined);

export function StarterResultCard({ result: table }: { result: ShownResult }) {
  const { start } = texts;
  const { tab, failed, rows, isSample, hasCharts } = table;
  const title = failed ? start.failed({ tab }) : rows === 0 ? start.nothing({ tab }) : start.made({ tab });
  const open: Request = (client) => client.openTab(tab);
  const another = () => {
    starterResult.value = undefined;
    keepFocus('starter-data-centres');
  };
  return (
    <Card id="made-title" title={title}>
      <Line id="made" kind={failed ? 'bad' : rows ? 'good' : 'warning'} role="status">
        {receipt(table)}
      </Line>
      {hasCharts && !failed && <Hint id="made-charts">{start.charts.beside}</Hint>}
      <Actions>
        <Button id="made-open" label={texts.jobs.openTab} kind="primary" describedBy="made" request={open} />
        <Link id="made-another" label={start.another} onClick={another} />
      </Actions>
      <Notice of="made-open" />
      {!failed && !isSample && <FreshOffer />}
    </Card>
  );
}

/** Says which budget is used up, and what to do. */
export function noBudgetText(): string {
  return limitOfToday().isMonthUsed ? texts.start.noMonthBudget : texts.start.noBudget;
}

/** "38 rows · 24 credits · 934 left today" */
function receipt({ rows, credits: paid, failed, isSample, hasParts }: ShownResult): string {
  const { start, build, remedies } = texts;
  const { remaining } = limitOfToday();
  if (failed) {
    const cost = paid ? start.charged({ credits: paid }) : remedies.charges.none;
    return [remaining === 0 ? noBudgetText() : start.why, cost].join(' ');
  }
  const countText = hasParts && rows ? start.rowsAtMost : start.rows;
  const rowsText = rows === undefined ? start.notYet : countText({ count: rows });
  if (isSample) return joined([rowsText, build.noCost]);
  if (paid === undefined) return rowsText;
  const cost = paid === 0 ? build.noCost : credits(paid);
  return joined([rowsText, cost, build.leftToday({ count: remaining })]);
}

type StarterOptions = { readonly charts?: readonly StarterChart[]; readonly isSample?: boolean };

/** Creates the tab of a starter, and shows the result. @param options a template has charts */
export function makeStarter(name: StarterName, starter: Starter, options: StarterOptions): void {
  const { charts = [], isSample = false } = options;
  const { tabs, samples, charts: words } = texts.start;
  const tab = isSample ? samples.tab({ name: tabs[name] }) : tabs[name];
  const { columns } = starter;
  const sheet = withCharts(sheetOf(tab, starter, separators()), { columns, charts }, separators(), words);
  const formulas = formulasOf(starter, separators());
  const lastCallAt = Math.max(0, ...server.value.activity.calls.map(({ at }) => at));
  let result: StarterResult | undefined;
  void call(
    `starter-${name}`,
    async (client) => {
      const run = await runStarter(client, { sheet, formulas, lastCallAt });
      result = run.result;
      return run.state;
    },
    () => {
      if (!result) return undefined;
      const [hasCharts, hasParts] = [charts.length > 0, starter.questions.length > 1];
      starterResult.value = { ...result, isSample, hasCharts, hasParts };
      if (!result.failed && !isSample) freshOffer.value ??= 'offered';
      return keepFocus('made-open');
    },
    !isSample && starter.questions.some(isPaid),
  );
}
