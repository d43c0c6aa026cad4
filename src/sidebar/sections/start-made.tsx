/** What a starter has made: its rows and credits, the way to its tab, and the offer to keep it fresh. */
import { signal } from '@preact/signals';
import { type BuilderQuestion, openFormula, writeFormula } from '../../contract/formula-question.js';
import { Actions, Button, Line, Notice } from '../controls/actions.js';
import { Card } from '../controls/card.js';
import { limitOfToday } from '../draft/limit-of-today.js';
import { queryOf } from '../draft/query.js';
import { type MadeTable, makeTable } from '../draft/starter-run.js';
import { formulasOf, type Starter, type StarterName, sheetOf } from '../draft/starters.js';
import { call } from '../page/action.js';
import { editBuilder, offerFresh } from '../page/forms.js';
import { change, count, credits, keepFocus, separators, server, texts, view } from '../page/store.js';
import { FreshOffer } from './keep-fresh.js';

/** The question is that of a starter which asks only one. */
interface Made extends MadeTable {
  readonly question?: BuilderQuestion | undefined;
  /** Of the add-on's sample records: there is nothing to pay or to keep fresh. */
  readonly isSample?: boolean;
}

export const made = signal<Made | undefined>(undefined);

export function MadeCard({ made: table }: { made: Made }) {
  const { start } = texts.value;
  const { tab, failed, rows, question, isSample } = table;
  const title = failed ? start.failed(tab) : rows === 0 ? start.nothing(tab) : start.made(tab);
  const another = () => {
    made.value = undefined;
    keepFocus('starter-data-centres');
  };
  return (
    <Card id="made-title" title={title}>
      <Line id="made" kind={failed ? 'bad' : rows ? 'good' : 'warning'} role="status">
        {receipt(table)}
      </Line>
      <Actions>
        <Button
          id="made-open"
          label={start.openTab}
          kind="primary"
          request={(client) => client.openTab(tab)}
        />
        {question && <Button id="made-change" label={start.change} onClick={() => edit(tab, question)} />}
        <Button id="made-another" label={start.another} kind="link" onClick={another} />
      </Actions>
      <Notice of="made-open" />
      {!failed && !isSample && <FreshOffer />}
    </Card>
  );
}

/** "38 rows · 24 credits · 934 left today" */
function receipt({ rows, credits: paid, failed, isSample }: Made): string {
  const { start } = texts.value;
  const { left } = limitOfToday(server.value);
  if (failed) {
    const cost = paid === 0 ? start.nothingCharged : start.charged(credits(paid));
    return [left === 0 ? start.noBudget : start.why, cost].join(' ');
  }
  const said = rows === undefined ? start.notYet : start.rows(count(rows));
  if (isSample) return [said, start.noCost].join(' · ');
  return [said, paid === 0 ? start.noCost : credits(paid), start.leftToday(count(left))].join(' · ');
}

interface Making {
  readonly starter: Starter;
  /** The name of its tab. */
  readonly tab: string;
  readonly isSample?: boolean;
}

/** Makes the tab of a starter, and shows what has come. */
export function makeStarter(name: StarterName, { starter, tab, isSample = false }: Making): void {
  const sheet = sheetOf(tab, starter, separators());
  const [question, ...others] = starter.questions;
  const canChange = others.length === 0 && !isSample;
  let table: MadeTable | undefined;
  void call(
    `starter-${name}`,
    async (client) => {
      const run = await makeTable(client, { sheet, formulas: formulasOf(starter, separators()) });
      table = run.made;
      return run.state;
    },
    () => {
      if (!table) return undefined;
      made.value = { ...table, isSample, ...(canChange && { question }) };
      keepFocus('made-open');
      if (!table.failed && !isSample) offerFresh();
      return undefined;
    },
  );
}

/** Opens its question in the builder, with its cell. */
function edit(tab: string, question: BuilderQuestion): void {
  const text = writeFormula(question, separators());
  const formula = openFormula(text, separators());
  const opened = formula && { formula, text, cell: { sheet: tab, a1: 'A1' } };
  made.value = undefined;
  change(view, { starting: false });
  editBuilder({ ...queryOf(question), preview: undefined, ...(opened && { opened }) }, 'build-dataset');
}
