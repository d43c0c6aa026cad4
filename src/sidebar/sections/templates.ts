/** Templates: formulas that a person has saved for any spreadsheet. */
import { separatorsOf } from '../../contract/formula.js';
import { openFormula } from '../../contract/formula-question.js';
import type { Template } from '../../contract/sidebar-api.js';
import { button, form, iconButton, noticeAt } from '../controls/actions.js';
import { quietRow } from '../controls/card.js';
import { textField } from '../controls/fields.js';
import { modeOf } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { formulaOf } from './build-result.js';

export function templatesRow(page: Page): HTMLElement {
  const { texts, state, format } = page;
  const count = state.templates.length;
  return quietRow(
    'templates',
    texts.build.templates,
    count === 0 ? '' : format.count(count),
    ownTemplates(page),
    saveForm(page),
    noticeAt(page, 'template'),
  );
}

function ownTemplates(page: Page): Child {
  const { state, texts } = page;
  if (state.templates.length === 0) return el('p', { class: 'hint' }, texts.build.noTemplates);
  return el(
    'ul',
    { class: 'plain-list' },
    state.templates.map((template, index) =>
      el(
        'li',
        { class: 'item' },
        el(
          'div',
          { class: 'item-head' },
          el('strong', { class: 'ellipsis', title: template.formula }, template.name),
          button(page, {
            id: `template-${index}-use`,
            label: texts.build.use,
            onClick: () => use(page, template),
          }),
          iconButton(page, 'remove', {
            id: `template-${index}-remove`,
            label: texts.remove(template.name),
            onClick: () =>
              void page.call(
                'template',
                (client) => client.removeTemplate(template.name),
                () => ({ draft: { focus: 'template-name' } }),
              ),
          }),
        ),
      ),
    ),
  );
}

function use(page: Page, { formula }: Template): void {
  const opened = openFormula(formula, separatorsOf(page.state.spreadsheetLocale));
  if (!opened) return;
  const { question } = opened;
  page.edit({
    question,
    opened: undefined,
    companyMode: modeOf(question),
    preview: undefined,
    filter: '',
    typed: {},
    focus: 'build-dataset',
  });
}

function saveForm(page: Page): HTMLElement {
  const { draft, texts } = page;
  const name = draft.templateName.trim();
  return form(
    {
      id: 'template-form',
      row: true,
      onSubmit: () => {
        if (name === '') return page.edit({ focus: 'template-name' });
        void page.call(
          'template',
          (client) => client.saveTemplate({ name, formula: formulaOf(page) }),
          () => ({ draft: { templateName: '' }, notice: { kind: 'good', text: texts.build.saved(name) } }),
        );
      },
    },
    textField({
      id: 'template-name',
      label: texts.build.templateName,
      value: draft.templateName,
      onInput: (templateName) => page.edit({ templateName }),
    }),
    button(page, { id: 'template-save', label: texts.build.save, submit: true }),
  );
}
