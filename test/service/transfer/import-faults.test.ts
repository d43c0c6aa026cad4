/** Imports with a fault in every line: they take at most twice as long as without, and every line is reported. */
import { scaled } from '../../support/scale.js';
import { ENGINES, useEngine } from '../support/engines.js';
import { errorsOf, runImport, useFolder } from '../support/import-runs.js';

const folder = useFolder();

/** A line with a fault reaches no engine: all of them on one, some on the others. */
const linesOn = (turn: number) => (turn === 0 ? scaled(10_000, 100_000) : 10_000);
/** What the machine does besides. */
const SLACK_MS = 500;

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

const mostBeside = ({ ms }: { readonly ms: number }): number => 2 * ms + SLACK_MS;

describe.each(ENGINES)('on $name', ({ open, turn }) => {
  const count = linesOn(turn);
  const engine = useEngine(open);

  test.each([
    ['ndjson', (index: number) => record(index), NDJSON, []],
    ['csv', row, CSV, [HEADER]],
  ] as const)('%s', async (format, good, faults, header) => {
    const timed = async (name: string, line: Line) => {
      const lines = Array.from({ length: count }, (_, index) => line(index));
      const file = await folder.write(`${engine.name}.${format}`, [...header, ...lines].join('\n'));
      await engine.sql('delete from business_expansion');
      const started = performance.now();
      const report = await runImport(engine.store, { file });
      return { name, ms: Math.round(performance.now() - started), report, file };
    };
    const without = await timed('no fault', good);
    expect(without.report).toMatchObject({ lines: count, written: count, refused: 0 });
    const times = [without];
    for (const [name, line] of Object.entries(faults)) {
      const one = await timed(name, line);
      times.push(one);
      expect([name, one.report]).toMatchObject([name, { lines: count, written: 0, refused: count }]);
      expect(await errorsOf(one.file)).toHaveLength(count);
    }
    const shown = times.map(({ name, ms }) => `${name} ${ms}`).join(', ');
    process.stderr.write(`${engine.name}, ${format}, ms: ${shown}\n`);
    // the machine may have had more to do meanwhile: what took too long is compared once more, side by side
    const late = times.filter(({ ms }) => ms > mostBeside(without));
    const lateAgain = [];
    for (const { name } of late) {
      const beside = mostBeside(await timed('no fault', good));
      const { ms } = await timed(name, (faults as Readonly<Record<string, Line>>)[name]!);
      if (ms > beside) lateAgain.push({ name, ms, most: beside });
    }
    expect(lateAgain).toEqual([]);
  });
});
