/** Runs imports of files that a test writes. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportKind } from '../../../src/service/database/import-batch.js';
import type { Store } from '../../../src/service/store/create-store.js';
import { errorsFileOf, importFile } from '../../../src/service/transfer/import-file.js';
import { useTempFolder } from '../../support/temp-folder.js';
import { type OpenedEngine, useEngine } from './engines.js';

export interface Run {
  readonly kind?: ImportKind;
  readonly file: string;
  readonly batchLines?: number;
  readonly today?: () => string;
  readonly say?: (line: string) => unknown;
}

/** A folder for all tests of the calling suite or block. */
export function useFolder() {
  const folder = useTempFolder();
  return {
    path: folder,
    /** Writes lines, or a text unchanged; returns the file's path. */
    write: async (name: string, content: string | readonly unknown[]): Promise<string> => {
      const file = path.join(folder, name);
      const text =
        typeof content === 'string' ? content : content.map((line) => JSON.stringify(line)).join('\n');
      await writeFile(file, text);
      return file;
    },
  };
}

/** An engine for all tests of the calling suite or block, which is emptied after each. */
export function useEmptiedEngine(): OpenedEngine {
  const engine = useEngine();
  afterEach(async () => {
    const tables = await engine.sql(`select tablename from pg_tables where schemaname = 'public'`);
    await engine.sql(`truncate ${tables.map(({ tablename }) => tablename).join(', ')}`);
  });
  return engine;
}

/** Imports with 2026-03-10 as today. */
export function runImport(
  store: Store,
  { kind = 'business-expansion', file, ...options }: Run,
): ReturnType<typeof importFile> {
  return importFile({
    store,
    kind,
    file,
    format: file.endsWith('.csv') ? 'csv' : 'ndjson',
    today: () => '2026-03-10',
    ...options,
  });
}

export async function errorsOf(file: string): Promise<readonly { line: number; message: string }[]> {
  const text = await readFile(errorsFileOf(file), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; message: string });
}
