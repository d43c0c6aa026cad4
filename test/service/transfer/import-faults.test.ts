/** Imports with a fault in every line: every line is reported, and nothing is written. */
import { scaled } from '../../support/scale.js';
import { useEngine } from '../support/engines.js';
import { errorsOf, runImport, useFolder } from '../support/import-runs.js';

const engine = useEngine();
const folder = useFolder();

/** More than a batch. */
const LINES = scaled(1_100, 100_000);

type Line = (index: number) => string;

const record = (index: number, more: object = {}) =>
  JSON.stringify({
    id: `r${index}`,
    announcedDate: '2026-01-05',
    company: { name: `Company ${index % 1_000}` },
    title: `Headline ${index} of usual length about a site`,
    ...more,
  });

const NDJSON: Readonly<Record<string, Line>> = {
  'no JSON': (index) => record(index).slice(0, -1),
  'no object': () => '[]',
  'a wrong date': (index) => record(index, { announcedDate: 'soon' }),
  'a wrong number': (index) => record(index, { jobs: 'many' }),
  'an unknown company': (index) => record(index, { company: {} }),
  'a text that cannot be stored': (index) => record(index, { title: 'a\u0000b' }),
  'a year that is none': (index) => record(index, { announcedDate: '0000-01-01' }),
  'half a character': (index) => record(index, { title: '\ud800' }),
};

const HEADER = 'id,announcedDate,company.name,title';
const row: Line = (index) =>
  `r${index},2026-01-05,Company ${index % 1_000},Headline ${index} of usual length about`;
const CSV: Readonly<Record<string, Line>> = {
  'a stray quote at the end': (index) => `${row(index)}"`,
  'a stray quote at the start of a value': (index) => `r${index},2026-01-05,"Company,Headline`,
  'a quote within a value': (index) => `${row(index)} "of" a site`,
  'a closed quote within a row': (index) => `r${index},2026-01-05,"Company"x,Headline`,
  'too many values': (index) => `${row(index)},more`,
  'a wrong date': (index) => `r${index},soon,Company,Headline`,
};

describe.each([
  ['ndjson', (index: number) => record(index), NDJSON, []],
  ['csv', row, CSV, [HEADER]],
] as const)('%s', (format, good, faults, header) => {
  const written = async (line: Line) => {
    const lines = Array.from({ length: LINES }, (_, index) => line(index));
    const file = await folder.write(`faults.${format}`, [...header, ...lines].join('\n'));
    return { file, report: await runImport(engine.store, { file, batchLines: scaled(500, 5_000) }) };
  };

  test('without a fault', async () => {
    expect((await written(good)).report).toMatchObject({ lines: LINES, written: LINES, refused: 0 });
  });

  test.each(Object.entries(faults))('%s', async (_name, line) => {
    const { file, report } = await written(line);
    expect(report).toMatchObject({ lines: LINES, written: 0, refused: LINES });
    const errors = await errorsOf(file);
    expect(errors.map((error) => error.line)).toEqual(
      errors.map((_error, index) => header.length + index + 1),
    );
    expect(errors).toHaveLength(LINES);
  });
});
