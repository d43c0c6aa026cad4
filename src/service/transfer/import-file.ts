/**
 * Imports a file in batches, while no other import runs. Each batch's transaction stores the progress, so an
 * interrupted import resumes where it stopped. Bad lines go to a separate file; all others are imported.
 */
import { createHash, randomUUID } from 'node:crypto';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { objectOf, readJson } from '../../contract/json.js';
import type { ImportItem, ImportKind } from '../database/import-batch.js';
import type { Lease } from '../database/import-lease.js';
import type { Store } from '../store/create-store.js';
import { type FileFormat, readFileLines } from './read-file.js';
import { ItemError, readItem } from './read-item.js';
import { readLines } from './read-lines.js';

const BATCH_LINES = 5_000;
/** The interval at which a waiting import tries to get the lease. */
const LEASE_RETRY_MS = 250;

export interface ImportOptions {
  readonly store: Pick<Store, 'beginImport' | 'importBatch' | 'endImport'>;
  readonly kind: ImportKind;
  readonly file: string;
  readonly format: FileFormat;
  /** The file for bad lines, one JSON line each; removed if there are none. It may hold an earlier report. */
  readonly errorsFile: string;
  /** The day on which a batch is written, 'YYYY-MM-DD': an import may wait, or run past midnight. */
  readonly today: () => string;
  /** @default 5000 */
  readonly batchLines?: number;
  /** True: start from the first line, even if an earlier import of this file was interrupted. */
  readonly restart: boolean;
  /** Called with the share of the file that was read, from 0 to 1, and the number of lines so far. */
  readonly onProgress: (share: number, lines: number) => void;
  /** Called once if another import is running. */
  readonly onWaiting?: () => void;
}

export interface ImportReport {
  readonly lines: number;
  /** New items, and items that differ from the stored ones. */
  readonly written: number;
  readonly unchanged: number;
  readonly refused: number;
  /** The line after which this run resumed; 0 for a run from the first line. */
  readonly resumedAfter: number;
}

interface BadLine {
  readonly line: number;
  readonly message: string;
  readonly text: string;
}

const isBadLine = objectOf<BadLine>({ line: 'number', message: 'string', text: 'string' });

/** @throws errors of the file system, of a CSV header and of the database; items imported until then stay */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const { store, kind, file } = options;
  const { size, mtimeMs } = await stat(file);
  await checkErrorsFile(options);
  const name = checkpointName(kind, path.resolve(file), size, mtimeMs);
  const lease = { name, owner: randomUUID() };
  const resumedAfter = await acquireLease(options, lease);
  let isDone = false;
  try {
    const report = await importLines(options, lease, size, resumedAfter);
    isDone = true;
    return report;
  } finally {
    // a lease that cannot be released expires; after a failure, the import's own error is the one to report
    const ended = store.endImport({ ...lease, isDone });
    await (isDone ? ended : ended.catch(() => undefined));
  }
}

/** Waits for the import lease. Returns the line after which the import begins. */
async function acquireLease({ store, restart, onWaiting }: ImportOptions, lease: Lease): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const after = await store.beginImport({ ...lease, restart });
    if (after !== undefined) return after;
    if (tries === 1) onWaiting?.();
    await sleep(LEASE_RETRY_MS);
  }
}

interface ReadLine {
  readonly line: number;
  readonly text: string;
  readonly item: ImportItem;
}

async function importLines(
  options: ImportOptions,
  lease: Lease,
  size: number,
  resumedAfter: number,
): Promise<ImportReport> {
  const { kind, errorsFile, onProgress, batchLines = BATCH_LINES } = options;
  await dropErrorsAfter(errorsFile, resumedAfter);
  // loads the checks of accounts only if needed
  const readOne =
    kind === 'accounts'
      ? (await import('./read-account.js')).readAccountLine
      : (value: unknown) => readItem(kind, value);
  const writer = createWriter(options, lease);
  let [lines, bytes] = [0, 0];
  let items: ReadLine[] = [];
  let bad: BadLine[] = [];
  let lastLine = resumedAfter;
  // the next batch is read while this one is written
  let writing: Promise<void> = Promise.resolve();

  const flush = async () => {
    const [batch, problems, line, at] = [items, bad, lastLine, lines];
    [items, bad] = [[], []];
    await writing;
    writing = writer.write(batch, problems, line).then(() => onProgress(size === 0 ? 1 : bytes / size, at));
    // the next await throws the error; until then it must not count as unhandled
    writing.catch(() => undefined);
  };
  const onBytes = (read: number) => {
    bytes = read;
  };
  for await (const { line, text, value, problem } of readFileLines({ ...options, onBytes })) {
    if (line <= resumedAfter) continue;
    lines += 1;
    lastLine = line;
    try {
      if (problem !== undefined) throw new ItemError(problem);
      items.push({ line, text, item: readOne(value) });
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      bad.push({ line, text, message: error.message });
    }
    if (items.length + bad.length >= batchLines) await flush();
  }
  if (items.length + bad.length > 0) await flush();
  await writing;
  onProgress(1, lines);
  return { lines, ...writer.counts, resumedAfter };
}

function createWriter({ store, kind, today, errorsFile }: ImportOptions, lease: Lease) {
  const counts = { written: 0, unchanged: 0, refused: 0 };

  /** Finds items that the database rejects by bisection, so that one bad line does not cost the others. */
  async function writePart(part: readonly ReadLine[], lastLine: number | undefined): Promise<void> {
    const checkpoint = { ...lease, ...(lastLine !== undefined && { line: lastLine }) };
    try {
      const count = await store.importBatch({
        kind,
        items: part.map(({ item }) => item),
        today: today(),
        checkpoint,
      });
      await refuse(count.refused.map(({ index, message }) => ({ ...part[index]!, message })));
      counts.written += count.written;
      counts.unchanged += count.unchanged;
    } catch (error) {
      const [first] = part;
      if (!first || !isDataError(error)) throw error;
      if (part.length === 1) {
        await refuse([{ ...first, message: (error as Error).message }]);
        if (lastLine !== undefined) await writePart([], lastLine);
        return;
      }
      const middle = Math.floor(part.length / 2);
      await writePart(part.slice(0, middle), undefined);
      // the import may resume after this batch only when all of its items are written
      await writePart(part.slice(middle), lastLine);
    }
  }

  async function refuse(refusals: readonly BadLine[]): Promise<void> {
    const reports = refusals.map(({ line, message, text }) => `${JSON.stringify({ line, message, text })}\n`);
    if (reports.length > 0) await appendFile(errorsFile, reports.join(''), { mode: 0o600 });
    counts.refused += refusals.length;
  }

  return {
    counts,
    /** @param lastLine the line after which an interrupted import now resumes */
    write: async (batch: readonly ReadLine[], problems: readonly BadLine[], lastLine: number) => {
      // bad lines first: an interruption then leaves too many of them, which the resumed import removes
      await refuse(problems);
      // what the database has refused is known only after its commit, and reported before the import may resume here
      const isJudgedByDatabase = kind === 'accounts' || kind === 'groups';
      await writePart(batch, isJudgedByDatabase ? undefined : lastLine);
      if (isJudgedByDatabase) await writePart([], lastLine);
    },
  };
}

/** True for a value that the database cannot store, or that is too large for it. */
function isDataError(error: unknown): boolean {
  return /^(?:22|54)...$/.test(String((error as { code?: unknown }).code));
}

/** A changed file counts as another file. */
function checkpointName(kind: ImportKind, file: string, size: number, mtimeMs: number): string {
  const identity = JSON.stringify([kind, file, size, mtimeMs]);
  return `import ${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`;
}

/** An errors file is replaced, so it may be neither the imported file nor one that holds anything but a report. */
async function checkErrorsFile({ file, errorsFile }: ImportOptions): Promise<void> {
  const found = await stat(errorsFile).catch(() => undefined);
  if (!found) return;
  const { dev, ino } = await stat(file);
  if (found.dev === dev && found.ino === ino)
    throw new Error(
      `${errorsFile} is the file to import: name another one for the lines that cannot be read`,
    );
  if (found.isFile() && (await isReport(errorsFile))) return;
  throw new Error(`${errorsFile} is no report of an import: remove it, or name another file`);
}

async function isReport(file: string): Promise<boolean> {
  for await (const { text } of readLines(file, () => undefined)) return Number.isFinite(lineOf(text));
  return true;
}

/** Removes the reports of an interrupted import about lines that will be read again. */
async function dropErrorsAfter(errorsFile: string, line: number): Promise<void> {
  if (line === 0) return rm(errorsFile, { force: true });
  const text = await readFile(errorsFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const kept = text.split('\n').filter((entry) => lineOf(entry) <= line);
  if (kept.length > 0) await writeFile(errorsFile, `${kept.join('\n')}\n`, { mode: 0o600 });
  else await rm(errorsFile, { force: true });
}

/** Returns Infinity for an incomplete line. */
function lineOf(entry: string): number {
  return readJson(entry, isBadLine)?.line ?? Number.POSITIVE_INFINITY;
}
