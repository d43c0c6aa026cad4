/** Build: turns choices into a formula, and a formula into choices. */
import { FUNCTION_NAMES, filtersOf, openFormula } from '../../contract/formula-question.js';
import { Link, Notice } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { optionOf } from '../draft/question-edit.js';
import type { Done, Request } from '../page/action.js';
import { builder, builderOf, editBuilder, newBuilder } from '../page/forms.js';
import { change, separators, server, texts, view } from '../page/store.js';
import { Filters } from './build-filters.js';
import { FormulaRow, ResultBar } from './build-result.js';
import { Columns, RowsRow } from './build-table.js';
import { DAY_OPTIONS, Days } from './days-field.js';
import { TroubleLine } from './health.js';
import { nameOfCell } from './insertion.js';
import { Source } from './query-fields.js';
import { SentenceCard } from './sentence.js';
import { starterResult } from './start.js';

export function Build() {
  const { build } = texts;
  const { question, opened } = builder.value;
  // a formula with one exact day shows it as a filter
  const hasDays = filtersOf(question.functionName)['startDate'] !== undefined && !optionOf(question, 'date');
  const leaveCell = () => editBuilder({ opened: opened && { ...opened, cell: undefined } }, 'build-insert');
  return (
    <>
      <TroubleLine />
      <Links />
      <Notice of="build-open" />
      <SentenceCard />
      <section class="card" aria-label={build.title}>
        {opened?.cell && (
          <Hint>
            {build.opened({ cell: nameOfCell(opened.cell) })}{' '}
            <Link id="build-elsewhere" label={build.elsewhere} onClick={leaveCell} />
          </Hint>
        )}
        <Source functions={FUNCTION_NAMES} />
        {hasDays && <Days />}
      </section>
      <Filters shownElsewhere={DAY_OPTIONS} hiddenOptions={['date']} />
      <div class="card rows">
        <Columns isOpened={opened !== undefined} />
        <RowsRow />
        <FormulaRow />
      </div>
      <ResultBar />
    </>
  );
}

function Links() {
  const { start, build } = texts;
  const restart = () => editBuilder(newBuilder(server.value.defaultGroup));
  const toStart = () => {
    starterResult.value = undefined;
    change(view, { starting: true }, 'starter-data-centres');
  };
  const read: Request = (client) => client.sidebarState();
  return (
    <div class="actions spread">
      <Link id="to-start" label={start.link} onClick={toStart} />
      <Link id="build-open" label={build.open} request={read} done={openActiveCell} />
      <Link id="build-new" label={build.startOver} onClick={restart} />
    </div>
  );
}

const openActiveCell: Done = ({ cell }) => {
  const formula = cell && openFormula(cell.formula, separators());
  if (!cell || !formula)
    return { kind: 'warning', text: texts.build.notOurs({ cell: cell ? nameOfCell(cell) : '–' }) };
  const opened = { formula, text: cell.formula, cell: { sheet: cell.sheet, a1: cell.a1 } };
  return editBuilder({ ...builderOf(formula.question), opened });
};
