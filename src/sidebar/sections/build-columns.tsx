/** Chooses and orders the columns of a table, by dragging, arrow keys or buttons. */
import { useState } from 'preact/hooks';
import { Button } from '../controls/actions.js';
import { Hint, Row } from '../controls/card.js';
import { type Choice, Select } from '../controls/fields.js';
import { Icon } from '../controls/icon.js';
import { columnsFor, defaultColumns, headerOf, textsOf, valueWith } from '../draft/question-edit.js';
import { useEditor } from '../page/forms.js';
import { keepFocus, texts } from '../page/store.js';

/** The data type of a dragged column, so that other dragged texts and files are ignored. */
const DRAGGED = 'application/x-signals-column';
const ADD = 'column-add';

/** @param isOpened true if the question was opened from a cell, whose table keeps its columns */
export function Columns({ isOpened = false }: { isOpened?: boolean }) {
  const { build } = texts;
  const { question, option, set: setOption } = useEditor();
  const value = option('columns');
  if (value?.kind === 'cells') {
    return (
      <Row id="build-columns" title={build.columns} value={`=${value.text}`}>
        <Hint>{build.kept}</Hint>
      </Row>
    );
  }
  const { all, defaults: ofFunction } = columnsFor(question);
  const usual = isOpened ? ofFunction : defaultColumns(question);
  const chosen = value ? textsOf(value) : usual;
  const set: SetColumns = (paths, focus) => {
    const isUsual = paths.length === 0 || paths.join() === usual.join();
    setOption('columns', isUsual ? undefined : valueWith(...paths), focus);
  };
  const others = all.filter(({ path }) => !chosen.includes(path));
  return (
    <Row
      id="build-columns"
      title={build.columns}
      value={build.columnsFrom({ count: chosen.length, first: headerOf(question, chosen[0] ?? '') })}
    >
      <Hint>{build.columnsHint}</Hint>
      <ol class="plain-list columns">
        {chosen.map((path, index) => (
          <Column key={path} name={headerOf(question, path)} chosen={chosen} index={index} set={set} />
        ))}
      </ol>
      <Adder
        choices={others.map(({ path, header }) => [path, header])}
        onAdd={(path) => set([...chosen, path], ADD)}
      />
      {value !== undefined && (
        <Button id="columns-reset" label={build.resetColumns} kind="link" onClick={() => set(usual, ADD)} />
      )}
    </Row>
  );
}

type SetColumns = (paths: readonly string[], focus: string) => void;

type ColumnProps = { name: string; chosen: readonly string[]; index: number; set: SetColumns };

function Column({ name, chosen, index, set }: ColumnProps) {
  const { remove } = texts;
  const path = chosen[index]!;
  const id = `column-${path}`;
  const left = chosen.filter((_, other) => other !== index);
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
  const mover = (icon: 'up' | 'down', label: string, to: number) => (
    <Button id={`${id}-${icon}`} icon={icon} label={label} onClick={() => moveTo(to, `${id}-${icon}`)} />
  );
  return (
    <li id={id} draggable onDragStart={startDrag} onDragOver={dragOver} onDrop={drop}>
      <button
        id={`${id}-move`}
        type="button"
        class="button icon-only handle"
        aria-label={texts.build.move({ name, at: index + 1, of: chosen.length })}
        title={texts.build.columnsHint}
        onKeyDown={press}
      >
        <Icon name="drag" />
      </button>
      <span>{name}</span>
      {index > 0 && mover('up', texts.build.moveUp({ name }), index - 1)}
      {index < chosen.length - 1 && mover('down', texts.build.moveDown({ name }), index + 1)}
      <Button
        id={`${id}-remove`}
        icon="remove"
        label={remove({ what: name })}
        onClick={() => set(left, ADD)}
      />
    </li>
  );
}

function moved(paths: readonly string[], from: number, to: number): string[] {
  const left = paths.filter((_, index) => index !== from);
  return [...left.slice(0, to), paths[from]!, ...left.slice(to)];
}

/** Only the button adds, because arrow keys select each entry of a closed list. */
function Adder({ choices, onAdd }: { choices: readonly Choice[]; onAdd: (value: string) => void }) {
  const [typed, choose] = useState('');
  const chosen = choices.some(([value]) => value === typed) ? typed : '';
  const add = () => {
    if (chosen === '') return keepFocus(ADD);
    choose('');
    return onAdd(chosen);
  };
  return (
    <div class="row">
      <Select
        id={ADD}
        label={texts.build.addColumn}
        value={chosen}
        choices={[['', texts.build.choose], ...choices]}
        onChange={choose}
      />
      <Button id={`${ADD}-button`} label={texts.build.addValue} onClick={add} />
    </div>
  );
}
