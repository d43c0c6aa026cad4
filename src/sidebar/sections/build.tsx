/** Build: turns choices into a formula, and a formula into choices. */
import { FUNCTION_NAMES, filtersOf, openFormula } from '../../contract/formula-question.js';
import { Button, Notice } from '../controls/actions.js';
import { Hint } from '../controls/card.js';
import { optionOf } from '../draft/question-edit.js';
import type { Done } from '../page/action.js';
import { builder, builderOf, editBuilder, newBuilder } from '../page/forms.js';
import { change, separators, server, texts, view } from '../page/store.js';
import { Columns } from './build-columns.js';
import { Filters } from './build-filters.js';
import { FormulaRow, ResultBar } from './build-result.js';
import { RowsRow } from './build-table.js';
import { TroubleLine } from './connect.js';
import { DAY_OPTIONS, Days } from './days-field.js';
import { nameOfCell } from './insertion.js';
import { Source } from './query-fields.js';
import { SentenceCard } from './sentence.js';
import { starterResult } from './start-made.js';

export function Build() {
  const { question, opened } = builder.value;
  // a formula with one exact day shows it as a filter
  const hasDays = filtersOf(question.functionName)['startDate'] !== undefined && !optionOf(question, 'date');
  return (
    <>
      <TroubleLine />
      <Links />
      <Notice of="build-open" />
      <SentenceCard />
      <section class="card" aria-label={texts.build.title}>
        {opened?.cell && (
          <Hint>
            {texts.build.opened({ cell: nameOfCell(opened.cell) })}{' '}
            <Button
              id="build-elsewhere"
              label={texts.build.elsewhere}
              kind="link"
              onClick={() => editBuilder({ opened: { ...opened, cell: undefined } }, 'build-insert')}
            />
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
  const restart = () => editBuilder(newBuilder(server.value.defaultGroup));
  const toStart = () => {
    starterResult.value = undefined;
    change(view, { starting: true }, 'starter-data-centres');
  };
  return (
    <div class="actions spread">
      <Button id="to-start" label={texts.start.link} kind="link" onClick={toStart} />
      <Button
        id="build-open"
        label={texts.build.open}
        kind="link"
        request={(client) => client.sidebarState()}
        done={openActiveCell}
      />
      <Button id="build-new" label={texts.build.startOver} kind="link" onClick={restart} />
    </div>
  );
}

const openActiveCell: Done = ({ cell }) => {
  const formula = cell && openFormula(cell.formula, separators());
  if (!cell || !formula) {
    return { kind: 'warning', text: texts.build.notOurs({ cell: cell ? nameOfCell(cell) : '–' }) };
  }
  const opened = { formula, text: cell.formula, cell: { sheet: cell.sheet, a1: cell.a1 } };
  return editBuilder({ ...builderOf(formula.question), opened });
};
