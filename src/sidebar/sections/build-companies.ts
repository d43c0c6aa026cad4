/** The companies or groups of a formula: all, typed, from cells, or of a group. */
import { separatorsOf } from '../../contract/formula.js';
import { type BuilderValue, TRACKED_COMPANIES } from '../../contract/formula-question.js';
import { selectField } from '../controls/fields.js';
import { cellsField, valueList } from '../controls/value-list.js';
import {
  type CompanyMode,
  NOTHING,
  optionOf,
  textsOf,
  valueWith,
  withOption,
  withoutOption,
} from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { companiesFor } from './company-suggestions.js';
import { groupChoices } from './group-choices.js';

export function companyPicker(page: Page): Child[] {
  const { draft, texts } = page;
  const { build } = texts;
  const { question, companyMode } = draft;
  const isTracked = question.functionName === TRACKED_COMPANIES;
  const modes: readonly CompanyMode[] = isTracked ? ['typed', 'cells'] : ['all', 'typed', 'cells', 'group'];
  const mode = modes.includes(companyMode) ? companyMode : 'typed';
  const label = isTracked ? build.groupsOf : build.companies;
  return [
    selectField({
      id: 'build-companies',
      label,
      value: mode,
      choices: modes.map((value) => ({
        value,
        label: isTracked && value === 'typed' ? build.modes.group : build.modes[value],
      })),
      onChange: (value) => changeMode(page, value as CompanyMode),
    }),
    mode !== 'all' && el('div', { id: `build-companies-${mode}` }, editor(page, mode, isTracked)),
  ];
}

function editor(page: Page, mode: CompanyMode, isTracked: boolean): Child {
  const { draft, state, texts } = page;
  const { question } = draft;
  const separators = separatorsOf(state.spreadsheetLocale);
  const setFirst = (first: BuilderValue) => page.edit({ question: { ...question, first } });
  switch (mode) {
    case 'all':
      return undefined;
    case 'cells':
      return cellsField(page, {
        id: 'build-cells',
        label: texts.build.cells,
        text: question.first.kind === 'cells' ? question.first.text : '',
        separators,
        onChange: (text) => setFirst(text === '' ? NOTHING : { kind: 'cells', text }),
      });
    case 'typed':
      return valueList(page, {
        id: 'build-typed',
        label: isTracked ? texts.build.group : texts.build.modes.typed,
        value: question.first,
        separators,
        ...(isTracked
          ? { suggestions: groupChoices(page).map((choice) => choice.value) }
          : { suggest: companiesFor(page) }),
        onChange: (value) => {
          setFirst(value);
          if (value.kind === 'cells') page.edit({ companyMode: 'cells' });
        },
      });
    case 'group':
      return groupSelect(page);
  }
}

function groupSelect(page: Page): HTMLElement {
  const { draft, texts } = page;
  const [chosen = ''] = textsOf(optionOf(draft.question, 'group'));
  return selectField({
    id: 'build-group',
    label: texts.build.group,
    value: chosen,
    choices: [{ value: '', label: texts.build.choose }, ...groupChoices(page, chosen)],
    onChange: (group) =>
      page.edit({
        question:
          group === ''
            ? withoutOption(draft.question, 'group')
            : withOption(draft.question, 'group', valueWith(group)),
      }),
  });
}

function changeMode(page: Page, companyMode: CompanyMode): void {
  const { draft, state } = page;
  const group = state.defaultGroup || state.groups[0];
  const companiesOf = { ...draft.companiesOf, [draft.companyMode]: draft.question.first };
  const cleared = withoutOption({ ...draft.question, first: companiesOf[companyMode] ?? NOTHING }, 'group');
  const question =
    companyMode === 'group' && group !== undefined ? withOption(cleared, 'group', valueWith(group)) : cleared;
  page.edit({ companyMode, companiesOf, question });
}
