/** The function of a question, and its companies: all, typed, from cells, or of a group. */
import { type BuilderValue, datasetOf, TRACKED_COMPANIES } from '../../contract/formula-question.js';
import { named, Select } from '../controls/fields.js';
import { CellsField, ValueList } from '../controls/value-list.js';
import { ofFunction, ofMode, TYPED_COMPANIES } from '../draft/query.js';
import { type CompanyMode, NOTHING, valueWith } from '../draft/question-edit.js';
import { defaultGroupOf } from '../draft/sections.js';
import { useEditor } from '../page/forms.js';
import { separators, server, texts } from '../page/store.js';
import { companiesFor, groupChoices, groupNames } from './suggestions.js';

const MODES: readonly CompanyMode[] = ['all', 'typed', 'cells', 'group'];
/** The sources for functions without a dataset. */
const MODES_OF_LOOK_UPS: readonly CompanyMode[] = ['typed', 'cells'];

/** @param functions that can be chosen */
export function Source({ functions }: { functions: readonly string[] }) {
  const { query, question, textOf, set, edit } = useEditor();
  const { build } = texts;
  const { first } = question;
  const setFirst = (value: BuilderValue) => edit({ question: { ...question, first: value } });
  const group = textOf('group') ?? '';
  const isTracked = question.functionName === TRACKED_COMPANIES;
  const modes = datasetOf(question.functionName) ? MODES : MODES_OF_LOOK_UPS;
  const mode = modes.includes(query.companyMode) ? query.companyMode : 'typed';
  const names = isTracked ? { ...build.modes, typed: build.modes.group } : build.modes;
  return (
    <>
      <Select
        id="build-dataset"
        label={build.dataset}
        value={question.functionName}
        choices={named(build.datasets, functions)}
        onChange={(name) => edit(ofFunction(query, name, separators()))}
      />
      <Select
        id="build-companies"
        label={isTracked ? build.groupsOf : build.companies}
        value={mode}
        choices={named(names, modes)}
        onChange={(next) => edit(ofMode(query, next, defaultGroupOf(server.value), separators()))}
      />
      {mode !== 'all' && (
        <div id={`build-companies-${mode}`} key={mode}>
          {mode === 'cells' && (
            <CellsField
              id="build-cells"
              value={first.kind === 'cells' ? first.text : ''}
              onChange={(text) => setFirst(text ? { kind: 'cells', text } : NOTHING)}
            />
          )}
          {mode === 'typed' && <Typed isTracked={isTracked} />}
          {mode === 'group' && (
            <Select
              id="build-group"
              label={build.group}
              value={group}
              choices={[['', build.choose], ...groupChoices(group)]}
              onChange={(chosen) => set('group', chosen === '' ? undefined : valueWith(chosen))}
            />
          )}
        </div>
      )}
    </>
  );
}

function Typed({ isTracked }: { isTracked: boolean }) {
  const { query, question, edit, type } = useEditor();
  return (
    <ValueList
      id={TYPED_COMPANIES}
      label={isTracked ? texts.build.group : texts.build.modes.typed}
      value={question.first}
      typed={query.typed[TYPED_COMPANIES] ?? ''}
      suggestions={isTracked ? groupNames() : undefined}
      suggest={isTracked ? undefined : companiesFor(question.functionName)}
      onChange={(first) =>
        edit({ question: { ...question, first }, ...(first.kind === 'cells' && { companyMode: 'cells' }) })
      }
      onType={(text) => type(TYPED_COMPANIES, text)}
    />
  );
}
