/**
 * Imports a file in batches, while no other import runs. Bad lines go to a separate file; all others are
 * imported. An interrupted import is run again: it finds unchanged what it has written before.
 */
import { randomUUID } from 'node:crypto';
import { appendFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportItem, ImportKind } from '../database/import-batch.js';
import type { Store } from '../store/create-store.js';
import { type FileFormat, readFileLines } from './read-file.js';
import { ItemError, readItem } from './read-item.js';

const BATCH_LINES = 5_000;
/** The interval at which a waiting import tries to get the lease. */
const LEASE_RETRY_MS = 250;
const PROGRESS_EVERY_MS = 10_000;

interface ImportOptions {
  readonly store: Pick<Store, 'beginImport' | 'importBatch' | 'endImport'>;
  readonly kind: ImportKind;
  readonly file: string;
  readonly format: FileFormat;
  /** The day on which a batch is written, 'YYYY-MM-DD': an import may wait, or run past midnight. */
  readonly today: () => string;
  /** @default 5000 */
  readonly batchLines?: number;
  /** Called with lines for the operator: that another import is running, progress, and unwritable bad lines. */
  readonly say?: (line: string) => unknown;
}

interface BadLine {
  readonly line: number;
  readonly message: string;
  readonly text: string;
}

/** Returns the file for bad lines, one JSON line each; it replaces that of an earlier import of the file. */
export function errorsFileOf(file: string): string {
  return `${file}.errors.ndjson`;
}

/** @throws errors of the file system, of a CSV header and of the database; items imported until then stay */
export async function importFile(options: ImportOptions) {
  const { store, file, say } = options;
  const owner = randomUUID();
  for (let tries = 1; !(await store.beginImport(owner)); tries += 1) {
    if (tries === 1) say?.('Another import is running: this one waits for it');
    await sleep(LEASE_RETRY_MS);
  }
  try {
    await rm(errorsFileOf(file), { force: true });
    return await importLines(options, owner);
  } finally {
    // a lease that cannot be released expires; the import's own error is the one to report
    await store.endImport(owner).catch(() => undefined);
  }
}

interface ReadLine extends Omit<BadLine, 'message'> {
  readonly item: ImportItem;
}

async function importLines(options: ImportOptions, owner: string) {
  const { store, kind, file, today, say, batchLines = BATCH_LINES } = options;
  const report = { lines: 0, written: 0, unchanged: 0, refused: 0 };
  let items: ReadLine[] = [];
  let bad: BadLine[] = [];
  let toldAt = performance.now();

  async function refuse(refusals: readonly BadLine[]): Promise<void> {
    if (refusals.length === 0) return;
    report.refused += refusals.length;
    const reports = refusals
      .map(({ line, message, text }) => JSON.stringify({ line, message, text }))
      .join('\n');
    await appendFile(errorsFileOf(file), `${reports}\n`, { mode: 0o600 }).catch((error: Error) =>
      // the operator may not be allowed to write into the folder of the file
      say?.(`${error.message}. The bad lines are:\n${reports}`),
    );
  }

  /** Finds items that the database rejects by bisection, so that one bad line does not cost the others. */
  async function write(lines: readonly ReadLine[]): Promise<void> {
    const [first] = lines;
    if (!first) return;
    try {
      const batch = { kind, items: lines.map(({ item }) => item), today: today(), owner };
      const { written, unchanged, refused } = await store.importBatch(batch);
      await refuse(refused.map(({ index, message }) => ({ ...lines[index]!, message })));
      report.written += written;
      report.unchanged += unchanged;
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (lines.length === 1) return refuse([{ ...first, message: (error as Error).message }]);
      const middle = Math.floor(lines.length / 2);
      await write(lines.slice(0, middle));
      await write(lines.slice(middle));
    }
  }

  async function flush(): Promise<void> {
    await refuse(bad);
    await write(items);
    [items, bad] = [[], []];
    if (performance.now() - toldAt < PROGRESS_EVERY_MS) return;
    toldAt = performance.now();
    say?.(`${report.lines} lines`);
  }

  for await (const { line, text, value, problem } of readFileLines(options)) {
    report.lines += 1;
    try {
      if (problem !== undefined) throw new ItemError(problem);
      items.push({ line, text, item: readItem(kind, value) });
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      bad.push({ line, text, message: error.message });
    }
    if (items.length + bad.length >= batchLines) await flush();
  }
  await flush();
  return report;
}

/** True for a value that the database cannot store, that is too large for it, or that breaks a constraint. */
function isDataError(error: unknown): boolean {
  return /^(?:22|23|54)...$/.test(String((error as { code?: unknown }).code));
}
