/**
 * Versions of records that a watch has told lately: where it catches up by days of last change, the first of them holds
 * some that were told before.
 */
import type { Question } from '../addon/question/question.js';
import { layoutOf, textAt } from '../addon/table/record-layout.js';
import type { Row } from '../addon/table/rows.js';
import { digestOf } from './buy.js';

const DIGEST_LENGTH = 16;

/** Day of last change, digest and id of a row: a day can have several changes of one record. */
export function versionOf(question: Question, row: Row): string {
  const { lastModified, id } = layoutOf(question);
  return [textAt(row, lastModified), digestOf(row).slice(0, DIGEST_LENGTH), textAt(row, id)].join(' ');
}

/** The id in a version. */
export function idOfVersion(version: string): string {
  return version.split(' ').slice(2).join(' ');
}

/** Those of later days, each once. */
export function laterVersions(day: string, versions: readonly string[]): string[] {
  return [...new Set(versions)].filter((version) => version.slice(0, day.length) > day);
}

/** The rows whose versions have not been told. */
export function untoldRows(question: Question, rows: readonly Row[], told: readonly string[]): Row[] {
  const known = new Set(told);
  return rows.filter((row) => !known.has(versionOf(question, row)));
}
