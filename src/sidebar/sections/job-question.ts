/** What a sync fetches: the fields of the builder, in the form of the job. */
import { separatorsOf } from '../../contract/formula.js';
import { FUNCTION_NAMES, TRACKED_COMPANIES } from '../../contract/formula-question.js';
import { NOT_FOR_JOBS } from '../../contract/jobs.js';
import { selectField } from '../controls/fields.js';
import type { Draft } from '../draft/draft.js';
import type { JobDraft } from '../draft/job-draft.js';
import { formulaOfJob, missingIn } from '../draft/job-question.js';
import { modeOf, withFunction } from '../draft/question-edit.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { companyPicker } from './build-companies.js';
import { filterCards } from './build-filters.js';

/** The page as the builder's fields see it: what they change belongs to the job. */
export function pageOfQuestion(page: Page, job: JobDraft): Page | undefined {
  if (!job.build) return undefined;
  let build = job.build;
  const separators = separatorsOf(page.state.spreadsheetLocale);
  const edit = (change: Partial<Draft>) => {
    const { question, origin, companyMode, companiesOf, typed, ...others } = change;
    build = {
      ...build,
      ...(question && { question, origin }),
      ...(companyMode && { companyMode }),
      ...(companiesOf && { companiesOf }),
      ...(typed && { typed }),
    };
    const formula = formulaOfJob(build.question, separators, build.opened);
    page.edit({ ...others, job: { ...job, build, formula } });
  };
  const { opened: _opened, ...fields } = build;
  return { ...page, draft: { ...page.draft, ...fields }, edit };
}

export function questionFields(page: Page, job: JobDraft): Child[] {
  const { build, jobs } = page.texts;
  const inner = pageOfQuestion(page, job);
  if (!inner) return [el('p', { class: 'hint' }, jobs.onlyFormula)];
  const { question, origin = question } = inner.draft;
  const missing = missingIn(job.build);
  return [
    selectField({
      id: 'build-dataset',
      label: build.dataset,
      value: question.functionName,
      choices: FUNCTION_NAMES.filter((name) => name !== TRACKED_COMPANIES).map((value) => ({
        value,
        label: build.datasets[value] ?? value,
      })),
      onChange: (name) => {
        const next = name === origin.functionName ? origin : withFunction(origin, name);
        inner.edit({ question: next, origin, companyMode: modeOf(next) });
      },
    }),
    companyPicker(inner),
    missing && el('p', { id: 'job-missing', class: 'hint' }, build.contradictions[missing]),
    filterCards(inner, { left: NOT_FOR_JOBS }),
  ];
}
