/** Templates: formulas that a person has saved for any spreadsheet. */
import { signal } from '@preact/signals';
import { openFormula } from '../../contract/formula-question.js';
import type { Template } from '../../contract/sidebar-api.js';
import { Button, Form, Notice } from '../controls/actions.js';
import { Hint, ItemHead, Row } from '../controls/card.js';
import { TextField } from '../controls/fields.js';
import { call } from '../page/action.js';
import { builderOf, editBuilder } from '../page/forms.js';
import { change, count, editing, formFields, keepFocus, separators, server, texts } from '../page/store.js';
import { formulaOf } from './build-result.js';

const PLACE = 'template';

const form = signal({ name: '' });

export function TemplatesRow() {
  const { build } = texts;
  const { templates } = server.value;
  const name = form.value.name.trim();
  const field = formFields('template', form.value, editing(form));
  const save = () => {
    if (name === '') return keepFocus('template-name');
    return void call(
      PLACE,
      (client) => client.saveTemplate({ name, formula: formulaOf() }),
      () => {
        change(form, { name: '' });
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
        <Button id="template-save" label={build.save} submit />
      </Form>
      <Notice of={PLACE} />
    </Row>
  );
}

function TemplateItem({ template: { name, formula }, id }: { template: Template; id: string }) {
  const use = () => {
    const opened = openFormula(formula, separators());
    if (opened) editBuilder(builderOf(opened.question), 'build-dataset');
  };
  const takeOut = () =>
    void call(
      PLACE,
      (client) => client.removeTemplate(name),
      () => keepFocus('template-name'),
    );
  return (
    <li class="item">
      <ItemHead name={name} title={formula}>
        <Button id={`${id}-use`} label={texts.build.use} onClick={use} />
        <Button id={`${id}-remove`} icon="remove" label={texts.remove({ what: name })} onClick={takeOut} />
      </ItemHead>
    </li>
  );
}
