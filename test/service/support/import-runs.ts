/** Runs imports of files that a test writes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ImportKind } from '../../../src/service/database/import-batch.js';
import type { Store } from '../../../src/service/store/create-store.js';
import { type ImportReport, importFile } from '../../../src/service/transfer/import-file.js';
import { standInFor } from '../../support/stand-in.js';

export interface Run {
  readonly kind?: ImportKind;
  readonly file: string;
  readonly restart?: boolean;
  readonly batchLines?: number;
  readonly today?: () => string;
}

export interface ImportFolder {
  readonly path: string;
  /** Writes lines, or a text unchanged; returns the file's path. */
  readonly write: (name: string, content: string | readonly unknown[]) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** A folder for all tests of the calling suite or block. */
export function useFolder(): ImportFolder {
  let folder: ImportFolder | undefined;
  beforeAll(async () => {
    folder = await makeFolder();
  });
  afterAll(() => folder?.remove());
  return standInFor('folder', () => folder);
}

async function makeFolder(): Promise<ImportFolder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-test-'));
  return {
    path: folder,
    write: async (name, content) => {
      const file = path.join(folder, name);
      const text =
        typeof content === 'string' ? content : content.map((line) => JSON.stringify(line)).join('\n');
      await writeFile(file, text);
      return file;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

/** Imports with 2026-03-10 as today. */
export function runImport(
  store: Store,
  { kind = 'business-expansion', file, restart = false, ...options }: Run,
): Promise<ImportReport> {
  return importFile({
    store,
    kind,
    file,
    format: file.endsWith('.csv') ? 'csv' : 'ndjson',
    errorsFile: `${file}.errors`,
    today: () => '2026-03-10',
    restart,
    ...options,
    onProgress: () => undefined,
  });
}

export async function errorsOf(file: string): Promise<readonly { line: number; message: string }[]> {
  const text = await readFile(`${file}.errors`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; message: string });
}
