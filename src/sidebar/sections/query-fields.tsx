/** The fields of a question: its function, its companies (all, typed, from cells, of a group), and a filter's value. */
import { datasetOf, filtersOf, NOTHING, TRACKED_COMPANIES } from '../../contract/formula-question.js';
import { TITLE_SPELLINGS } from '../../contract/options.js';
import { named, Select, TextField } from '../controls/fields.js';
import { CellsField, Choices, ValueList } from '../controls/value-list.js';
import { COMPARISONS, readAmount, writeAmount } from '../draft/amount.js';
import { choicesOf, filterFieldOf, ofFunction, ofMode, TYPED_COMPANIES } from '../draft/query.js';
import { type CompanyMode, textsOf, valueWith } from '../draft/question-edit.js';
import { defaultGroupOf } from '../draft/sections.js';
import { useEditor } from '../page/forms.js';
import { optionName } from '../page/option-words.js';
import { fieldProps, server, texts } from '../page/store.js';
import { DAY_WORDS } from './days-field.js';
import { companiesFor, groupChoices, groupNames } from './suggestions.js';

const TITLES = [...new Set(Object.values(TITLE_SPELLINGS))];
const MODES: readonly CompanyMode[] = ['all', 'typed', 'cells', 'group'];
/** The sources for functions without a dataset. */
const MODES_OF_LOOK_UPS: readonly CompanyMode[] = ['typed', 'cells'];

export function Source({ functions }: { functions: readonly string[] }) {
  const { query, question, textOf, set, edit, withTypedTexts } = useEditor();
  const { build } = texts;
  const { first, functionName } = question;
  const group = textOf('group') ?? '';
  const isTracked = functionName === TRACKED_COMPANIES;
  const modes = datasetOf(functionName) ? MODES : MODES_OF_LOOK_UPS;
  const mode = modes.includes(query.companyMode) ? query.companyMode : 'typed';
  const names = isTracked ? { ...build.modes, typed: build.modes.group } : build.modes;
  const cells = first.kind === 'cells' ? first.text : '';
  const setFirst = (next: typeof first) =>
    edit({ question: { ...question, first: next }, ...(next.kind === 'cells' && { companyMode: 'cells' }) });
  const setCells = (text: string) => setFirst(text ? { kind: 'cells', text } : NOTHING);
  const setGroup = (name: string) => set('group', name === '' ? undefined : valueWith(name));
  const setMode = (next: CompanyMode) => edit(ofMode(withTypedTexts(), next, defaultGroupOf(server.value)));
  const setFunction = (name: string) => edit(ofFunction(withTypedTexts(), name));
  return (
    <>
      <Select
        id="build-dataset"
        label={build.dataset}
        value={functionName}
        choices={named(build.datasets, functions)}
        onChange={setFunction}
      />
      <Select
        id="build-companies"
        label={isTracked ? build.groupsOf : build.companies}
        value={mode}
        choices={named(names, modes)}
        onChange={setMode}
      />
      {mode !== 'all' && (
        <div id={`build-companies-${mode}`} key={mode} class="field">
          {mode === 'cells' && <CellsField id="build-cells" value={cells} onChange={setCells} />}
          {mode === 'typed' && (
            <ValueList
              id={TYPED_COMPANIES}
              label={isTracked ? build.group : names.typed}
              value={first}
              suggestions={isTracked ? groupNames() : undefined}
              suggest={isTracked ? undefined : companiesFor(functionName)}
              onChange={setFirst}
            />
          )}
          {mode === 'group' && (
            <Select
              id="build-group"
              label={build.group}
              value={group}
              // asks the service for its groups only here
              choices={[['', build.choose], ...groupChoices(group)]}
              onChange={setGroup}
            />
          )}
        </div>
      )}
    </>
  );
}

/** The control for the value of one filter, by its kind in the contract. */
export function FilterEditor({ name }: { name: string }) {
  const { query, question, option, problemOf, set, type } = useEditor();
  const { functionName } = question;
  const filter = filtersOf(functionName)[name];
  const id = filterFieldOf(name);
  const described = { id, label: optionName(texts, name), hideLabel: true };
  const value = option(name) ?? NOTHING;
  const [text = ''] = textsOf(value);
  const setText = (typed: string) => set(name, typed === '' ? NOTHING : valueWith(typed));
  const field = { ...described, value: text, onChange: setText, problem: problemOf(name) };
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
  }
  const values = choicesOf(functionName, name);
  if (values) {
    const typed = { search: query.typed[id] ?? '', onSearch: (next: string) => type(id, next) };
    const choose = (chosen: readonly string[]) => set(name, valueWith(...chosen));
    return <Choices {...described} {...typed} values={values} value={textsOf(value)} onChange={choose} />;
  }
  return (
    <ValueList
      {...described}
      value={value}
      suggestions={name === 'group' ? groupNames() : undefined}
      suggest={companiesFor(functionName, name)}
      onChange={(next) => set(name, next)}
    />
  );
}

type AmountProps = Record<'id' | 'value' | 'problem', string> & { onChange: (text: string) => void };

/** A comparison and one or two numbers. */
function AmountEditor({ id, value, problem, onChange }: AmountProps) {
  const { comparison, comparisons, amount: label, upTo, amountHint: hint } = texts.build;
  const amount = readAmount(value);
  const field = fieldProps(id, amount, (changes) => onChange(writeAmount({ ...amount, ...changes })));
  const common = { hint, problem };
  return (
    <>
      <Select {...field('comparison', comparison)} choices={named(comparisons, COMPARISONS)} />
      <div class="row">
        <TextField {...common} {...field('from', label)} id={id} />
        {amount.comparison === 'between' && <TextField {...common} {...field('to', upTo)} />}
      </div>
    </>
  );
}
