/** The commands that import and export data. */
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { addDays, isoFromWire } from '../../contract/dates.js';
import { IMPORT_KINDS } from '../database/import-batch.js';
import { exportTo } from '../transfer/export-file.js';
import { importFile } from '../transfer/import-file.js';
import type { FileFormat } from '../transfer/read-file.js';
import { type Command, CommandError, choiceOf, UsageError } from './command.js';
import { createProgress } from './progress.js';

const FORMATS: readonly FileFormat[] = ['ndjson', 'csv'];
const MAX_DAYS_AHEAD = 3_660;

export const TRANSFER_COMMANDS: Readonly<Record<string, Command>> = {
  import: {
    summary: 'import a file; an interrupted import resumes where it stopped',
    usage: `KIND FILE [--format ndjson|csv] [--errors FILE] [--restart]   KIND: ${IMPORT_KINDS.join(', ')}`,
    options: { format: { type: 'string' }, errors: { type: 'string' }, restart: { type: 'boolean' } },
    positionals: ['KIND', 'FILE'],
    run: async ({ positionals: [kindText, file = ''], values, flags }, context) => {
      const kind = choiceOf('KIND', kindText, IMPORT_KINDS);
      const format = formatOf(values['format'], file);
      const errorsFile = values['errors'] ?? `${file}.errors.ndjson`;
      await stat(file).catch(() => {
        throw new CommandError(`${file} cannot be read`);
      });
      const progress = createProgress(process.stderr);
      const report = await context.withStore((store) =>
        importFile({
          store,
          kind,
          file,
          format,
          errorsFile,
          today: today(),
          restart: flags.has('restart'),
          onProgress: progress.update,
          onWaiting: () => process.stderr.write('Another import is running: this one waits for it\n'),
        }),
      );
      progress.end();
      const text =
        `${report.lines} lines: ${report.written} written, ${report.unchanged} unchanged, ${report.refused} refused` +
        (report.resumedAfter > 0 ? ` (resumed after line ${report.resumedAfter})` : '') +
        (report.refused > 0 ? `; see ${errorsFile}` : '');
      return { data: report, text };
    },
  },
  export: {
    summary: 'write the data in the format of import, to a file or to standard output',
    usage: `KIND [--format ndjson|csv] [--to FILE]   KIND: ${IMPORT_KINDS.join(', ')}`,
    options: { format: { type: 'string' }, to: { type: 'string' } },
    positionals: ['KIND'],
    run: async ({ positionals: [kindText], values }, context) => {
      const kind = choiceOf('KIND', kindText, IMPORT_KINDS);
      const { to } = values;
      const format = formatOf(values['format'], to ?? '');
      const output = to === undefined ? process.stdout : await outputTo(to);
      const items = await context.withStore((store) =>
        exportTo({ store, kind, format, output, onProgress: () => undefined }),
      );
      return to === undefined
        ? { data: undefined, text: '' }
        : { data: { kind, items }, text: `${items} written to ${to}` };
    },
  },
  seed: {
    summary: 'fill an empty database with sample data up to today, or bring sample data up to date',
    usage: '[--until DAY]',
    options: { until: { type: 'string' } },
    run: async ({ values }, context) => {
      const until = dayOf('until', values['until'] ?? today());
      const report = await context.withStore((store) => store.seed(until));
      return { data: report, text: `${report.records} records written` };
    },
  },
};

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A day that is not years ahead: sample data is made day by day. @throws UsageError */
function dayOf(name: string, text: string): string {
  const day = isoFromWire(text, 'YYYY-MM-DD');
  if (day !== undefined && day <= addDays(today(), MAX_DAYS_AHEAD)) return day;
  throw new UsageError(`--${name} must be a day such as ${today()}, at most ${MAX_DAYS_AHEAD} days ahead`);
}

/** Opened before the store, so that a wrong file name fails first. */
async function outputTo(file: string): Promise<Writable> {
  try {
    return (await open(file, 'w', 0o600)).createWriteStream();
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

function formatOf(text: string | undefined, file: string): FileFormat {
  if (text === undefined) return path.extname(file).toLowerCase() === '.csv' ? 'csv' : 'ndjson';
  return choiceOf('--format', text, FORMATS);
}
