/** The add-on's sample records. A formula shows them for the company `"demo"`, free, until a key is saved. */
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { addDays, wireFromIso } from '../../contract/dates.js';
import type { Fields } from '../../contract/json.js';
import { createFilterTest } from '../../core/filter-test.js';
import { resolveQuery } from '../../core/query.js';
import { byNewest, dayOn, positionsOf } from '../../core/records.js';
import { errors } from '../errors.js';
import type { Question } from '../question/question.js';
import { createRowReader, type Row } from '../table/rows.js';
import samples from './sample-records.json';

const DEMO = 'demo';
/** Not every dataset needs samples. */
const RECORDS: Readonly<Partial<Record<DatasetName, readonly (readonly unknown[])[]>>> = samples;

/** A record with an age in days instead of dates, so that "the last 30 days" always has records. */
interface Sample {
  readonly age: number;
  /** Index in the list of companies. */
  readonly company: number;
  readonly previous: number | null;
  /** City, state, country. */
  readonly place: string | null;
}

/** True if the question's only company is "demo". */
export function asksForSamples({ companies, groups }: Question): boolean {
  return groups.length === 0 && companies.length === 1 && companies[0]?.toLowerCase() === DEMO;
}

/** @throws BAD_INPUT for the company "demo": the key would pay for its question */
export function refuseSamples(question: Question): void {
  if (asksForSamples(question)) throw errors.samplesOnly();
}

/** Returns the matching sample records in the order and up to the limit of the service. */
export function sampleAnswer(question: Question, today: string) {
  const { dataset, filters } = question;
  const { keys, axis, from, to } = resolveQuery(question, today, {});
  const [key = { dataset, filters: {} }] = keys;
  const isWanted = createFilterTest(key);
  const positions = positionsOf(dataset);
  const matching = rowsOf(dataset, today)
    .filter((row) => {
      const day = dayOn(axis, row, positions);
      return day !== undefined && day >= from && day <= to && isWanted(row);
    })
    .sort(byNewest(axis, positions));
  const rows = matching.slice(0, Number(filters['limit']));
  return { rows, isTruncated: rows.length < matching.length, isSample: true };
}

function rowsOf(dataset: DatasetName, today: string): Row[] {
  const { dates, record } = DATASETS[dataset];
  const place = 'location' in record ? 'location' : 'expansionLocation';
  const records = readTable<Sample>(RECORDS[dataset] ?? []).map((sample, index): Fields => {
    const { age, company, previous = null, place: where, ...fields } = sample;
    const { executiveName, executiveTitle } = fields as Fields;
    const id = `sample-${dataset}-${index + 1}`;
    const [city, state, country] = where?.split(', ') ?? [];
    const day = wireFromIso(addDays(today, -age), dates);
    return {
      ...fields,
      id,
      announcedDate: day,
      lastModified: day,
      ...(executiveName !== undefined && { title: `${executiveName}, ${executiveTitle}` }),
      company: companyAt(company),
      ...(previous !== null && { executivePreviousCompany: companyAt(previous) }),
      [place]: { city, state, country },
      url: `https://news.example/${id}`,
    };
  });
  return createRowReader(RECORD_COLUMNS[dataset])(records);
}

function companyAt(index: number) {
  return { id: `sample-c${index + 1}`, ...readTable<object>(samples.companies)[index] };
}

/** The first row has the names of the fields. */
function readTable<T>([names = [], ...rows]: readonly (readonly unknown[])[]): readonly T[] {
  return rows.map(
    (row) => Object.fromEntries(names.map((name, index) => [String(name), row[index]])) as unknown as T,
  );
}
