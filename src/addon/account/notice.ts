/** What formulas have to know beside the settings: a refused key, and a refresh from the menu. Kept with the document. */
import { objectOf, readJson } from '../../contract/json.js';
import type { Properties } from '../platform.js';

export interface FormulaNotice {
  /** The payer whose key the service refused; empty for none. */
  readonly refusedPayer: string;
  /** When a person chose a refresh. Milliseconds since 1970, 0 for never. */
  readonly refreshAfter: number;
}

const NOTICE = 'notice';
const isNotice = objectOf<FormulaNotice>({ refusedPayer: 'string', refreshAfter: 'number' });

/** The stored notice; an empty one when it is missing or damaged. */
export function readNotice(properties: Properties | null): FormulaNotice {
  return readJson(properties?.get(NOTICE), isNotice) ?? { refusedPayer: '', refreshAfter: 0 };
}

/** Changes a part of the notice. */
export function writeNotice(properties: Properties | null, change: Partial<FormulaNotice>): void {
  properties?.set(NOTICE, JSON.stringify({ ...readNotice(properties), ...change }));
}
