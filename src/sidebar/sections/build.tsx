/** Build: turns choices into a formula, and a formula into choices; and keeps formulas as templates. */
import { signal } from '@preact/signals';
import { FUNCTION_NAMES, filtersOf, openFormula } from '../../contract/formula-question.js';
import type { Template } from '../../contract/sidebar-api.js';
import { Button, Confirm, Form, Notice } from '../controls/actions.js';
import { Hint, ItemHead, Row } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { optionOf } from '../draft/question-edit.js';
import { call, type Done } from '../page/action.js';
import { builder, builderOf, editBuilder, newBuilder } from '../page/forms.js';
import { change, count, formFields, keepFocus, separators, server, texts, view } from '../page/store.js';
import { Columns } from './build-columns.js';
import { Filters } from './build-filters.js';
import { FormulaRow, formulaOf, ResultBar } from './build-result.js';
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
        <TemplatesRow />
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

const TEMPLATE = 'template';

const templateForm = signal({ name: '' });

/** Formulas that a person has saved for any spreadsheet. */
function TemplatesRow() {
  const { build } = texts;
  const { templates } = server.value;
  const name = templateForm.value.name.trim();
  const isKnown = templates.some((template) => template.name === name);
  const field = formFields('template', templateForm);
  const save = () => {
    if (name === '') return keepFocus('template-name');
    return void call(
      TEMPLATE,
      (client) => client.saveTemplate({ name, formula: formulaOf() }),
      () => {
        change(templateForm, { name: '' });
        return { kind: 'good', text: build.saved({ name }) };
      },
    );
  };
  return (
    <Row id="templates" title={build.templates} value={templates.length === 0 ? '' : count(templates.length)}>
      {templates.length === 0 ? (
        <Hint>{build.noTemplates}</Hint>
      ) : (
        <ul class="plain-list">
          {templates.map((template, index) => (
            <TemplateItem key={template.name} template={template} id={`template-${index}`} />
          ))}
        </ul>
      )}
      <Form id="template-form" row onSubmit={save}>
        <TextField {...field('name', build.templateName)} />
        <Button id="template-save" label={isKnown ? build.replace : build.save} submit />
      </Form>
      <Notice of={TEMPLATE} />
    </Row>
  );
}

function TemplateItem({ template: { name, formula }, id }: { template: Template; id: string }) {
  const use = () => {
    const opened = openFormula(formula, separators());
    if (opened) editBuilder(builderOf(opened.question), 'build-dataset');
  };
  return (
    <li class="item">
      <ItemHead name={name} title={formula}>
        <Button id={`${id}-use`} label={texts.build.use} target={name} onClick={use} />
      </ItemHead>
      <Confirm
        id={`${id}-remove`}
        actionId={TEMPLATE}
        kind="link"
        label={texts.removeIt}
        question={texts.build.removeTemplate({ name })}
        request={(client) => client.removeTemplate(name)}
        done={() => keepFocus('template-name')}
      />
    </li>
  );
}
