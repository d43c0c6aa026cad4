/** The rows of a table: how many, in which order, with a header or without. */
import { type BuilderValue, datasetOf, ownOptionsOf } from '../../contract/formula-question.js';
import { Row } from '../controls/card.js';
import { Checkbox, Select, TextField } from '../controls/fields.js';
import { wrongIn } from '../draft/contradictions.js';
import type { Editor } from '../draft/query.js';
import {
  columnsFor,
  headerOf,
  limitOf,
  optionOf,
  sortKeyOf,
  textsOf,
  valueWith,
  withOption,
  withoutOption,
} from '../draft/question-edit.js';
import { count, texts, written } from '../page/store.js';
import { Stripes } from './appearance.js';

interface EditorProps {
  readonly editor: Editor;
}

export function RowsRow({ editor }: EditorProps) {
  const { build } = texts.value;
  const { question } = editor.query;
  const { functionName } = question;
  const hasRecords = datasetOf(functionName) !== undefined;
  const key = sortKeyOf(question);
  const order = key === '' ? build.newestFirst : build.sorted(headerOf(question, pathOf(key)));
  return (
    <Row
      id="build-table"
      title={build.rows}
      value={!hasRecords ? '' : build.rowsOf(count(limitOf(question)), order)}
    >
      {hasRecords && <Limit editor={editor} />}
      <Flag editor={editor} name="headers" label={build.headers} usual={true} />
      {hasRecords && <Flag editor={editor} name="exact" label={build.exact} usual={false} />}
      {ownOptionsOf(functionName).includes('sort') && <Sort editor={editor} />}
      <Stripes id="build-stripes" />
    </Row>
  );
}

function pathOf(key: string): string {
  return key.replace(/^[-+]\s*/, '');
}

function set({ query: { question }, edit }: Editor, name: string, value: BuilderValue | undefined): void {
  edit({ question: value ? withOption(question, name, value) : withoutOption(question, name) });
}

function Limit({ editor }: EditorProps) {
  const { build } = texts.value;
  const { question } = editor.query;
  const limit = optionOf(question, 'limit');
  if (limit?.kind === 'cells') return <Kept label={build.limit} text={limit.text} />;
  const wrong = limit && wrongIn(question, { kind: 'option', name: 'limit', value: limit }, written());
  return (
    <TextField
      id="build-limit"
      label={build.limit}
      type="number"
      problem={wrong && build.contradictions[wrong]}
      // an emptied field stays empty while the person types
      value={limit ? (textsOf(limit)[0] ?? '') : String(limitOf(question))}
      onInput={(text) => set(editor, 'limit', text === '' ? valueWith() : valueWith(text))}
    />
  );
}

interface FlagProps extends EditorProps {
  readonly name: 'headers' | 'exact';
  readonly label: string;
  /** The formula omits the option if it equals the default. */
  readonly usual: boolean;
}

function Flag({ editor, name, label, usual }: FlagProps) {
  const value = optionOf(editor.query.question, name);
  if (value?.kind === 'cells') return <Kept label={label} text={value.text} />;
  const [text] = textsOf(value);
  return (
    <Checkbox
      id={`build-${name}`}
      label={label}
      checked={text === undefined ? usual : /^(?:true|yes|1)$/i.test(text)}
      onChange={(checked) =>
        set(editor, name, checked === usual ? undefined : valueWith(checked ? 'TRUE' : 'FALSE'))
      }
    />
  );
}

function Sort({ editor }: EditorProps) {
  const { build } = texts.value;
  const { question } = editor.query;
  const value = optionOf(question, 'sort');
  if (value?.kind === 'cells') return <Kept label={build.sort} text={value.text} />;
  const keys = textsOf(value);
  if (keys.length > 1) return <Kept label={build.sort} text={keys.join(', ')} />;
  const key = sortKeyOf(question);
  const path = pathOf(key);
  const isDown = key.startsWith('-');
  const { all } = columnsFor(question);
  const isKnown = path === '' || all.some((column) => column.path === path);
  const write = (name: string, down: boolean) =>
    set(editor, 'sort', name === '' ? undefined : valueWith(down ? `-${name}` : name));
  return (
    <>
      <Select
        id="build-sort"
        label={build.sort}
        value={path}
        choices={[
          { value: '', label: build.asDelivered },
          ...(isKnown ? [] : [{ value: path, label: path }]),
          ...all.map((column) => ({ value: column.path, label: column.header })),
        ]}
        onChange={(name) => write(name, isDown)}
      />
      {path !== '' && (
        <Checkbox
          id="build-descending"
          label={build.descending}
          checked={isDown}
          onChange={(down) => write(path, down)}
        />
      )}
    </>
  );
}

/** What a formula says in a way that the fields cannot show. */
function Kept({ label, text }: { label: string; text: string }) {
  return (
    <p>
      {`${label}: `}
      <code>{text}</code>
      <span class="hint">{` (${texts.value.build.kept})`}</span>
    </p>
  );
}
