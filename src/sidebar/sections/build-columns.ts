/** The columns of a table: which, and in which order, by dragging, arrow keys or buttons. */
import { button, iconButton } from '../controls/actions.js';
import { adder } from '../controls/adder.js';
import { quietRow } from '../controls/card.js';
import {
  columnsFor,
  optionOf,
  textsOf,
  usualColumns,
  valueWith,
  withOption,
  withoutOption,
} from '../draft/question-edit.js';
import { el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';

const ID = 'build-columns';
/** What a drag carries, so that texts and files from elsewhere are none. */
const DRAGGED = 'application/x-signals-column';

interface Columns {
  readonly chosen: readonly string[];
  headerOf(path: string): string;
  set(paths: readonly string[], focus: string): void;
}

export function columnsRow(page: Page): HTMLElement {
  const { draft, texts, format } = page;
  const { question } = draft;
  const value = optionOf(question, 'columns');
  if (value?.kind === 'cells') {
    return quietRow(ID, texts.build.columns, `=${value.text}`, el('p', { class: 'hint' }, texts.build.kept));
  }
  const { all } = columnsFor(question.functionName);
  const usual = draft.opened ? columnsFor(question.functionName).usual : usualColumns(question);
  const chosen = value ? textsOf(value) : usual;
  const headerOf = (path: string) => all.find((column) => column.path === path)?.header ?? path;
  const set = (paths: readonly string[], focus: string) => {
    const same = paths.length === usual.length && paths.every((path, index) => path === usual[index]);
    const next =
      same || paths.length === 0
        ? withoutOption(question, 'columns')
        : withOption(question, 'columns', valueWith(...paths));
    page.edit({ question: next, focus });
  };
  return quietRow(
    ID,
    texts.build.columns,
    texts.build.columnsFrom(format.count(chosen.length), headerOf(chosen[0] ?? '')),
    el('p', { class: 'hint' }, texts.build.columnsHint),
    el(
      'ol',
      { class: 'plain-list columns' },
      chosen.map((_, index) => columnItem(page, { chosen, headerOf, set }, index)),
    ),
    adder(page, {
      id: 'column-add',
      label: texts.build.addColumn,
      choices: all
        .filter((column) => !chosen.includes(column.path))
        .map((column) => ({ value: column.path, label: column.header })),
      onAdd: (path) => set([...chosen, path], 'column-add'),
    }),
    value !== undefined &&
      button(page, {
        id: 'columns-reset',
        label: texts.build.resetColumns,
        kind: 'link',
        onClick: () => set(usual, 'column-add'),
      }),
  );
}

function columnItem(page: Page, { chosen, headerOf, set }: Columns, index: number): HTMLElement {
  const { build, remove } = page.texts;
  const path = chosen[index]!;
  const name = headerOf(path);
  const id = `column-${path}`;
  const moveTo = (to: number, focus: string) => {
    if (to >= 0 && to < chosen.length && to !== index) set(moved(chosen, index, to), focus);
  };
  return el(
    'li',
    {
      id,
      draggable: 'true',
      ondragstart: (event) => {
        const { dataTransfer } = event as DragEvent;
        dataTransfer?.setData(DRAGGED, path);
        if (dataTransfer) dataTransfer.effectAllowed = 'move';
      },
      ondragover: (event) => {
        if ((event as DragEvent).dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
      },
      ondrop: (event) => {
        const from = chosen.indexOf((event as DragEvent).dataTransfer?.getData(DRAGGED) ?? '');
        if (from < 0) return;
        event.preventDefault();
        if (from !== index) set(moved(chosen, from, index), `column-${chosen[from]}-move`);
      },
    },
    el(
      'button',
      {
        id: `${id}-move`,
        type: 'button',
        class: 'button icon-only handle',
        'aria-label': build.move(name, String(index + 1), String(chosen.length)),
        title: build.columnsHint,
        onkeydown: (event) => {
          const { key } = event as KeyboardEvent;
          const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
          if (step === 0) return;
          event.preventDefault();
          moveTo(index + step, `${id}-move`);
        },
      },
      icon('drag'),
    ),
    el('span', { class: 'ellipsis' }, name),
    index > 0 &&
      iconButton(page, 'up', {
        id: `${id}-up`,
        label: build.moveUp(name),
        onClick: () => moveTo(index - 1, `${id}-up`),
      }),
    index < chosen.length - 1 &&
      iconButton(page, 'down', {
        id: `${id}-down`,
        label: build.moveDown(name),
        onClick: () => moveTo(index + 1, `${id}-down`),
      }),
    iconButton(page, 'remove', {
      id: `${id}-remove`,
      label: remove(name),
      onClick: () =>
        set(
          chosen.filter((_, other) => other !== index),
          'column-add',
        ),
    }),
  );
}

function moved(paths: readonly string[], from: number, to: number): string[] {
  const left = paths.filter((_, index) => index !== from);
  return [...left.slice(0, to), paths[from]!, ...left.slice(to)];
}
