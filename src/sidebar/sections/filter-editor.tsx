/** The control for the value of one filter, by its kind in the contract. */
import { type BuilderValue, filtersOf } from '../../contract/formula-question.js';
import { TITLE_SPELLINGS } from '../../contract/options.js';
import { named, Select, TextField } from '../controls/fields.js';
import { Choices, ValueList } from '../controls/value-list.js';
import { type Amount, COMPARISONS, readAmount, writeAmount } from '../draft/amount.js';
import { choicesOf, filterFieldOf } from '../draft/query.js';
import { textsOf, valueWith } from '../draft/question-edit.js';
import { useEditor } from '../page/forms.js';
import { optionName } from '../page/option-words.js';
import { texts } from '../page/store.js';
import { DAY_WORDS } from './days-field.js';
import { companiesFor, groupNames } from './suggestions.js';

const TITLES = [...new Set(Object.values(TITLE_SPELLINGS))];

export function FilterEditor({ name, value }: { name: string; value: BuilderValue }) {
  const { question, problemOf, set } = useEditor();
  const filter = filtersOf(question.functionName)[name];
  const [text = ''] = textsOf(value);
  const field = {
    id: filterFieldOf(name),
    label: optionName(texts, name),
    hideLabel: true,
    value: text,
    onChange: (typed: string) => set(name, typed === '' ? valueWith() : valueWith(typed)),
    problem: problemOf(name),
  };
  switch (name === 'since' ? 'date' : filter?.kind) {
    case 'amount':
      return <AmountEditor {...field} />;
    case 'choice':
      return <Select {...field} choices={[['', texts.build.choose], ...(filter?.values ?? [])]} />;
    case 'date':
      return <TextField {...field} suggestions={DAY_WORDS} placeholder="-30d" />;
    case 'integer':
      return <TextField {...field} type="number" />;
    case 'text':
      return <TextField {...field} suggestions={name === 'title' ? TITLES : undefined} />;
    default:
      return <ListEditor name={name} value={value} />;
  }
}

function ListEditor({ name, value }: { name: string; value: BuilderValue }) {
  const { query, question, set, type } = useEditor();
  const id = filterFieldOf(name);
  const label = optionName(texts, name);
  const values = choicesOf(question.functionName, name);
  const typed = query.typed[id] ?? '';
  return values ? (
    <Choices
      id={id}
      label={label}
      values={values}
      chosen={textsOf(value)}
      search={typed}
      onSearch={(text) => type(id, text)}
      onChange={(next) => set(name, valueWith(...next))}
    />
  ) : (
    <ValueList
      id={id}
      label={label}
      hideLabel
      value={value}
      typed={typed}
      suggestions={name === 'group' ? groupNames() : undefined}
      suggest={companiesFor(question.functionName, name)}
      onChange={(next) => set(name, next)}
      onType={(text) => type(id, text)}
    />
  );
}

type AmountProps = Record<'id' | 'value' | 'problem', string> & { onChange: (text: string) => void };

/** A comparison and one or two numbers. */
function AmountEditor({ id, value, problem, onChange }: AmountProps) {
  const amount = readAmount(value);
  const set = (change: Partial<Amount>) => onChange(writeAmount({ ...amount, ...change }));
  const common = { hint: texts.build.amountHint, problem };
  return (
    <>
      <Select
        id={`${id}-comparison`}
        label={texts.build.comparison}
        value={amount.comparison}
        choices={named(texts.build.comparisons, COMPARISONS)}
        onChange={(comparison) => set({ comparison })}
      />
      <div class="row">
        <TextField
          {...common}
          id={id}
          label={texts.build.amount}
          value={amount.from}
          onChange={(from) => set({ from })}
        />
        {amount.comparison === 'between' && (
          <TextField
            {...common}
            id={`${id}-to`}
            label={texts.build.upTo}
            value={amount.to}
            onChange={(to) => set({ to })}
          />
        )}
      </div>
    </>
  );
}
