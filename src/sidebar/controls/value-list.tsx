/** Fields of several values: check boxes for listed ones, typed or pasted texts, or cells after a `=`. */
import { isExpression } from '../../contract/formula.js';
import type { BuilderValue } from '../../contract/formula-question.js';
import { valuesIn, withText } from '../draft/query.js';
import { textsOf, valueWith } from '../draft/question-edit.js';
import { useEditor } from '../page/forms.js';
import { keepFocus, separators, texts } from '../page/store.js';
import { Button } from './actions.js';
import { EllipsisText } from './card.js';
import { Checkbox, type PlainFieldProps, TextField } from './fields.js';

interface ChoicesProps extends PlainFieldProps<readonly string[]> {
  readonly values: readonly string[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Lists shorter than this need no search, and no box to scroll in. */
const SEARCHABLE = 12;

/** The values of a list as check boxes, with a search; the chosen ones are chips, too. */
export function Choices({ id, label, values, search, onSearch, value: chosen, onChange }: ChoicesProps) {
  const wanted = search.trim().toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(wanted));
  const choose = (next: readonly string[]) => {
    onChange(next);
    // a remaining search text would count as one more value
    onSearch('');
  };
  const toggle = (value: string) =>
    choose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  const takeFirst = () => {
    if (wanted !== '' && found[0] !== undefined) choose([...new Set([...chosen, found[0]])]);
  };
  const boxes = found.map((value) => (
    <Checkbox
      key={value}
      id={`${id}-${values.indexOf(value)}`}
      label={value}
      value={chosen.includes(value)}
      onChange={() => toggle(value)}
    />
  ));
  return (
    <>
      <Chips id={id} value={chosen} onChange={onChange} />
      {values.length >= SEARCHABLE && (
        <TextField
          id={`${id}-search`}
          label={texts.build.searchIn({ name: label })}
          type="search"
          value={search}
          problem={wanted !== '' && found.length === 0 ? texts.build.noChoice : ''}
          onChange={onSearch}
          onEnter={takeFirst}
        />
      )}
      <div id={`${id}-list`} class="choices" role="group" aria-label={label}>
        {boxes}
      </div>
    </>
  );
}

/** The chosen values, each with a button that removes it. */
function Chips({ id, value: chosen, onChange }: Omit<PlainFieldProps<readonly string[]>, 'label'>) {
  if (chosen.length === 0) return null;
  const remove = (index: number) => onChange(chosen.filter((_, other) => other !== index));
  const chips = chosen.map((value, index) => (
    <li key={value} class="chip">
      <EllipsisText text={value} />
      <ChipRemove id={`${id}-chip-${index}`} name={value} onClick={() => remove(index)} />
    </li>
  ));
  return <ul class={chosen.length > SEARCHABLE ? 'chips choices' : 'chips'}>{chips}</ul>;
}

/** @param name of the chip's value */
export function ChipRemove({ name, ...button }: { id: string; name: string; onClick: () => void }) {
  return <Button {...button} class="chip-remove" icon="remove" label={texts.remove({ what: name })} always />;
}

type Suggested = Readonly<Record<'value' | 'name' | 'detail' | 'badge', string>>;

interface ValueListProps extends PlainFieldProps<BuilderValue> {
  readonly hideLabel?: boolean;
  readonly suggestions?: readonly string[] | undefined;
  /** Finds companies that the typed text may mean, for a list below the field. */
  readonly suggest?: ((typed: string) => readonly Suggested[]) | undefined;
}

/** A list of a question, which has the text in the field until that is a value. */
export function ValueList({ value, suggest, onChange, ...field }: ValueListProps) {
  const { id, hideLabel } = field;
  const { query, type } = useEditor();
  const typed = query.typed[id] ?? '';
  const onType = (text: string) => type(id, text);
  const trimmed = typed.trim();
  const chosen = textsOf(value);
  const ofCompanies = suggest !== undefined;
  const add = (text = typed) => {
    const next = withText(value, text, separators(), ofCompanies);
    if (!next) return;
    onChange(next);
    onType('');
  };
  // a field of one line would lose the line breaks of a column
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (valuesIn(text, ofCompanies).length < 2) return;
    event.preventDefault();
    add(`${typed}\n${text}`);
  };
  const isCells = trimmed.startsWith('=');
  const isWrong = isCells && trimmed.length > 1 && !isExpression(trimmed.slice(1), separators());
  const choose = (picked: string) => {
    onChange(valueWith(...new Set([...chosen, picked])));
    onType('');
    keepFocus(id);
  };
  return (
    <>
      <Chips id={id} value={chosen} onChange={(left) => onChange(valueWith(...left))} />
      <div class={hideLabel ? 'row unlabelled' : 'row'}>
        <TextField
          {...field}
          hint={texts.build.listHint}
          problem={isWrong ? texts.build.cellsProblem : ''}
          value={typed}
          onChange={onType}
          onEnter={add}
          onPaste={paste}
        />
        <Button id={`${id}-add`} label={texts.build.addValue} onClick={add} />
      </div>
      {suggest && (
        <Suggestions id={id} found={trimmed === '' || isCells ? [] : suggest(trimmed)} choose={choose} />
      )}
    </>
  );
}

type SuggestionsProps = { id: string; found: readonly Suggested[]; choose: (value: string) => void };

/** Suggestions as buttons, for the keyboard and screen readers. Their number is announced. */
function Suggestions({ id, found, choose }: SuggestionsProps) {
  const items = found.map(({ value, name, detail, badge }, index) => (
    <li key={value}>
      <button id={`${id}-suggested-${index}`} type="button" onClick={() => choose(value)}>
        <EllipsisText text={name} />
        {badge !== '' && <span class="badge">{badge}</span>}
        <span class="hint ellipsis">{detail}</span>
      </button>
    </li>
  ));
  return (
    <>
      <p id={`${id}-found`} class="unseen" role="status">
        {found.length > 0 && texts.service.foundCount({ count: found.length })}
      </p>
      {found.length > 0 && (
        <ul id={`${id}-suggested`} class="plain-list suggested" aria-label={texts.service.found}>
          {items}
        </ul>
      )}
    </>
  );
}

/** A reference to cells, without the leading `=`. */
export function CellsField(props: Omit<PlainFieldProps<string>, 'label'>) {
  const isValid = props.value === '' || isExpression(props.value, separators());
  return (
    <TextField
      {...props}
      label={texts.build.cells}
      hint={texts.build.cellsHint}
      problem={isValid ? '' : texts.build.cellsProblem}
      onChange={(typed) => props.onChange(typed.trim().replace(/^=\s*/, ''))}
    />
  );
}
