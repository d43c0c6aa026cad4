/** The sandbox's persistent state: one JSON file, which each write replaces completely. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listOf, objectOf, readJson } from '../../contract/json.js';
import type { StoredSpreadsheet, StoredSpreadsheets } from '../host/spreadsheets.js';

export interface SandboxState extends Partial<StoredSpreadsheets> {
  /** The demo key of the sandbox's own service. */
  readonly apiKey?: string | undefined;
  readonly servicePort?: number | undefined;
}

/** Checks the outer fields. What they contain is found to be damaged when it is opened. */
const isState = objectOf<SandboxState>({
  apiKey: 'string?',
  servicePort: 'number?',
  script: 'object?',
  spreadsheets: 'list?',
});
const areSpreadsheets = listOf(
  objectOf<StoredSpreadsheet>({
    id: 'string',
    owner: 'string?',
    charts: 'object?',
    workbook: 'object?',
  }),
);

const WRITE_AFTER_MS = 500;
const WRITE_AGAIN_AFTER_MS = 10_000;

/** @throws if the file exists but is not readable; then nothing overwrites it. */
export function openStateFile(file: string, current: () => SandboxState) {
  const before = textOf(file);
  const initial = stateFrom(before, file);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let canWrite = false;
  let isSaved = true;
  /**
   * Writes now, if this sandbox owns the data. A full disk does not end the sandbox, which tries again later.
   * @param remedy the end of the message about a failure
   * @returns false after a failure
   */
  const write = (remedy = 'mend it, the sandbox tries again every 10 s'): boolean => {
    clearTimeout(timer);
    timer = undefined;
    if (!canWrite) return true;
    // after a crash there is the old file or the new one, never a part
    const next = `${file}.next`;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(next, JSON.stringify(current()), { mode: 0o600, flush: true });
      renameSync(next, file);
      isSaved = true;
    } catch (error) {
      isSaved = false;
      process.stderr.write(`The spreadsheet is not saved (${(error as Error).message}): ${remedy}\n`);
      changed(WRITE_AGAIN_AFTER_MS);
    }
    return isSaved;
  };
  /** Schedules a write; changes until then share it. */
  const changed = (afterMs = WRITE_AFTER_MS): void => {
    timer ??= setTimeout(() => write(), afterMs).unref();
  };
  return {
    initial,
    /** Opens the content of the file. @throws an error that names the file */
    open<T>(read: () => T): T {
      try {
        return read();
      } catch (error) {
        const reason = (error as Error).message;
        throw new Error(`${file} cannot be opened (${reason}): rename it to start with a new spreadsheet`);
      }
    },
    write,
    changed: () => changed(),
    /** False from a failed write to the next one that succeeds. */
    isSaved: () => isSaved,
    /**
     * Allows writes. Before this call another sandbox may own the data.
     * @throws if one has written since this sandbox has read the file: its last changes must not be lost
     */
    enableWrites(): void {
      if (textOf(file) !== before)
        throw new Error(`Another sandbox has just saved ${file}: start again to continue from there`);
      canWrite = true;
      changed();
    },
  };
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '{}';
}

function stateFrom(text: string, file: string): SandboxState {
  const state = readJson(text, isState);
  if (state && areSpreadsheets(state.spreadsheets ?? [])) return state;
  throw new Error(`${file} is damaged: rename it to start with a new spreadsheet`);
}
