/** The control for the value of one filter, by its kind in the contract. */
import { isoFromWire } from '../../contract/dates.js';
import { separatorsOf } from '../../contract/formula.js';
import { type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { choices } from '../controls/choices.js';
import { asChoice, selectField, textField } from '../controls/fields.js';
import { valueList } from '../controls/value-list.js';
import { textsOf, valueWith } from '../draft/question-edit.js';
import type { Child } from '../page/element.js';
import { optionName } from '../page/option-words.js';
import type { Page } from '../page/page.js';
import { amountEditor } from './amount-editor.js';
import { companiesFor, isCompanyFilter } from './company-suggestions.js';
import { DAY_WORDS } from './days-field.js';
import { groupChoices } from './group-choices.js';

export interface EditorOptions {
  readonly name: string;
  readonly value: BuilderValue;
  readonly set: (value: BuilderValue) => void;
}

const TITLES = ['CEO', 'CFO', 'COO', 'CTO', 'CMO', 'CHRO', 'CISO', 'CPO', 'Chair', 'Board'];

export function filterEditor(page: Page, { name, value, set }: EditorOptions): Child {
  const { draft, state, texts } = page;
  const filter = filtersOf(draft.question.functionName)[name];
  const id = `filter-${name}-value`;
  const label = optionName(texts, name);
  const chosen = textsOf(value);
  const [text = ''] = chosen;
  const setText = (typed: string) => set(typed === '' ? valueWith() : valueWith(typed));
  switch (name === 'since' ? 'date' : filter?.kind) {
    case 'amount':
      return amountEditor(page, { id, text, setText });
    case 'choice':
      return selectField({
        id,
        label,
        labelUnseen: true,
        value: text,
        choices: [{ value: '', label: texts.build.choose }, ...(filter?.values ?? []).map(asChoice)],
        onChange: setText,
      });
    case 'date':
      return [
        textField({
          id,
          label,
          labelUnseen: true,
          value: text,
          suggestions: DAY_WORDS,
          placeholder: '-30d',
          onInput: setText,
        }),
        textField({
          id: `${id}-day`,
          label: texts.build.pickDay,
          type: 'date',
          value: isoFromWire(text, 'YYYY-MM-DD') ?? '',
          onInput: setText,
        }),
      ];
    case 'integer':
      return textField({ id, label, labelUnseen: true, type: 'number', value: text, onInput: setText });
    case 'text':
      return textField({
        id,
        label,
        labelUnseen: true,
        value: text,
        ...(name === 'title' && { suggestions: TITLES }),
        onInput: setText,
      });
    default: {
      const values = name === 'currency' ? ['any', ...(filter?.values ?? [])] : filter?.values;
      const onChange = (next: readonly string[]) => set(valueWith(...next));
      if (values) return choices(page, { id, label, values, chosen, onChange });
      return valueList(page, {
        id,
        label,
        labelUnseen: true,
        value,
        separators: separatorsOf(state.spreadsheetLocale),
        ...(name === 'group' && { suggestions: groupChoices(page).map((choice) => choice.value) }),
        ...(isCompanyFilter(name) && { suggest: companiesFor(page, name) }),
        onChange: set,
      });
    }
  }
}
