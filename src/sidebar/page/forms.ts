/** The unsaved input of the forms that several sections share. A failed call loses none of it. */
import { batch, signal } from '@preact/signals';
import type { BuilderQuestion, BuilderValue, OpenedFormula } from '../../contract/formula-question.js';
import type { Preview } from '../../contract/preview.js';
import type { CellReference } from '../../contract/sidebar-api.js';
import { fieldsOf, type JobDraft } from '../draft/job-draft.js';
import { edited, type Query, queryOf, withTypedTexts } from '../draft/query.js';
import { newQuestion, optionOf, textsOf, withOption, withoutOption } from '../draft/question-edit.js';
import type { Reading } from '../draft/sentence-question.js';
import { validationIssuesOf, valueIssueOf } from '../draft/validation-issues.js';
import { connection, keepFocus, notice, separators, texts, validationContext, view } from './store.js';

const EMPTY = {
  /** The sentence in the box above. */
  sentence: '',
  /** The result of reading a sentence, with that sentence. */
  reading: undefined as (Reading & { readonly sentence: string }) | undefined,
  /** The formula that the question was read from, and its cell, unless the table is for another one. */
  opened: undefined as
    | { readonly formula: OpenedFormula; readonly text: string; readonly cell: CellReference | undefined }
    | undefined,
  /** A preview, its formula, and when it was made, in milliseconds since 1970. */
  preview: undefined as (Preview & { readonly formula: string; readonly at: number }) | undefined,
};

export type Builder = Query & Readonly<typeof EMPTY>;

/** @param group the group of new formulas; empty for none */
export const newBuilder = (group: string) => builderOf(newQuestion('EXPANSIONS', group));

export function builderOf(question: BuilderQuestion): Builder {
  return { ...queryOf(question), ...EMPTY };
}

export const builder = signal<Builder>(newBuilder(''));

// rows that another key has bought cost credits again
connection.subscribe(() => {
  builder.value = { ...builder.peek(), preview: undefined };
});

export function editBuilder(change: Partial<Builder>, focus = ''): undefined {
  batch(() => {
    builder.value = edited(builder.value, change);
    // a message about one question does not apply to the next
    if (change.question && notice.value?.kind === 'good') notice.value = undefined;
  });
  keepFocus(focus);
}

/** The job that is being created or changed; undefined while the list is shown. */
export const jobForm = signal<JobDraft | undefined>(undefined);

export function editJob(change: Partial<JobDraft>, focus = ''): undefined {
  if (jobForm.value) jobForm.value = { ...jobForm.value, ...change };
  keepFocus(focus);
}

/** After an insert, the page offers to keep formulas fresh, until the person declines. */
export const freshOffer = signal<'offered' | 'declined' | undefined>(undefined);

/**
 * The question that the section's fields edit: in Jobs that of the job's form, else that of Build. It calls no hook, so
 * that handlers can call it, too: they get the question at the time of the event.
 */
export function useEditor() {
  const isOfJob = view.value.section === 'jobs';
  const queryOfJob = () => jobForm.value && fieldsOf(jobForm.value, separators());
  const query: Query = (isOfJob && queryOfJob()) || builder.value;
  /** Returns the query at the time of the call, for answers that arrive later. */
  const current = (): Query => (isOfJob ? (queryOfJob() ?? query) : builder.value);
  /** @param focus the element that gets the focus */
  const edit = (change: Partial<Query>, focus?: string) =>
    isOfJob ? editJob({ fields: edited(current(), change) }, focus) : editBuilder(change, focus);
  const { question, typed } = query;
  const withTyped = () => withTypedTexts(query, separators());
  return {
    query,
    current,
    edit,
    question,
    /** The value of an option, and its first text. */
    option: (name: string) => optionOf(question, name),
    textOf: (name: string) => textsOf(optionOf(question, name))[0],
    /** Returns the problem of an option's value; empty for none. */
    problemOf(name: string) {
      const wrong = valueIssueOf(question.functionName, name, optionOf(question, name), validationContext());
      return wrong ? texts.build.contradictions[wrong] : '';
    },
    /** @param value undefined removes the option */
    set(name: string, value: BuilderValue | undefined, focus = '') {
      const now = current().question;
      return edit({ question: value ? withOption(now, name, value) : withoutOption(now, name) }, focus);
    },
    /** @param id of the field that the text is typed into */
    type: (id: string, text: string) => edit({ typed: { ...typed, [id]: text } }),
    /** Returns the query with the texts in list fields as values of its question. */
    withTypedTexts: withTyped,
    issues: () => validationIssuesOf(withTyped().question, query.companyMode, validationContext()),
  };
}
