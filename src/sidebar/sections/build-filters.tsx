/** The filters of a question as chips: one is open at a time to be changed, and a list of names adds another. */
import {
  type BuilderQuestion,
  type BuilderValue,
  datasetOf,
  filtersOf,
  type Part,
} from '../../contract/formula-question.js';
import { Actions, Button, flag, Line } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { ChipRemove } from '../controls/choices.js';
import { Icon } from '../controls/icon.js';
import { CellsField } from '../controls/value-list.js';
import { readAmount } from '../draft/amount.js';
import { type Contradiction, contradictionsOf, OF_FIELDS } from '../draft/contradictions.js';
import { asked, type Editor } from '../draft/query.js';
import { isGiven, NOTHING, valueWith, withOption, withoutOption } from '../draft/question-edit.js';
import { filterFieldOf } from '../draft/typed.js';
import { optionHint, optionName } from '../page/option-words.js';
import { format, separators, texts, written } from '../page/store.js';

import { FilterEditor } from './filter-editor.js';

/** They have controls of their own. */
const ELSEWHERE = ['limit', 'columns', 'headers', 'exact', 'sort'];
/** The list of names is open in place of a filter. */
const ADDING = '+';

type Option = Extract<Part, { kind: 'option' }>;

export interface FilterOptions {
  /** Options that are not offered here; a formula may have them. */
  readonly left?: readonly string[];
  /** Options whose texts another control shows. */
  readonly elsewhere?: readonly string[];
}

interface EditorProps {
  readonly editor: Editor;
}

export function Filters({ editor, left = [], elsewhere = [] }: EditorProps & FilterOptions) {
  const { build } = texts.value;
  const { question, filter, companyMode } = editor.query;
  const shown = question.parts.filter((part) => !isElsewhere(part, elsewhere, companyMode === 'group'));
  const open = shown.find((part): part is Option => part.kind === 'option' && part.name === filter);
  return (
    <Card id="filters-title" title={build.filters}>
      <ul class="chips">
        {shown.map((part, index) =>
          part.kind === 'kept' ? (
            <KeptChip key={part.text} editor={editor} text={part.text} id={`kept-${index}`} />
          ) : (
            <FilterChip key={part.name} editor={editor} option={part} />
          ),
        )}
        {datasetOf(question.functionName) && (
          <li key={ADDING}>
            <AddButton editor={editor} />
          </li>
        )}
      </ul>
      {open && <FilterBlock key={open.name} editor={editor} option={open} />}
      {filter === ADDING && <FilterNames editor={editor} hidden={[...ELSEWHERE, ...left, ...elsewhere]} />}
      <Contradictions editor={editor} />
    </Card>
  );
}

function Contradictions({ editor: { query } }: EditorProps) {
  const { question } = asked(query, separators());
  const found = contradictionsOf(question, query.companyMode, written());
  // the fields say what is wrong with their values; of days, only where the days have a field
  const hasDays = !query.question.parts.some((part) => nameOf(part) === 'date');
  const isShown = (name: Contradiction) => OF_FIELDS.includes(name) && (name.startsWith('bad-') || hasDays);
  return (
    <div id="contradictions" role="status">
      {found
        .filter((name) => !isShown(name))
        .map((name) => (
          <Line key={name} kind="warning" data-contradiction={name}>
            {texts.value.build.contradictions[name]}
          </Line>
        ))}
    </div>
  );
}

function isElsewhere(part: Part, elsewhere: readonly string[], ofGroup: boolean): boolean {
  if (part.kind === 'kept') return false;
  const { name, value } = part;
  if (name === 'group') return ofGroup && value.kind === 'texts';
  // the choice of a date cannot show cells
  const isShown = elsewhere.includes(name) && !(name === 'dateType' && value.kind === 'cells');
  return ELSEWHERE.includes(name) || isShown;
}

/** "Investment at least 10M", with the button that removes it. */
function FilterChip({ editor, option }: EditorProps & { option: Option }) {
  const { query, edit } = editor;
  const { name, value } = option;
  const id = `filter-${name}`;
  const isOpen = query.filter === name;
  const said = valueText(query.question.functionName, name, value);
  const called = optionName(texts.value, name);
  const remove = () => {
    const typed = { ...query.typed, [filterFieldOf(name)]: '' };
    edit({ question: withoutOption(query.question, name), typed, filter: '' }, 'filter-add');
  };
  return (
    <li id={`${id}-chip`} class="chip" data-open={flag(isOpen)}>
      <button
        id={`${id}-open`}
        type="button"
        class="chip-text ellipsis"
        title={said}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? closeFilter(editor, name) : openFilter(editor, name))}
      >
        {`${called} `}
        <strong>{said}</strong>
      </button>
      <ChipRemove id={`${id}-remove`} name={called} onClick={remove} />
    </li>
  );
}

function valueText(functionName: string, name: string, value: BuilderValue): string {
  if (value.kind === 'cells') return `=${value.text}`;
  const [first = ''] = value.texts;
  if (filtersOf(functionName)[name]?.kind !== 'amount' || first === '') return value.texts.join(', ') || '…';
  const { comparison, from, to } = readAmount(first);
  const [least, most] = [from, to].map((number) =>
    /^\d+$/.test(number) ? format().amount(Number(number)) : number,
  );
  const { comparisons } = texts.value.build;
  return comparison === 'between' ? `${least} – ${most}` : `${comparisons[comparison]} ${least}`;
}

/** What is opened or closed leaves no other filter without a value. */
function givenOnly(question: BuilderQuestion, besides: string): BuilderQuestion {
  return { ...question, parts: question.parts.filter((part) => isGiven(part) || nameOf(part) === besides) };
}

function nameOf(part: Part): string {
  return part.kind === 'option' ? part.name : '';
}

function openFilter({ query, edit }: Editor, name: string): void {
  const { question, typed } = asked(query, separators());
  edit({ question: givenOnly(question, name), typed, filter: name }, `filter-${name}`);
}

/** What was typed without Enter counts; what no value can be made of stays open, with what is wrong. */
function closeFilter({ query, edit }: Editor, name: string): void {
  const { question, typed } = asked(query, separators());
  if ((typed[filterFieldOf(name)] ?? '').trim() !== '') {
    edit({ question, typed }, `filter-${name}`);
    return;
  }
  const given = givenOnly(question, '');
  const isThere = given.parts.some((part) => nameOf(part) === name);
  edit({ question: given, typed, filter: '' }, isThere ? `filter-${name}-open` : 'filter-add');
}

function onEscape(action: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === 'Escape') action();
  };
}

function FilterBlock({ editor, option: { name, value } }: EditorProps & { option: Option }) {
  const { build } = texts.value;
  const { question } = editor.query;
  const id = `filter-${name}`;
  const isCells = value.kind === 'cells';
  const close = () => closeFilter(editor, name);
  const set = (next: BuilderValue, focus = '') =>
    editor.edit({ question: withOption(question, name, next) }, focus);
  return (
    <fieldset id={id} class="block" tabIndex={-1} onKeyDown={onEscape(close)}>
      <legend>{optionName(texts.value, name)}</legend>
      <Hint>{optionHint(texts.value, question.functionName, name)}</Hint>
      {isCells ? (
        <CellsField id={`${id}-cells`} text={value.text} onChange={(text) => set({ kind: 'cells', text })} />
      ) : (
        <FilterEditor editor={editor} name={name} value={value} set={set} />
      )}
      <Actions>
        <Button id={`${id}-done`} label={build.done} onClick={close} />
        <Button
          id={`${id}-switch`}
          label={isCells ? build.useValues : build.useCells}
          kind="link"
          onClick={() => (isCells ? set(NOTHING) : set({ kind: 'cells', text: '' }, `${id}-cells`))}
        />
        {name === 'score' && (
          <Button
            id="score-sheet"
            label={build.makeRules}
            kind="link"
            request={(client) => client.insertSheet(build.rulesSheet)}
            done={({ outcome }) => {
              if (outcome?.kind === 'sheet') set({ kind: 'cells', text: rulesIn(outcome.name) });
              return undefined;
            }}
          />
        )}
      </Actions>
    </fieldset>
  );
}

/** The cells of a sheet of rules, with room for more. */
function rulesIn(sheet: string): string {
  return `'${sheet.replace(/'/g, "''")}'!A2:B30`;
}

/** A part of an opened formula that stays as it is. */
function KeptChip({ editor: { query, edit }, text, id }: EditorProps & { text: string; id: string }) {
  const { question } = query;
  const remove = () => {
    const parts = question.parts.filter((part) => part.kind === 'option' || part.text !== text);
    edit({ question: { ...question, parts } }, 'filter-add');
  };
  return (
    <li id={id} class="chip">
      <code class="chip-text ellipsis" title={`${texts.value.build.kept}: ${text}`}>
        {text}
      </code>
      <ChipRemove id={`${id}-remove`} name={text} onClick={remove} />
    </li>
  );
}

function AddButton({ editor }: EditorProps) {
  const isOpen = editor.query.filter === ADDING;
  const toggle = () => {
    const { question, typed } = asked(editor.query, separators());
    const change = { question: givenOnly(question, ''), typed, filter: isOpen ? '' : ADDING };
    editor.edit(change, isOpen ? '' : 'filter-names');
  };
  return (
    <button id="filter-add" type="button" class="chip dashed" aria-expanded={isOpen} onClick={toggle}>
      <Icon name="add" />
      {texts.value.build.addFilter}
    </button>
  );
}

/** Options that are not filters of the service, and that no other control shows. */
const OWN = ['group', 'exclude', 'score', 'since', 'refresh'];

/** @param hidden names of options that are not offered */
function FilterNames({ editor, hidden }: EditorProps & { hidden: readonly string[] }) {
  const { question } = editor.query;
  const set = question.parts.map(nameOf);
  const names = [...Object.keys(filtersOf(question.functionName)), ...OWN].filter(
    (name) => ![...hidden, ...set].includes(name),
  );
  const add = (name: string) => {
    const next = withOption(question, name, NOTHING);
    // an amount without a currency would be rejected
    const needsCurrency = name === 'investment' && !set.includes('currency');
    const whole = needsCurrency ? withOption(next, 'currency', valueWith('USD')) : next;
    editor.edit({ question: whole, filter: name }, `filter-${name}`);
  };
  return (
    <ul
      id="filter-names"
      tabIndex={-1}
      class="names"
      aria-label={texts.value.build.addFilter}
      onKeyDown={onEscape(() => editor.edit({ filter: '' }, 'filter-add'))}
    >
      {names.map((name) => (
        <li key={name}>
          <button id={`filter-add-${name}`} type="button" onClick={() => add(name)}>
            {optionName(texts.value, name)}
          </button>
        </li>
      ))}
    </ul>
  );
}
