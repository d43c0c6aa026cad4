/** Summarises a record of any dataset, for the list of changes and for messages. */

import { type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { shortHash } from '../storage/text.js';
import type { Row } from './rows.js';

/** An undisclosed value is an empty text or a missing number. Days are 'YYYY-MM-DD'. */
export interface RecordSummary {
  readonly dataset: DatasetName;
  readonly id: string;
  readonly announced: string;
  /** Identifies the record's version, together with the id. */
  readonly modified: string;
  readonly company: string;
  /** Type of an expansion; person, position and reason of a change of executives. */
  readonly what: string;
  readonly headline: string;
  /** City, state, country. */
  readonly where: string;
  /** In `currency`. */
  readonly investment?: number;
  readonly currency: string;
  readonly jobs?: number;
  /** The service's text, unchecked. */
  readonly link: string;
}

export function versionName({ dataset, id, modified }: RecordSummary): string {
  return shortHash(`${dataset} ${id} ${modified}`);
}

const WHAT = ['expansionType', 'executiveName', 'executiveTitle', 'reason'];

/** @param row with the columns of the dataset */
export function summaryOf(dataset: DatasetName, row: Row): RecordSummary {
  const paths = RECORD_COLUMNS[dataset].map(({ path }) => path);
  const at = (path: string) => row[paths.indexOf(path)] ?? '';
  const text = (path: string) => [at(path)].flat().join(', ');
  const number = (path: string) => (typeof at(path) === 'number' ? Number(at(path)) : undefined);
  const join = (names: readonly string[]) =>
    names
      .map(text)
      .filter((part) => part !== '')
      .join(', ');
  const place = paths.includes('location.city') ? 'location' : 'expansionLocation';
  const investment = number('investment');
  const jobs = number('jobs') ?? number('numberOfJobs');
  return {
    dataset,
    id: text('id'),
    announced: text('announcedDate'),
    modified: text('lastModified'),
    company: text('company.name') || text('company.domain'),
    what: join(WHAT),
    headline: text('title'),
    where: join(['city', 'state', 'country'].map((part) => `${place}.${part}`)),
    ...(investment !== undefined && { investment }),
    currency: text('currency'),
    ...(jobs !== undefined && { jobs }),
    link: text('url'),
  };
}
