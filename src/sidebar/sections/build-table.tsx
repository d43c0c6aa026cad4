/**
 * The rows of a table: number, order, header; and its columns, ordered by buttons.
 * Options whose value is in cells are chips among the filters instead.
 */
import { useState } from 'preact/hooks';
import { datasetOf, ownOptionsOf } from '../../contract/formula-question.js';
import { Button, Link } from '../controls/actions.js';
import { Row } from '../controls/card.js';
import { Checkbox, Select, TextField } from '../controls/fields.js';
import {
  columnsFor,
  defaultColumns,
  headerOf,
  limitOf,
  pathOf,
  sortKeyOf,
  textsOf,
  valueWith,
} from '../draft/question-edit.js';
import { useEditor } from '../page/forms.js';
import { keepFocus, texts } from '../page/store.js';

export function RowsRow() {
  const { build } = texts;
  const { question } = useEditor();
  const { functionName } = question;
  const hasRecords = datasetOf(functionName) !== undefined;
  const key = sortKeyOf(question);
  const order = key === '' ? build.newestFirst : build.sorted({ name: headerOf(question, pathOf(key)) });
  const limit = limitOf(question);
  const rows = limit === undefined ? order : build.rowsOf({ count: limit, order });
  return (
    <Row id="build-table" title={build.rows} value={hasRecords ? rows : ''}>
      {hasRecords && <Limit />}
      <Flag name="headers" defaultValue={true} />
      {hasRecords && <Flag name="exact" defaultValue={false} />}
      {ownOptionsOf(functionName).includes('sort') && <Sort />}
    </Row>
  );
}

function Limit() {
  const { limit: label, contradictions } = texts.build;
  const { question, option, problemOf, issues, set } = useEditor();
  const limit = option('limit');
  if (limit?.kind === 'cells') return null;
  const tooLow = issues().includes('low-limit') ? contradictions['low-limit'] : '';
  return (
    <TextField
      id="build-limit"
      label={label}
      type="number"
      problem={problemOf('limit') || tooLow}
      // an emptied field stays empty while the person types
      value={limit ? (limit.texts[0] ?? '') : String(limitOf(question) ?? '')}
      onChange={(text) => set('limit', text === '' ? valueWith() : valueWith(text))}
    />
  );
}

/** @param defaultValue the value that the formula omits */
function Flag({ name, defaultValue }: { name: 'headers' | 'exact'; defaultValue: boolean }) {
  const { option, textOf, set } = useEditor();
  const label = texts.build[name];
  if (option(name)?.kind === 'cells') return null;
  const text = textOf(name);
  const isOn = text === undefined ? defaultValue : /^(?:true|yes|1)$/i.test(text);
  const toggle = (next: boolean) =>
    set(name, next === defaultValue ? undefined : valueWith(next ? 'TRUE' : 'FALSE'));
  return <Checkbox id={`build-${name}`} label={label} value={isOn} onChange={toggle} />;
}

function Sort() {
  const { sort: label, asDelivered, descending } = texts.build;
  const { question, option, set } = useEditor();
  const value = option('sort');
  if (value?.kind === 'cells' || textsOf(value).length > 1) return null;
  const key = sortKeyOf(question);
  const path = pathOf(key);
  const isDown = key.startsWith('-');
  const columns = columnsFor(question).all.map((column) => [column.path, column.header] as const);
  const isKnown = path === '' || columns.some(([known]) => known === path);
  const write = (name: string, down = isDown) =>
    set('sort', name === '' ? undefined : valueWith(down ? `-${name}` : name));
  const turn = (down: boolean) => write(path, down);
  const choices = [['', asDelivered] as const, ...(isKnown ? [] : [path]), ...columns];
  return (
    <>
      <Select id="build-sort" label={label} value={path} choices={choices} onChange={write} />
      {path !== '' && <Checkbox id="build-descending" label={descending} value={isDown} onChange={turn} />}
    </>
  );
}

const ADD = 'column-add';

/** @param isOpened true if the question was opened from a cell, whose table keeps its columns */
export function Columns({ isOpened = false }: { isOpened?: boolean }) {
  const { build } = texts;
  const { question, option, set: setOption } = useEditor();
  const [selected, select] = useState('');
  const value = option('columns');
  if (value?.kind === 'cells') return null;
  const { all, defaults: ofFunction } = columnsFor(question);
  const defaults = isOpened ? ofFunction : defaultColumns(question);
  // without a value after cells, too
  const chosen = textsOf(value).length > 0 ? textsOf(value) : defaults;
  const set: SetColumns = (paths, focus) => {
    const isDefault = paths.length === 0 || paths.join() === defaults.join();
    setOption('columns', isDefault ? undefined : valueWith(...paths), focus);
  };
  const others = all.filter(({ path }) => !chosen.includes(path));
  const choices = [['', build.choose] as const, ...others.map(({ path, header }) => [path, header] as const)];
  const added = others.some(({ path }) => path === selected) ? selected : '';
  const add = () => {
    if (added === '') return keepFocus(ADD);
    select('');
    return set([...chosen, added], ADD);
  };
  const summary = build.columnsFrom({ count: chosen.length, first: headerOf(question, chosen[0] ?? '') });
  const items = chosen.map((path, index) => (
    <Column key={path} name={headerOf(question, path)} chosen={chosen} index={index} set={set} />
  ));
  return (
    <Row id="build-columns" title={build.columns} value={summary}>
      <ol class="plain-list columns">{items}</ol>
      <div class="row">
        {/* the button adds, not the choice: arrow keys choose each entry of a closed list */}
        <Select id={ADD} label={build.addColumn} value={added} choices={choices} onChange={select} />
        <Button id={`${ADD}-button`} label={build.addValue} onClick={add} />
      </div>
      {value && <Link id="columns-reset" label={build.resetColumns} onClick={() => set(defaults, ADD)} />}
    </Row>
  );
}

type SetColumns = (paths: readonly string[], focus: string) => void;

type ColumnProps = { name: string; chosen: readonly string[]; index: number; set: SetColumns };

function Column({ name, chosen, index, set }: ColumnProps) {
  const { remove, build } = texts;
  const path = chosen[index]!;
  const id = `column-${path}`;
  const left = chosen.filter((_, other) => other !== index);
  const mover = (icon: 'up' | 'down', label: string, to: number) => (
    <Button
      id={`${id}-${icon}`}
      icon={icon}
      label={label}
      isDisabled={to < 0 || to > left.length}
      onClick={() => set([...left.slice(0, to), path, ...left.slice(to)], `${id}-${icon}`)}
    />
  );
  return (
    <li id={id}>
      <span>{name}</span>
      {mover('up', build.moveUp({ name }), index - 1)}
      {mover('down', build.moveDown({ name }), index + 1)}
      <Button
        id={`${id}-remove`}
        icon="remove"
        label={remove({ what: name })}
        onClick={() => set(left, ADD)}
      />
    </li>
  );
}
