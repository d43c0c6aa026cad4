/** The rows of a table: how many, in which order, with a header or without. */
import type { BuilderValue } from '../../contract/formula-question.js';
import { TRACKED_COMPANIES } from '../../contract/formula-question.js';
import { quietRow } from '../controls/card.js';
import { checkbox, selectField, textField } from '../controls/fields.js';
import {
  columnsFor,
  limitOf,
  optionOf,
  textsOf,
  valueWith,
  withOption,
  withoutOption,
} from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { stripesField } from './appearance.js';

export function rowsRow(page: Page): HTMLElement {
  const { draft, texts, format } = page;
  const { build } = texts;
  const { question } = draft;
  const isTracked = question.functionName === TRACKED_COMPANIES;
  const [key = ''] = textsOf(optionOf(question, 'sort'));
  const order = key === '' ? build.newestFirst : build.sorted(headerOf(page, key.replace(/^[-+]\s*/, '')));
  return quietRow(
    'build-table',
    build.rows,
    isTracked ? '' : build.rowsOf(format.count(limitOf(question)), order),
    !isTracked && limitField(page),
    flag(page, 'headers', texts.build.headers, true),
    !isTracked && flag(page, 'exact', texts.build.exact, false),
    sortFields(page),
    stripesField(page, 'build-stripes'),
  );
}

function headerOf({ draft }: Page, path: string): string {
  const { all } = columnsFor(draft.question.functionName);
  return all.find((column) => column.path === path)?.header ?? path;
}

function set(page: Page, name: string, value: BuilderValue | undefined): void {
  const { question } = page.draft;
  page.edit({ question: value ? withOption(question, name, value) : withoutOption(question, name) });
}

function limitField(page: Page): Child {
  const limit = optionOf(page.draft.question, 'limit');
  if (limit?.kind === 'cells') return inCells(page, page.texts.build.limit, limit.text);
  return textField({
    id: 'build-limit',
    label: page.texts.build.limit,
    type: 'number',
    // an emptied field stays empty while the person types
    value: limit ? (textsOf(limit)[0] ?? '') : String(limitOf(page.draft.question)),
    onInput: (text) => set(page, 'limit', text === '' ? valueWith() : valueWith(text)),
  });
}

/** The formula omits the option if it equals the default. */
function flag(page: Page, name: 'headers' | 'exact', label: string, usual: boolean): Child {
  const value = optionOf(page.draft.question, name);
  if (value?.kind === 'cells') return inCells(page, label, value.text);
  const [text] = textsOf(value);
  return checkbox({
    id: `build-${name}`,
    label,
    checked: text === undefined ? usual : /^(?:true|yes|1)$/i.test(text),
    onChange: (checked) =>
      set(page, name, checked === usual ? undefined : valueWith(checked ? 'TRUE' : 'FALSE')),
  });
}

function sortFields(page: Page): Child {
  const { texts, draft } = page;
  const value = optionOf(draft.question, 'sort');
  if (value?.kind === 'cells') return inCells(page, texts.build.sort, value.text);
  const keys = textsOf(value);
  if (keys.length > 1) return inCells(page, texts.build.sort, keys.join(', '));
  const [key = ''] = keys;
  const path = key.replace(/^[-+]\s*/, '');
  const descending = key.startsWith('-');
  const { all } = columnsFor(draft.question.functionName);
  const known = path === '' || all.some((column) => column.path === path);
  const write = (name: string, down: boolean) =>
    set(page, 'sort', name === '' ? undefined : valueWith(down ? `-${name}` : name));
  return [
    selectField({
      id: 'build-sort',
      label: texts.build.sort,
      value: path,
      choices: [
        { value: '', label: texts.build.asDelivered },
        ...(known ? [] : [{ value: path, label: path }]),
        ...all.map((column) => ({ value: column.path, label: column.header })),
      ],
      onChange: (name) => write(name, descending),
    }),
    path !== '' &&
      checkbox({
        id: 'build-descending',
        label: texts.build.descending,
        checked: descending,
        onChange: (down) => write(path, down),
      }),
  ];
}

function inCells({ texts }: Page, label: string, text: string): HTMLElement {
  return el(
    'p',
    {},
    `${label}: `,
    el('code', {}, text),
    el('span', { class: 'hint' }, ` (${texts.build.kept})`),
  );
}
