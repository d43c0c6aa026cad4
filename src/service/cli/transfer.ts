/** The commands that import and export data. */
import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync, fstatSync } from 'node:fs';
import { access, constants, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { addDays, isoFromWire, todayInUtc } from '../../contract/dates.js';
import { IMPORT_KINDS, type ImportKind } from '../database/import-batch.js';
import type { Store } from '../store/create-store.js';
import { exportTo } from '../transfer/export-file.js';
import { errorsFileOf, importFile } from '../transfer/import-file.js';
import type { FileFormat } from '../transfer/read-file.js';
import { adderTo, type CommandContext, say } from './command.js';

const FORMATS: readonly FileFormat[] = ['ndjson', 'csv'];
const MAX_DAYS_AHEAD = 3_660;

export function addTransferCommands(program: Command, context: CommandContext): void {
  const add = adderTo(program, context);
  const kind = () => new Argument('<kind>', 'of the data').choices(IMPORT_KINDS);
  const format = () => new Option('--format <format>', 'by default as the file is named').choices(FORMATS);
  add('import', 'import a file; an interrupted import is run again', importOne)
    .addArgument(kind())
    .argument('<file>')
    .addOption(format())
    .hook('preAction', checkImport);
  add('export', 'write the data in the format of import, to a file or to standard output', exportOne)
    .addArgument(kind())
    .addOption(format())
    .option('--to <file>', 'the file');
  const summary = 'fill an empty database with sample data up to today, or bring sample data up to date';
  const until = new Option('--until <day>', 'the last day').argParser(readDay);
  add('seed', summary, seed).addOption(until.default(undefined, 'today'));
}

interface FileOptions {
  readonly format?: FileFormat;
  readonly to?: string;
}

/** Refuses a wrong file before the store is opened, and before the file with the errors of an earlier import is gone. */
async function checkImport(command: Command): Promise<void> {
  const [kind, file] = command.processedArgs as [ImportKind, string];
  formatOf(kind, file, command.opts());
  await access(file, constants.R_OK).catch(() => {
    throw new Error(`${file} cannot be read`);
  });
}

async function importOne(store: Store, kind: ImportKind, file: string, options: FileOptions) {
  const format = formatOf(kind, file, options);
  const report = await importFile({ store, kind, file, format, today: todayInUtc, say });
  const text =
    `${report.lines} lines: ${report.written} written, ${report.unchanged} unchanged, ${report.refused} refused` +
    (existsSync(errorsFileOf(file)) ? `; see ${errorsFileOf(file)}` : '');
  return { data: report, text };
}

async function exportOne(store: Store, kind: ImportKind, options: FileOptions) {
  const { to } = options;
  const format = formatOf(kind, to ?? '', options);
  const write = (output: Writable) => exportTo({ store, kind, format, output });
  if (to === undefined) {
    await write(standardOutput());
    return { data: undefined, text: '' };
  }
  const items = await replaceFile(to, write);
  return { data: { kind, items }, text: `${items} written to ${to}` };
}

/** @throws an Error for accounts as CSV */
function formatOf(kind: ImportKind, file: string, { format: asked }: FileOptions): FileFormat {
  const format = asked ?? (path.extname(file).toLowerCase() === '.csv' ? 'csv' : 'ndjson');
  if (kind === 'accounts' && format === 'csv') throw new Error('Accounts are NDJSON, and no CSV');
  return format;
}

async function seed(store: Store, { until = todayInUtc() }: { readonly until?: string }) {
  const report = await store.seed(until);
  return { data: report, text: `${report.records} records written` };
}

/** Refuses a day that is years ahead, because the seed command makes its data day by day. */
function readDay(text: string): string {
  const day = isoFromWire(text, 'YYYY-MM-DD');
  if (day !== undefined && day <= addDays(todayInUtc(), MAX_DAYS_AHEAD)) return day;
  throw new InvalidArgumentError(
    `It must be a day such as ${todayInUtc()}, at most ${MAX_DAYS_AHEAD} days ahead.`,
  );
}

/** Uses a write stream for a file, because Node's own stdout ignores a partial write to a full disk. */
function standardOutput(): Writable {
  const { stdout } = process;
  return fstatSync(stdout.fd).isFile() ? createWriteStream('', { fd: stdout.fd }) : stdout;
}

/** Writes to a temporary file and renames it when it is complete, so a failure leaves the old file intact. */
async function replaceFile<T>(named: string, write: (output: Writable) => Promise<T>): Promise<T> {
  const file = await realpath(named).catch(() => named);
  const found = await stat(file).catch(() => undefined);
  // a device or a pipe cannot be replaced by a rename; exports in two containers may have the same process id
  const draft = found && !found.isFile() ? file : `${file}.${randomUUID()}.unfinished`;
  const opened = await open(draft, 'w', found ? found.mode & 0o777 : 0o600).catch((error: Error) => {
    throw new Error(`${named} cannot be written: ${error.message}`);
  });
  try {
    const result = await write(opened.createWriteStream({ flush: true }));
    if (draft !== file) await rename(draft, file);
    return result;
  } catch (error) {
    if (draft !== file) await rm(draft, { force: true });
    throw error;
  }
}
