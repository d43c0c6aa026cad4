/** The rows of a table: their number and order, with or without a header. */
import { datasetOf, ownOptionsOf } from '../../contract/formula-question.js';
import { Row } from '../controls/card.js';
import { Checkbox, Select, TextField } from '../controls/fields.js';
import { columnsFor, headerOf, limitOf, pathOf, sortKeyOf, valueWith } from '../draft/question-edit.js';
import { useEditor } from '../page/forms.js';
import { texts } from '../page/store.js';

export function RowsRow() {
  const { build } = texts;
  const { question } = useEditor();
  const { functionName } = question;
  const hasRecords = datasetOf(functionName) !== undefined;
  const key = sortKeyOf(question);
  const order = key === '' ? build.newestFirst : build.sorted({ name: headerOf(question, pathOf(key)) });
  const limit = limitOf(question);
  const rows = limit === undefined ? order : build.rowsOf({ count: limit, order });
  const value = hasRecords ? rows : '';
  return (
    <Row id="build-table" title={build.rows} value={value}>
      {hasRecords && <Limit />}
      <Flag name="headers" label={build.headers} defaultValue={true} />
      {hasRecords && <Flag name="exact" label={build.exact} defaultValue={false} />}
      {ownOptionsOf(functionName).includes('sort') && <Sort />}
    </Row>
  );
}

function Limit() {
  const { question, option, problemOf, issues, set } = useEditor();
  const found = issues();
  const textFor = (name: 'low-limit' | 'perhaps-low-limit') =>
    found.includes(name) ? texts.build.contradictions[name] : '';
  const limit = option('limit');
  if (limit?.kind === 'cells') return <Kept label={texts.build.limit} text={limit.text} />;
  return (
    <TextField
      id="build-limit"
      label={texts.build.limit}
      type="number"
      hint={textFor('perhaps-low-limit') || undefined}
      problem={problemOf('limit') || textFor('low-limit')}
      // an emptied field stays empty while the person types
      value={limit ? (limit.texts[0] ?? '') : String(limitOf(question) ?? '')}
      onChange={(text) => set('limit', text === '' ? valueWith() : valueWith(text))}
    />
  );
}

type FlagProps = { name: 'headers' | 'exact'; label: string; defaultValue: boolean };

/** @param defaultValue the value that the formula omits */
function Flag({ name, label, defaultValue }: FlagProps) {
  const { option, textOf, set } = useEditor();
  const value = option(name);
  if (value?.kind === 'cells') return <Kept label={label} text={value.text} />;
  const text = textOf(name);
  return (
    <Checkbox
      id={`build-${name}`}
      label={label}
      value={text === undefined ? defaultValue : /^(?:true|yes|1)$/i.test(text)}
      onChange={(isOn) => set(name, isOn === defaultValue ? undefined : valueWith(isOn ? 'TRUE' : 'FALSE'))}
    />
  );
}

function Sort() {
  const { question, option, set } = useEditor();
  const value = option('sort');
  if (value?.kind === 'cells') return <Kept label={texts.build.sort} text={value.text} />;
  const keys = value?.texts ?? [];
  if (keys.length > 1) return <Kept label={texts.build.sort} text={keys.join(', ')} />;
  const key = sortKeyOf(question);
  const path = pathOf(key);
  const isDown = key.startsWith('-');
  const { all } = columnsFor(question);
  const isKnown = path === '' || all.some((column) => column.path === path);
  const columns = all.map((column) => [column.path, column.header] as const);
  const write = (name: string, down: boolean) =>
    set('sort', name === '' ? undefined : valueWith(down ? `-${name}` : name));
  return (
    <>
      <Select
        id="build-sort"
        label={texts.build.sort}
        value={path}
        choices={[['', texts.build.asDelivered], ...(isKnown ? [] : [path]), ...columns]}
        onChange={(name) => write(name, isDown)}
      />
      {path !== '' && (
        <Checkbox
          id="build-descending"
          label={texts.build.descending}
          value={isDown}
          onChange={(down) => write(path, down)}
        />
      )}
    </>
  );
}

/** A part of the formula that the fields cannot show. */
function Kept({ label, text }: { label: string; text: string }) {
  return (
    <p>
      {`${label}: `}
      <code>{text}</code>
      <span class="hint">{` (${texts.build.kept})`}</span>
    </p>
  );
}
