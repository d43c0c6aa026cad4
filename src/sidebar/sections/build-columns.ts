/** The columns of a table: which, and in which order. */
import { button, iconButton } from '../controls/actions.js';
import { adder } from '../controls/adder.js';
import {
  columnsFor,
  optionOf,
  textsOf,
  usualColumns,
  valueWith,
  withOption,
  withoutOption,
} from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

export function columnChooser(page: Page): Child {
  const { draft, texts, format } = page;
  const { question } = draft;
  const value = optionOf(question, 'columns');
  if (value?.kind === 'cells') return el('p', {}, `${texts.build.columns}: `, el('code', {}, value.text));
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
  return el(
    'details',
    { id: 'build-columns', class: 'disclosure' },
    el('summary', { id: 'build-columns-summary' }, `${texts.build.columns} (${format.count(chosen.length)})`),
    el(
      'ol',
      { class: 'plain-list columns' },
      chosen.map((path, index) =>
        el(
          'li',
          { id: `column-${path}` },
          el('span', { class: 'ellipsis' }, headerOf(path)),
          index > 0 &&
            iconButton(page, 'up', {
              id: `column-${path}-up`,
              label: texts.build.moveUp(headerOf(path)),
              onClick: () => set(moved(chosen, index, index - 1), `column-${path}-up`),
            }),
          index < chosen.length - 1 &&
            iconButton(page, 'down', {
              id: `column-${path}-down`,
              label: texts.build.moveDown(headerOf(path)),
              onClick: () => set(moved(chosen, index, index + 1), `column-${path}-down`),
            }),
          iconButton(page, 'remove', {
            id: `column-${path}-remove`,
            label: texts.remove(headerOf(path)),
            onClick: () =>
              set(
                chosen.filter((_, other) => other !== index),
                'column-add',
              ),
          }),
        ),
      ),
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

function moved(paths: readonly string[], from: number, to: number): string[] {
  const left = paths.filter((_, index) => index !== from);
  return [...left.slice(0, to), paths[from]!, ...left.slice(to)];
}
