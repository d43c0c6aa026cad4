/** Tells requests apart. */
import { hash } from 'node:crypto';
import type { DatasetName } from '../../contract/datasets.js';

/** Equal for equal fields, in any order. */
export function fingerprintOf(dataset: DatasetName, fields: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([dataset, sorted]), 'base64url');
}
