/** The columns of a table: which, and in which order, by dragging, arrow keys or buttons. */
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../controls/actions.js';
import { Hint, Row } from '../controls/card.js';
import { type Choice, Select } from '../controls/fields.js';
import { Icon } from '../controls/icon.js';
import type { Editor } from '../draft/query.js';
import {
  columnsFor,
  headerOf,
  optionOf,
  textsOf,
  usualColumns,
  valueWith,
  withOption,
  withoutOption,
} from '../draft/question-edit.js';
import { count, keepFocus, texts } from '../page/store.js';

/** What a drag carries, so that texts and files from elsewhere are none. */
const DRAGGED = 'application/x-signals-column';
const ADD = 'column-add';

interface ColumnsProps {
  readonly editor: Editor;
  /** Whether the question was opened from a cell, whose table keeps its columns. */
  readonly isOpened?: boolean;
}

export function Columns({ editor, isOpened = false }: ColumnsProps) {
  const { build } = texts.value;
  const { question } = editor.query;
  const value = optionOf(question, 'columns');
  if (value?.kind === 'cells') {
    return (
      <Row id="build-columns" title={build.columns} value={`=${value.text}`}>
        <Hint>{build.kept}</Hint>
      </Row>
    );
  }
  const { all, usual: ofFunction } = columnsFor(question);
  const usual = isOpened ? ofFunction : usualColumns(question);
  const chosen = value ? textsOf(value) : usual;
  const set = (paths: readonly string[], focus: string) => {
    const isUsual = paths.length === usual.length && paths.every((path, index) => path === usual[index]);
    const next =
      isUsual || paths.length === 0
        ? withoutOption(question, 'columns')
        : withOption(question, 'columns', valueWith(...paths));
    editor.edit({ question: next }, focus);
  };
  const choices = all
    .filter(({ path }) => !chosen.includes(path))
    .map(({ path, header }) => ({ value: path, label: header }));
  return (
    <Row
      id="build-columns"
      title={build.columns}
      value={build.columnsFrom(count(chosen.length), headerOf(question, chosen[0] ?? ''))}
    >
      <Hint>{build.columnsHint}</Hint>
      <ol class="plain-list columns">
        {chosen.map((path, index) => (
          <Column key={path} name={headerOf(question, path)} chosen={chosen} index={index} set={set} />
        ))}
      </ol>
      <Adder choices={choices} onAdd={(path) => set([...chosen, path], ADD)} />
      {value !== undefined && (
        <Button id="columns-reset" label={build.resetColumns} kind="link" onClick={() => set(usual, ADD)} />
      )}
    </Row>
  );
}

interface ColumnProps {
  readonly name: string;
  readonly chosen: readonly string[];
  readonly index: number;
  readonly set: (paths: readonly string[], focus: string) => void;
}

function Column({ name, chosen, index, set }: ColumnProps) {
  const { build, remove } = texts.value;
  const path = chosen[index]!;
  const id = `column-${path}`;
  const moveTo = (to: number, focus: string) => {
    if (to >= 0 && to < chosen.length) set(moved(chosen, index, to), focus);
  };
  const startDrag = ({ dataTransfer }: DragEvent) => {
    dataTransfer?.setData(DRAGGED, path);
    if (dataTransfer) dataTransfer.effectAllowed = 'move';
  };
  const dragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const from = chosen.indexOf(event.dataTransfer?.getData(DRAGGED) ?? '');
    if (from < 0) return;
    event.preventDefault();
    if (from !== index) set(moved(chosen, from, index), `column-${chosen[from]}-move`);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    moveTo(index + step, `${id}-move`);
  };
  const takeOut = () =>
    set(
      chosen.filter((_, other) => other !== index),
      ADD,
    );
  return (
    <li id={id} draggable onDragStart={startDrag} onDragOver={dragOver} onDrop={drop}>
      <button
        id={`${id}-move`}
        type="button"
        class="button icon-only handle"
        aria-label={build.move(name, String(index + 1), String(chosen.length))}
        title={build.columnsHint}
        onKeyDown={press}
      >
        <Icon name="drag" />
      </button>
      <span class="ellipsis">{name}</span>
      {index > 0 && (
        <IconButton
          id={`${id}-up`}
          icon="up"
          label={build.moveUp(name)}
          onClick={() => moveTo(index - 1, `${id}-up`)}
        />
      )}
      {index < chosen.length - 1 && (
        <IconButton
          id={`${id}-down`}
          icon="down"
          label={build.moveDown(name)}
          onClick={() => moveTo(index + 1, `${id}-down`)}
        />
      )}
      <IconButton id={`${id}-remove`} icon="remove" label={remove(name)} onClick={takeOut} />
    </li>
  );
}

function moved(paths: readonly string[], from: number, to: number): string[] {
  const left = paths.filter((_, index) => index !== from);
  return [...left.slice(0, to), paths[from]!, ...left.slice(to)];
}

/** Only the button adds, because arrow keys select each entry of a closed list. */
function Adder({ choices, onAdd }: { choices: readonly Choice[]; onAdd: (value: string) => void }) {
  const { build } = texts.value;
  const [typed, choose] = useState('');
  const chosen = choices.some(({ value }) => value === typed) ? typed : '';
  const add = () => {
    if (chosen === '') return keepFocus(ADD);
    choose('');
    onAdd(chosen);
  };
  return (
    <div class="row">
      <Select
        id={ADD}
        label={build.addColumn}
        value={chosen}
        choices={[{ value: '', label: build.choose }, ...choices]}
        onChange={choose}
      />
      <Button id={`${ADD}-button`} label={build.addValue} onClick={add} />
    </div>
  );
}
