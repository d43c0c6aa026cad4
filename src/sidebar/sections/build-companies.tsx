/** The companies or groups of a formula: all, typed, from cells, or of a group. */
import { type BuilderValue, datasetOf, TRACKED_COMPANIES } from '../../contract/formula-question.js';
import { Select } from '../controls/fields.js';
import { CellsField, ValueList } from '../controls/value-list.js';
import { asked, type Editor } from '../draft/query.js';
import {
  type CompanyMode,
  NOTHING,
  optionOf,
  textsOf,
  valueWith,
  withOption,
  withoutOption,
} from '../draft/question-edit.js';
import { TYPED_COMPANIES } from '../draft/typed.js';
import { separators, server, texts } from '../page/store.js';
import { companiesFor } from './company-suggestions.js';
import { groupChoices } from './group-choices.js';

interface EditorProps {
  readonly editor: Editor;
}

const MODES: readonly CompanyMode[] = ['all', 'typed', 'cells', 'group'];
/** Of functions that look companies up. */
const MODES_OF_LOOK_UPS: readonly CompanyMode[] = ['typed', 'cells'];

export function Companies({ editor }: EditorProps) {
  const { build } = texts.value;
  const { question, companyMode } = editor.query;
  const isTracked = question.functionName === TRACKED_COMPANIES;
  const modes = datasetOf(question.functionName) ? MODES : MODES_OF_LOOK_UPS;
  const mode = modes.includes(companyMode) ? companyMode : 'typed';
  const nameOf = (value: CompanyMode) =>
    isTracked && value === 'typed' ? build.modes.group : build.modes[value];
  return (
    <>
      <Select
        id="build-companies"
        label={isTracked ? build.groupsOf : build.companies}
        value={mode}
        choices={modes.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(value) => changeMode(editor, value as CompanyMode)}
      />
      {mode !== 'all' && (
        <div id={`build-companies-${mode}`} key={mode}>
          {mode === 'cells' && <Cells editor={editor} />}
          {mode === 'typed' && <Typed editor={editor} isTracked={isTracked} />}
          {mode === 'group' && <Group editor={editor} />}
        </div>
      )}
    </>
  );
}

function Cells({ editor: { query, edit } }: EditorProps) {
  const { question } = query;
  return (
    <CellsField
      id="build-cells"
      text={question.first.kind === 'cells' ? question.first.text : ''}
      onChange={(text) =>
        edit({ question: { ...question, first: text === '' ? NOTHING : { kind: 'cells', text } } })
      }
    />
  );
}

function Typed({ editor: { query, edit }, isTracked }: EditorProps & { isTracked: boolean }) {
  const { build } = texts.value;
  const { question, typed } = query;
  const set = (first: BuilderValue) =>
    edit({ question: { ...question, first }, ...(first.kind === 'cells' && { companyMode: 'cells' }) });
  return (
    <ValueList
      id={TYPED_COMPANIES}
      label={isTracked ? build.group : build.modes.typed}
      value={question.first}
      typed={typed[TYPED_COMPANIES] ?? ''}
      suggestions={isTracked ? groupChoices().map(({ value }) => value) : undefined}
      suggest={isTracked ? undefined : companiesFor(question.functionName)}
      onChange={set}
      onType={(text) => edit({ typed: { ...typed, [TYPED_COMPANIES]: text } })}
    />
  );
}

function Group({ editor: { query, edit } }: EditorProps) {
  const { build } = texts.value;
  const { question } = query;
  const [chosen = ''] = textsOf(optionOf(question, 'group'));
  const choose = (group: string) =>
    edit({
      question:
        group === '' ? withoutOption(question, 'group') : withOption(question, 'group', valueWith(group)),
    });
  return (
    <Select
      id="build-group"
      label={build.group}
      value={chosen}
      choices={[{ value: '', label: build.choose }, ...groupChoices(chosen)]}
      onChange={choose}
    />
  );
}

function changeMode({ query, edit }: Editor, companyMode: CompanyMode): void {
  const { question, typed, ...before } = asked(query, separators());
  const { defaultGroup, groups } = server.value;
  const group = defaultGroup || groups[0];
  const companiesOf = { ...before.companiesOf, [before.companyMode]: question.first };
  const cleared = withoutOption({ ...question, first: companiesOf[companyMode] ?? NOTHING }, 'group');
  const hasGroup = companyMode === 'group' && group !== undefined;
  const next = hasGroup ? withOption(cleared, 'group', valueWith(group)) : cleared;
  edit({ companyMode, companiesOf, question: next, typed });
}
