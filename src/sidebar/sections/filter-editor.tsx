/** The control for the value of one filter, by its kind in the contract. */
import { isoFromWire } from '../../contract/dates.js';
import { type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { Choices } from '../controls/choices.js';
import { asChoice, Select, TextField } from '../controls/fields.js';
import { ValueList } from '../controls/value-list.js';
import { wrongIn } from '../draft/contradictions.js';
import type { Editor } from '../draft/query.js';
import { textsOf, valueWith } from '../draft/question-edit.js';
import { filterFieldOf } from '../draft/typed.js';
import { optionName } from '../page/option-words.js';
import { texts, written } from '../page/store.js';
import { AmountEditor } from './amount-editor.js';
import { companiesFor, isCompanyFilter } from './company-suggestions.js';
import { DAY_WORDS } from './days-field.js';
import { groupChoices } from './group-choices.js';

interface FilterProps {
  readonly editor: Editor;
  readonly name: string;
  readonly value: BuilderValue;
  readonly set: (value: BuilderValue) => void;
}

const TITLES = ['CEO', 'CFO', 'COO', 'CTO', 'CMO', 'CHRO', 'CISO', 'CPO', 'Chair', 'Board'];

export function FilterEditor({ editor, name, value, set }: FilterProps) {
  const { build } = texts.value;
  const { question } = editor.query;
  const filter = filtersOf(question.functionName)[name];
  const [text = ''] = textsOf(value);
  const wrong = wrongIn(question, { kind: 'option', name, value }, written());
  const problem = wrong && build.contradictions[wrong];
  const setText = (typed: string) => set(typed === '' ? valueWith() : valueWith(typed));
  const common = { id: filterFieldOf(name), label: optionName(texts.value, name), labelUnseen: true };
  const field = { ...common, value: text, problem, onInput: setText };
  switch (name === 'since' ? 'date' : filter?.kind) {
    case 'amount':
      return <AmountEditor id={common.id} text={text} problem={problem} setText={setText} />;
    case 'choice':
      return (
        <Select
          {...common}
          value={text}
          choices={[{ value: '', label: build.choose }, ...(filter?.values ?? []).map(asChoice)]}
          onChange={setText}
        />
      );
    case 'date':
      return (
        <>
          <TextField {...field} suggestions={DAY_WORDS} placeholder="-30d" />
          <TextField
            id={`${common.id}-day`}
            label={build.pickDay}
            type="date"
            value={isoFromWire(text, 'YYYY-MM-DD') ?? ''}
            onInput={setText}
          />
        </>
      );
    case 'integer':
      return <TextField {...field} type="number" />;
    case 'text':
      return <TextField {...field} suggestions={name === 'title' ? TITLES : undefined} />;
    default:
      return <ListEditor {...common} editor={editor} name={name} value={value} set={set} />;
  }
}

function ListEditor({ editor, name, value, set, ...common }: FilterProps & { id: string; label: string }) {
  const { question, typed } = editor.query;
  const filter = filtersOf(question.functionName)[name];
  const values = name === 'currency' ? ['any', ...(filter?.values ?? [])] : filter?.values;
  const text = typed[common.id] ?? '';
  const type = (next: string) => editor.edit({ typed: { ...typed, [common.id]: next } });
  return values ? (
    <Choices
      {...common}
      values={values}
      chosen={textsOf(value)}
      search={text}
      onSearch={type}
      onChange={(next) => set(valueWith(...next))}
    />
  ) : (
    <ValueList
      {...common}
      value={value}
      typed={text}
      suggestions={name === 'group' ? groupChoices().map((choice) => choice.value) : undefined}
      suggest={isCompanyFilter(name) ? companiesFor(question.functionName, name) : undefined}
      onChange={set}
      onType={type}
    />
  );
}
