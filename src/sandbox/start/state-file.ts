/** The sandbox's data between two starts: one JSON file, always replaced completely. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IWorkbookData } from '@univerjs/core';
import { listOf, objectOf, readJson } from '../../contract/json.js';
import type { StoredState } from '../host/host-types.js';
import { firstSpreadsheet, type StoredSpreadsheet, type StoredSpreadsheets } from '../host/spreadsheets.js';

export interface SandboxState extends Partial<StoredSpreadsheets> {
  /** The demo key of the sandbox's own service. */
  readonly apiKey?: string;
  readonly servicePort?: number;
}

/** As earlier versions have written it: one spreadsheet. */
interface OldState extends SandboxState {
  readonly host?: StoredState;
  readonly workbook?: IWorkbookData;
}

/** The workbooks' own data are Univer's to judge. */
const isState = objectOf<OldState>({
  apiKey: 'string?',
  servicePort: 'number?',
  script: 'object?',
  spreadsheets: 'list?',
  host: 'object?',
  workbook: 'object?',
});
const areSpreadsheets = listOf(
  objectOf<StoredSpreadsheet>({
    id: 'string',
    owner: 'string?',
    inTrash: 'boolean?',
    charts: 'object?',
    timeZone: 'string?',
    workbook: 'object?',
  }),
);

export interface StateFile {
  readonly initial: SandboxState;
  /** Nothing is written before this call: another sandbox may be using the data. */
  own(): void;
  /** Schedules a write; several changes are written together. */
  changed(): void;
  /** Writes now, if the data is ours. */
  write(): void;
}

const WRITE_AFTER_MS = 500;

/** @throws if the file exists but cannot be read: it is never overwritten then. */
export function openStateFile(file: string, current: () => SandboxState): StateFile {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let owned = false;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (!owned) return;
    mkdirSync(path.dirname(file), { recursive: true });
    // a crash leaves the old file or the new one, never a part of one
    const next = `${file}.next`;
    writeFileSync(next, JSON.stringify(current()), { mode: 0o600 });
    renameSync(next, file);
  };
  const changed = (): void => {
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  };
  return {
    initial: read(file),
    own() {
      owned = true;
      changed();
    },
    changed,
    write,
  };
}

function read(file: string): SandboxState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const state = readJson(text, isState);
  if (state && areSpreadsheets(state.spreadsheets ?? [])) return renewed(state);
  throw new Error(`${file} is damaged: delete it to start with a new spreadsheet`);
}

function renewed({ host, workbook, ...state }: OldState): SandboxState {
  if (state.spreadsheets || !workbook) return state;
  const { properties = {}, triggers = [], ...own } = host ?? {};
  return {
    ...state,
    script: { properties, triggers },
    spreadsheets: [{ ...firstSpreadsheet(workbook), ...own }],
  };
}
