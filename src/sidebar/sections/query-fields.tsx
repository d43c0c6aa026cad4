/** The fields of a question, as Build and the form of a job show them: what, of which companies, with which filters. */
import type { ComponentChildren } from 'preact';
import { Select } from '../controls/fields.js';
import { type Editor, ofFunction } from '../draft/query.js';
import { separators, texts } from '../page/store.js';
import { Companies } from './build-companies.js';
import { type FilterOptions, Filters } from './build-filters.js';

interface QueryProps extends FilterOptions {
  readonly editor: Editor;
  readonly functions: readonly string[];
  /** What stands below the companies. */
  readonly children?: ComponentChildren;
}

export function QueryFields({ editor, functions, children, ...options }: QueryProps) {
  return (
    <>
      <Source editor={editor} functions={functions} />
      {children}
      <Filters editor={editor} {...options} />
    </>
  );
}

/** What is asked for, and of which companies. */
export function Source({ editor, functions }: Pick<QueryProps, 'editor' | 'functions'>) {
  const { build } = texts.value;
  return (
    <>
      <Select
        id="build-dataset"
        label={build.dataset}
        value={editor.query.question.functionName}
        choices={functions.map((value) => ({ value, label: build.datasets[value] ?? value }))}
        onChange={(name) => editor.edit(ofFunction(editor.query, name, separators()))}
      />
      <Companies editor={editor} />
    </>
  );
}
