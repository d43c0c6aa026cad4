/** The filters of a question as chips: one at a time is open to change it, and a list adds another. */
import { datasetOf, filtersOf, NOTHING, type Part } from '../../contract/formula-question.js';
import { sheetPrefix } from '../../contract/formula-sheet.js';
import type { NewCell } from '../../contract/new-sheet.js';
import { Actions, Button, Icon, Line, Link, Notice } from '../controls/actions.js';
import { Card, Hint } from '../controls/card.js';
import { onKey } from '../controls/fields.js';
import { CellsField, ChipRemove } from '../controls/value-list.js';
import { readAmount } from '../draft/amount.js';
import FIRST_RULES from '../draft/first-rules.json';
import { filterFieldOf, withReplaced } from '../draft/query.js';
import { isOption, optionOf, withFilter, withGivenFilters, withoutFilter } from '../draft/question-edit.js';
import { isMissingCompanies, type ValidationIssue } from '../draft/validation-issues.js';
import { on } from '../page/action.js';
import { useEditor } from '../page/forms.js';
import { optionHint, optionName } from '../page/option-words.js';
import { format, separators, texts } from '../page/store.js';
import { FilterEditor } from './query-fields.js';

/** Options with controls of their own, unless their value is in cells. */
const ELSEWHERE = ['limit', 'columns', 'headers', 'exact', 'sort', 'dateType'];
/** Stands for the open list of names, in place of the open filter. */
const ADDING = '+';

type Option = Extract<Part, { kind: 'option' }>;

type FilterOptions = { hiddenOptions?: readonly string[]; shownElsewhere?: readonly string[] };

/**
 * @param hiddenOptions options that are not offered here; a formula may have them
 * @param shownElsewhere options that another control shows, also if their value is in cells
 */
export function Filters({ hiddenOptions = [], shownElsewhere = [] }: FilterOptions) {
  const { query, question, issues } = useEditor();
  const { filter, companyMode } = query;
  const isAdding = filter === ADDING;
  const shown = question.parts.filter((part) => !isElsewhere(part, shownElsewhere, companyMode === 'group'));
  const open = shown.find((part) => isOption(part, filter));
  const chips = shown.map((part, index) =>
    part.kind === 'verbatim' ? (
      <VerbatimChip key={part.text} text={part.text} id={`kept-${index}`} />
    ) : (
      <FilterChip key={part.name} {...part} />
    ),
  );
  const toggleNames = () => openFilter(isAdding ? '' : ADDING, isAdding ? '' : 'filter-names');
  const ownIssues = issues().filter((name) => !isShownElsewhere(name));
  const lines = ownIssues.map((name) => (
    <Line key={name} kind="warning" data-contradiction={name}>
      {texts.build.contradictions[name]}
    </Line>
  ));
  return (
    <Card id="filters-title" title={texts.build.filters}>
      <ul class="chips">
        {chips}
        {datasetOf(question.functionName) && (
          <li key={ADDING}>
            <button id="filter-add" type="button" class="chip" aria-expanded={isAdding} onClick={toggleNames}>
              <Icon name="add" />
              {texts.build.addFilter}
            </button>
          </li>
        )}
      </ul>
      {open && <FilterBlock key={filter} {...open} />}
      {isAdding && <FilterNames hidden={[...ELSEWHERE, ...hiddenOptions, ...shownElsewhere]} />}
      <div id="contradictions" role="status">
        {lines}
      </div>
    </Card>
  );
}

/** True for an issue that its field shows, and for missing companies, which the button or the form names. */
function isShownElsewhere(issue: ValidationIssue): boolean {
  return issue.startsWith('bad-') || issue === 'low-limit' || isMissingCompanies(issue);
}

function isElsewhere(part: Part, elsewhere: readonly string[], ofGroup: boolean): boolean {
  if (part.kind === 'verbatim') return false;
  const { name, value } = part;
  if (name === 'group') return ofGroup && value.kind === 'texts';
  if (!ELSEWHERE.includes(name)) return elsewhere.includes(name);
  // their controls show no cells, and one column to sort by
  return value.kind === 'texts' && (name !== 'sort' || value.texts.length < 2);
}

/** "Investment at least 10M", with the button that removes it. */
function FilterChip({ name, value }: Option) {
  const { query, question, edit } = useEditor();
  const id = `filter-${name}`;
  const isOpen = query.filter === name;
  const valueWords = valueText(question.functionName, name, value);
  const label = optionName(texts, name);
  const remove = () => {
    const left = withoutFilter(question, name);
    const names = question.parts.flatMap((part) => (part.kind === 'option' ? [part.name] : []));
    const removed = names.filter((one) => !optionOf(left, one));
    const typed = { ...query.typed, ...Object.fromEntries(removed.map((one) => [filterFieldOf(one), ''])) };
    const replaced = { ...query.replaced, ...Object.fromEntries(removed.map((one) => [one, NOTHING])) };
    edit({ question: left, replaced, typed, filter: '' }, 'filter-add');
  };
  return (
    <li id={`${id}-chip`} class="chip" data-open={isOpen || undefined}>
      <button
        id={`${id}-open`}
        type="button"
        class="chip-text ellipsis"
        title={valueWords}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? closeFilter(name) : openFilter(name, id))}
      >
        {`${label} `}
        <strong>{valueWords}</strong>
      </button>
      <ChipRemove id={`${id}-remove`} name={label} onClick={remove} />
    </li>
  );
}

function valueText(functionName: string, name: string, value: Option['value']): string {
  if (value.kind === 'cells') return `=${value.text}`;
  const [first = ''] = value.texts;
  if (filtersOf(functionName)[name]?.kind !== 'amount' || first === '') return value.texts.join(', ') || '…';
  const { comparison, from, to } = readAmount(first);
  const [least, most] = [from, to].map((number) =>
    /^\d+$/.test(number) ? format().amount(Number(number)) : number,
  );
  return comparison === 'between' ? `${least} – ${most}` : `${texts.build.comparisons[comparison]} ${least}`;
}

/** @param filter to open; empty for none */
function openFilter(filter: string, focus: string): undefined {
  const { withTypedTexts, edit } = useEditor();
  const { question, typed } = withTypedTexts();
  return edit({ question: withGivenFilters(question, filter), typed, filter }, focus);
}

/** Adds a typed text as a value. If it cannot become one, the filter stays open and shows the problem. */
function closeFilter(name: string): undefined {
  const { withTypedTexts, edit } = useEditor();
  const { question, typed } = withTypedTexts();
  // a text that was typed before cells replaced the values stays for them
  const isUnfinished = (typed[filterFieldOf(name)] ?? '').trim() !== '';
  if (isUnfinished && optionOf(question, name)?.kind !== 'cells')
    return edit({ question, typed }, `filter-${name}`);
  const isLeft = optionOf(withGivenFilters(question), name) !== undefined;
  return openFilter('', isLeft ? `filter-${name}-open` : 'filter-add');
}

function FilterBlock({ name, value }: Option) {
  const { build } = texts;
  const editor = useEditor();
  const id = `filter-${name}`;
  const close = () => closeFilter(name);
  const setCells = (text: string) => editor.set(name, { kind: 'cells', text });
  // the person may have removed the score or changed the function while the sheet was made
  const useRulesOf = (sheet: string): undefined => {
    const now = editor.current().question;
    if (now.functionName === editor.question.functionName && optionOf(now, name))
      // with room for more rules
      setCells(`${sheetPrefix(sheet)}A2:B30`);
  };
  const isCells = value.kind === 'cells';
  const replace = () =>
    editor.edit(withReplaced(editor.query, name, separators()), isCells ? '' : `${id}-cells`);
  return (
    <fieldset id={id} class="block" tabIndex={-1} onKeyDown={onKey('Escape', close)}>
      <legend>{optionName(texts, name)}</legend>
      <Hint>{optionHint(texts, editor.question.functionName, name)}</Hint>
      {isCells ? (
        <CellsField id={`${id}-cells`} value={value.text} onChange={setCells} />
      ) : (
        <FilterEditor name={name} />
      )}
      <Actions>
        <Button id={`${id}-done`} label={build.done} onClick={close} />
        <Link id={`${id}-switch`} label={isCells ? build.useValues : build.useCells} onClick={replace} />
        {name === 'score' && (
          <Link
            id="score-sheet"
            label={build.makeRules}
            request={(client) => client.insertSheet(sheetOfRules(editor.question.functionName))}
            done={on('sheet', (sheet) => useRulesOf(sheet.name))}
          />
        )}
      </Actions>
      <Notice of="score-sheet" />
    </fieldset>
  );
}

/** A sheet of rules for records of the function. They name columns in English, as formulas do everywhere. */
function sheetOfRules(functionName: string) {
  const { name, rule, points } = texts.build.rulesSheet;
  const known: Readonly<Record<string, readonly (readonly NewCell[])[]>> = FIRST_RULES;
  const rules = known[datasetOf(functionName) ?? ''] ?? [['days <=7', 3]];
  return { name, rows: [[rule, points], ...rules], widths: [240, 80] };
}

/** A part of an opened formula that stays as it is. */
function VerbatimChip({ text, id }: { text: string; id: string }) {
  const { question, edit } = useEditor();
  const remove = () => {
    const parts = question.parts.filter((part) => part.kind === 'option' || part.text !== text);
    edit({ question: { ...question, parts } }, 'filter-add');
  };
  return (
    <li id={id} class="chip">
      <code class="chip-text ellipsis" title={`${texts.build.kept}: ${text}`}>
        {text}
      </code>
      <ChipRemove id={`${id}-remove`} name={text} onClick={remove} />
    </li>
  );
}

/** Options that are not filters of the service, and that no other control shows. */
const OWN = ['group', 'exclude', 'score', 'since', 'refresh'];
/** Options whose values are usually in cells. */
const FROM_CELLS = ['exclude', 'score'];

function FilterNames({ hidden }: { hidden: readonly string[] }) {
  const { question, edit } = useEditor();
  const all = [...Object.keys(filtersOf(question.functionName)), ...OWN];
  const add = (name: string) => {
    const isOfCells = FROM_CELLS.includes(name);
    const next = withFilter(question, name, isOfCells ? { kind: 'cells', text: '' } : NOTHING);
    edit({ question: next, filter: name }, isOfCells ? `filter-${name}-cells` : `filter-${name}`);
  };
  const close = onKey('Escape', () => edit({ filter: '' }, 'filter-add'));
  const items = all
    .filter((name) => !hidden.includes(name) && !optionOf(question, name))
    .map((name) => (
      <li key={name}>
        <button id={`filter-add-${name}`} type="button" onClick={() => add(name)}>
          {optionName(texts, name)}
        </button>
      </li>
    ));
  return (
    <ul id="filter-names" tabIndex={-1} class="names" aria-label={texts.build.addFilter} onKeyDown={close}>
      {items}
    </ul>
  );
}
