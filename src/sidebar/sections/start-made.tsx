/** Creates a starter's tab, and shows its rows, credits and next steps; without a key, sample records. */
import { signal } from '@preact/signals';
import { type BuilderQuestion, openFormula, writeFormula } from '../../contract/formula-question.js';
import { Actions, Button, Line, Notice, OwnRow } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { type MadeTable, makeTable } from '../draft/settled-cell.js';
import { type StarterChart, withCharts } from '../draft/starter-charts.js';
import {
  formulasOf,
  STARTERS,
  type Starter,
  type StarterName,
  sampleStarterOf,
  sheetOf,
} from '../draft/starters.js';
import { call } from '../page/action.js';
import { builderOf, editBuilder, offerFresh } from '../page/forms.js';
import { busy, credits, go, keepFocus, limitOfToday, separators, texts, view } from '../page/store.js';
import { FreshOffer } from './keep-fresh.js';

/** The result of a starter. It has the question if the starter has only one. */
interface Made extends MadeTable {
  readonly question?: BuilderQuestion | undefined;
  /** True for the add-on's sample records, which cost nothing and need no refresh. */
  readonly isSample?: boolean;
  readonly hasCharts?: boolean;
}

export const made = signal<Made | undefined>(undefined);

export function MadeCard({ made: table }: { made: Made }) {
  const { start } = texts;
  const { tab, failed, rows, question, isSample, hasCharts } = table;
  const title = failed ? start.failed({ tab }) : rows === 0 ? start.nothing({ tab }) : start.made({ tab });
  const another = () => {
    made.value = undefined;
    keepFocus('starter-data-centres');
  };
  return (
    <Card id="made-title" title={title}>
      <Line id="made" kind={failed ? 'bad' : rows ? 'good' : 'warning'} role="status">
        {receipt(table)}
      </Line>
      {hasCharts && !failed && <Hint id="made-charts">{start.charts.beside}</Hint>}
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
  const { start } = texts;
  const { left } = limitOfToday();
  if (failed) {
    const cost = paid === 0 ? start.nothingCharged : start.charged({ credits: paid });
    return [left === 0 ? start.noBudget : start.why, cost].join(' ');
  }
  const said = rows === undefined ? start.notYet : start.rows({ count: rows });
  if (isSample) return [said, start.noCost].join(' · ');
  return [said, paid === 0 ? start.noCost : credits(paid), start.leftToday({ left })].join(' · ');
}

interface Making {
  readonly starter: Starter;
  /** The name of its tab. */
  readonly tab: string;
  readonly isSample?: boolean;
  readonly charts?: readonly StarterChart[];
}

/** Creates the tab of a starter, and shows the result. */
export function makeStarter(
  name: StarterName,
  { starter, tab, isSample = false, charts = [] }: Making,
): void {
  const table = sheetOf(tab, starter, separators());
  const { columns } = starter;
  const sheet = withCharts(table, { columns, charts }, separators(), texts.start.charts);
  const [question, ...others] = starter.questions;
  const canChange = others.length === 0 && !isSample;
  let there: MadeTable | undefined;
  void call(
    `starter-${name}`,
    async (client) => {
      const run = await makeTable(client, { sheet, formulas: formulasOf(starter, separators()) });
      there = run.made;
      return run.state;
    },
    () => {
      if (!there) return undefined;
      const hasCharts = charts.length > 0;
      made.value = { ...there, isSample, hasCharts, ...(canChange && { question }) };
      if (!there.failed && !isSample) offerFresh();
      return keepFocus('made-open');
    },
  );
}

/** Opens a starter's question in the builder, with its cell. */
function edit(tab: string, question: BuilderQuestion): void {
  const text = writeFormula(question, separators());
  const formula = openFormula(text, separators());
  const opened = formula && { formula, text, cell: { sheet: tab, a1: 'A1' } };
  made.value = undefined;
  go('build', 'build-dataset', false);
  editBuilder({ ...builderOf(question), ...(opened && { opened }) });
}

/** Replaces the sections that a person without a key cannot use. */
export function Gate() {
  const { section } = view.value;
  const connect = () => go('connect', 'connect-address');
  return (
    <>
      <Card id="gate-title" title={texts.start.gateTitle}>
        <p>{texts.start.gateText({ section: texts.sections[section] })}</p>
        <Actions>
          <Button id="gate-connect" label={texts.start.gateButton} kind="primary" onClick={connect} />
        </Actions>
      </Card>
      {section === 'build' && <Samples />}
    </>
  );
}

/** Tables of the records that ship with the add-on. */
export function Samples() {
  const { samples, tabs, making } = texts.start;
  if (made.value) return <MadeCard made={made.value} />;
  const make = (name: StarterName) =>
    makeStarter(name, {
      starter: sampleStarterOf(name),
      tab: samples.tab({ name: tabs[name] }),
      isSample: true,
    });
  return (
    <>
      <h2 class="lead">{samples.title}</h2>
      <Hint>{samples.text}</Hint>
      {STARTERS.map((name) => (
        <OwnRow
          key={name}
          id={`starter-${name}`}
          icon="build"
          name={tabs[name]}
          text={busy.value === `starter-${name}` ? making : ''}
          onClick={() => make(name)}
        />
      ))}
      <Notice of={STARTERS.map((name) => `starter-${name}`)} />
    </>
  );
}
