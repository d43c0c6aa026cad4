/** Answers that are being read page by page. Further pages come from here, so that reading on costs nothing. */
import { createHash } from 'node:crypto';
import { SignalsError } from '../../addon/errors.js';
import type { AnswerSource } from '../types.js';

export const PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 50;

export type ShownRecord = Readonly<Record<string, string | number | readonly string[]>>;

/** An answer as it was when it was fetched. */
export interface ReadAnswer {
  readonly records: readonly ShownRecord[];
  readonly cut?: 'limit' | 'max_credits';
  readonly source: AnswerSource;
  readonly askedAt: number;
  /** Credits that it cost when it was fetched, as far as it is known. */
  readonly paid: number;
}

export interface PageStore {
  /** The name of an answer; equal arguments have the same. */
  nameOf(...parts: readonly unknown[]): string;
  find(name: string): ReadAnswer | undefined;
  keep(name: string, answer: ReadAnswer): void;
}

export interface RecordPage {
  readonly records: readonly ShownRecord[];
  /** From 1; 0 without records. */
  readonly first: number;
  readonly cursor?: string;
}

const MAX_ANSWERS = 100;
/** The limit of all stored answers together: some 100 MB. */
const MAX_RECORDS = 50_000;

export function createPageStore(): PageStore {
  const answers = new Map<string, ReadAnswer>();
  const drop = (name: string): number => {
    const size = answers.get(name)?.records.length ?? 0;
    answers.delete(name);
    return size;
  };
  let count = 0;
  return {
    nameOf: (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16),
    find: (name) => answers.get(name),
    keep(name, answer) {
      count -= drop(name);
      answers.set(name, answer);
      count += answer.records.length;
      for (const oldest of answers.keys()) {
        if ((answers.size <= MAX_ANSWERS && count <= MAX_RECORDS) || oldest === name) break;
        count -= drop(oldest);
      }
    },
  };
}

export function pageOf({ records }: ReadAnswer, name: string, offset: number, size: number): RecordPage {
  const shown = records.slice(offset, offset + size);
  const next = offset + shown.length;
  return {
    records: shown,
    first: shown.length > 0 ? offset + 1 : 0,
    ...(next < records.length && { cursor: `${name}.${next}` }),
  };
}

/** The position at which the page begins. @throws BAD_INPUT for a cursor of another question, or of an answer that is gone */
export function readCursor(
  store: PageStore,
  name: string,
  cursor: string,
): { answer: ReadAnswer; offset: number } {
  const [, of, at] = /^([\da-f]{16})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (of !== name)
    throw new SignalsError('BAD_INPUT', '"cursor" is of another question; use it with the same arguments');
  const answer = store.find(name);
  const offset = Number(at);
  if (!answer || offset >= answer.records.length)
    throw new SignalsError('BAD_INPUT', 'the pages of this answer are gone; ask again without "cursor"');
  return { answer, offset };
}
