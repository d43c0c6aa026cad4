/** A list of free values, typed one by one or pasted. A text that starts with `=` means cells instead. */
import { isExpression } from '../../contract/formula.js';
import type { BuilderValue } from '../../contract/formula-question.js';
import { valuesIn, withText } from '../draft/typed.js';
import { count, keepFocus, separators, texts } from '../page/store.js';
import { Button } from './actions.js';
import { Chips } from './choices.js';
import { TextField } from './fields.js';

export interface Suggested {
  readonly value: string;
  readonly name: string;
  readonly detail: string;
  readonly badge: string;
}

interface ValueListProps {
  readonly id: string;
  readonly label: string;
  readonly labelUnseen?: boolean;
  readonly value: BuilderValue;
  /** What stands in the field and is no value yet. */
  readonly typed: string;
  readonly suggestions?: readonly string[] | undefined;
  /** What a text being typed may become, to be chosen from a list below: companies. */
  readonly suggest?: ((typed: string) => readonly Suggested[]) | undefined;
  readonly onChange: (value: BuilderValue) => void;
  readonly onType: (text: string) => void;
}

export function ValueList({ id, label, labelUnseen = false, value, typed, ...others }: ValueListProps) {
  const { suggestions, suggest, onChange, onType } = others;
  const { build } = texts.value;
  const trimmed = typed.trim();
  const chosen = value.kind === 'texts' ? value.texts : [];
  const add = (text = typed) => {
    const next = text.trim() === '' ? undefined : withText(value, text, separators(), suggest !== undefined);
    if (!next) return;
    onChange(next);
    onType('');
  };
  // a field of one line would lose the line breaks of a column
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (valuesIn(text, suggest !== undefined).length < 2) return;
    event.preventDefault();
    add(`${typed}\n${text}`);
  };
  const isCells = trimmed.startsWith('=');
  const isWrong = isCells && trimmed.length > 1 && !isExpression(trimmed.slice(1), separators());
  const found = trimmed === '' || isCells ? [] : (suggest?.(trimmed) ?? []);
  const choose = (picked: string) => {
    onChange({ kind: 'texts', texts: [...new Set([...chosen, picked])] });
    onType('');
    keepFocus(id);
  };
  return (
    <>
      <Chips id={id} chosen={chosen} onChange={(left) => onChange({ kind: 'texts', texts: left })} />
      <div class={labelUnseen ? 'row unlabelled' : 'row'}>
        <TextField
          id={id}
          label={label}
          labelUnseen={labelUnseen}
          hint={build.listHint}
          problem={isWrong ? build.cellsProblem : ''}
          value={typed}
          suggestions={suggestions}
          onInput={onType}
          onEnter={add}
          onPaste={paste}
        />
        <Button id={`${id}-add`} label={build.addValue} onClick={add} />
      </div>
      {suggest && <Suggestions id={id} found={found} choose={choose} />}
    </>
  );
}

interface SuggestionsProps {
  readonly id: string;
  readonly found: readonly Suggested[];
  readonly choose: (value: string) => void;
}

/** Buttons, so that any hand and any reader finds them; how many there are is said. */
function Suggestions({ id, found, choose }: SuggestionsProps) {
  const { service } = texts.value;
  return (
    <>
      <p id={`${id}-found`} class="unseen" role="status">
        {found.length > 0 && service.foundCount(count(found.length))}
      </p>
      {found.length > 0 && (
        <ul id={`${id}-suggested`} class="plain-list suggested" aria-label={service.found}>
          {found.map(({ value, name, detail, badge }, index) => (
            <li key={value}>
              <button id={`${id}-suggested-${index}`} type="button" onClick={() => choose(value)}>
                <span class="ellipsis" title={name}>
                  {name}
                </span>
                {badge !== '' && <span class="badge">{badge}</span>}
                <span class="hint ellipsis">{detail}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface CellsFieldProps {
  readonly id: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A reference to cells, without the leading `=`. */
export function CellsField({ id, text, onChange }: CellsFieldProps) {
  const { build } = texts.value;
  return (
    <TextField
      id={id}
      label={build.cells}
      hint={build.cellsHint}
      problem={text === '' || isExpression(text, separators()) ? '' : build.cellsProblem}
      value={text}
      onInput={(typed) => onChange(typed.trim().replace(/^=\s*/, ''))}
    />
  );
}
