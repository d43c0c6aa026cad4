/** Folders of tests, which are removed with what is in them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Returns a function that makes empty folders; removes them after the calling suite or block. */
export function useTempFolders(): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made)
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'signals-test-'));
    made.push(folder);
    return folder;
  };
}

/** Copies parts of the project into a folder, without packages. */
export function copyParts(names: readonly string[], folder: string): void {
  const root = path.resolve(__dirname, '../..');
  const isOurs = (file: string) => !/node_modules|\.tsbuildinfo$/.test(path.relative(root, file));
  for (const name of names)
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isOurs });
}

/** An empty folder for all tests of the calling suite or block. */
export const useTempFolder = (): string => useTempFolders()();
