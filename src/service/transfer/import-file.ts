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

interface ImportOptions {
  readonly store: Pick<Store, 'beginImport' | 'importBatch' | 'endImport'>;
  readonly kind: ImportKind;
  readonly file: string;
  readonly format: FileFormat;
  /** The day on which a batch is written, 'YYYY-MM-DD': an import may wait, or run past midnight. */
  readonly today: () => string;
  /** @default 5000 */
  readonly batchLines?: number;
  /** Called with the number of lines so far. */
  readonly onProgress: (lines: number) => void;
  /** Called once if another import is running. */
  readonly onWaiting?: () => void;
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
  const { store, file, onWaiting } = options;
  const owner = randomUUID();
  for (let tries = 1; !(await store.beginImport(owner)); tries += 1) {
    if (tries === 1) onWaiting?.();
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
  const { kind, onProgress, batchLines = BATCH_LINES } = options;
  const writer = createWriter(options, owner);
  let lines = 0;
  let items: ReadLine[] = [];
  let bad: BadLine[] = [];

  const flush = async () => {
    await writer.write(items, bad);
    [items, bad] = [[], []];
    onProgress(lines);
  };
  for await (const { line, text, value, problem } of readFileLines(options)) {
    lines += 1;
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
  return { lines, ...writer.counts };
}

function createWriter({ store, kind, today, file }: ImportOptions, owner: string) {
  const counts = { written: 0, unchanged: 0, refused: 0 };

  /** Finds items that the database rejects by bisection, so that one bad line does not cost the others. */
  async function writeItems(lines: readonly ReadLine[]): Promise<void> {
    const [first] = lines;
    if (!first) return;
    const items = lines.map(({ item }) => item);
    try {
      const count = await store.importBatch({ kind, items, today: today(), owner });
      await refuse(count.refused.map(({ index, message }) => ({ ...lines[index]!, message })));
      counts.written += count.written;
      counts.unchanged += count.unchanged;
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (lines.length === 1) return refuse([{ ...first, message: (error as Error).message }]);
      const middle = Math.floor(lines.length / 2);
      await writeItems(lines.slice(0, middle));
      await writeItems(lines.slice(middle));
    }
  }

  async function refuse(refusals: readonly BadLine[]): Promise<void> {
    const reports = refusals.map(({ line, message, text }) => `${JSON.stringify({ line, message, text })}\n`);
    if (reports.length > 0) await appendFile(errorsFileOf(file), reports.join(''), { mode: 0o600 });
    counts.refused += refusals.length;
  }

  return {
    counts,
    write: async (batch: readonly ReadLine[], problems: readonly BadLine[]) => {
      await refuse(problems);
      await writeItems(batch);
    },
  };
}

/** True for a value that the database cannot store, that is too large for it, or that breaks a constraint. */
function isDataError(error: unknown): boolean {
  return /^(?:22|23|54)...$/.test(String((error as { code?: unknown }).code));
}
