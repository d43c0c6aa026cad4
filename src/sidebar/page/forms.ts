/** What is typed and chosen in the forms that several sections share, and the add-on does not know yet. A failed call loses none of it. */
import { batch, signal } from '@preact/signals';
import type { OpenedFormula } from '../../contract/formula-question.js';
import type { Preview } from '../../contract/preview.js';
import type { CellReference } from '../../contract/sidebar-api.js';
import type { JobDraft } from '../draft/job-draft.js';
import { type Editor, edited, type Query, queryOf } from '../draft/query.js';
import { newQuestion } from '../draft/question-edit.js';
import type { Reading } from '../draft/sentence-question.js';
import { keepFocus, notice } from './store.js';

export interface Builder extends Query {
  /** The sentence in the box above. */
  readonly sentence: string;
  /** What was read from the sentence, and the sentence that it was. */
  readonly reading?: (Reading & { readonly sentence: string }) | undefined;
  /** The formula that the question was read from, and its cell. */
  readonly opened?:
    | { readonly formula: OpenedFormula; readonly text: string; readonly cell: CellReference }
    | undefined;
  readonly preview?: Preview | undefined;
}

/** An empty builder. @param group the group of new formulas; empty for none */
export function newBuilder(group: string): Builder {
  return {
    ...queryOf(newQuestion('EXPANSIONS', group)),
    sentence: '',
    reading: undefined,
    opened: undefined,
    preview: undefined,
  };
}

export const builder = signal<Builder>(newBuilder(''));

export function editBuilder(change: Partial<Builder>, focus = ''): void {
  batch(() => {
    builder.value = edited(builder.value, change);
    // a message about one question does not apply to the next
    if (change.question && notice.value?.kind === 'good') notice.value = undefined;
  });
  keepFocus(focus);
}

/** The builder as the fields of a question edit it. */
export function builderEditor(): Editor {
  return { query: builder.value, edit: editBuilder };
}

/** The job that is being created or changed; undefined while the list is shown. */
export const jobForm = signal<JobDraft | undefined>(undefined);

export function editJob(change: Partial<JobDraft>, focus = ''): void {
  if (jobForm.value) jobForm.value = { ...jobForm.value, ...change };
  keepFocus(focus);
}

/** Whether keeping formulas fresh has been offered, after an insert, and declined. */
export const freshOffer = signal<'' | 'offered' | 'declined'>('');

export function offerFresh(): void {
  if (freshOffer.value === '') freshOffer.value = 'offered';
}
