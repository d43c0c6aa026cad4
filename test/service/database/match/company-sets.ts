/**
 * Companies, and texts that people have in their columns with the company that they mean: an id, or the reason for none.
 * The files have one company a line (id, name, domain, location, former name), and one company with its texts.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { KnownCompany } from '../../../../src/contract/match-answer.js';
import { rowsOf } from '../../../support/rows.js';

interface CompanySet {
  readonly what: string;
  readonly companies: readonly KnownCompany[];
  readonly texts: readonly (readonly [text: string, expected: string])[];
}

/** Invisible characters are escaped in the files. */
const read = (name: string) =>
  readFileSync(path.join(__dirname, `sets/${name}.txt`), 'utf8').replace(/\\u(\w{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

function setOf(name: string, what: string): CompanySet {
  const lines = read(`${name}-companies`).trim().split('\n');
  return {
    what,
    companies: lines.map((line) => {
      const [id = '', known = '', domain = '', location = '', former] = line.split(' | ');
      return { id, name: known, domain, location, ...(former && { formerNames: [former] }) };
    }),
    texts: rowsOf(read(`${name}-texts`)).flatMap(([expected = '', texts = '']) =>
      texts.split('|').map((text) => [text, expected] as const),
    ),
  };
}

/** Same words, subsidiaries and short names. */
export const HARD = setOf('hard', 'companies that are hard to tell apart');
/** Legal forms, notes, abbreviations and other scripts. */
const FOREIGN = setOf('foreign', 'companies of many countries');
/** Short words, departments, trade names, streets and other scripts. */
export const LISTED = setOf('listed', 'companies in lists of sales people');

export const COMPANY_SETS = [HARD, FOREIGN, LISTED];
