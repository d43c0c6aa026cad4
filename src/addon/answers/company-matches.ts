/** Matches messy texts to companies. The document stores the free answers, for all cells, for a month. */

import { columnsOf } from '../../contract/fields.js';
import { listOf, objectOf, readJson } from '../../contract/json.js';
import { type CompanyMatch, type KnownCompany, MAX_MATCHED_LENGTH } from '../../contract/match-answer.js';
import { MATCHED_COMPANY } from '../../contract/records.js';
import { cutToCell } from '../../contract/short-text.js';
import { ignoreErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { matchCall } from '../service/calls.js';
import type { Client } from '../service/client.js';
import { inPieces, joined, MATCHES, roomIn } from '../storage/pieces.js';
import { asciiJson } from '../storage/text.js';
import { plainText } from '../table/plain-text.js';
import type { Row } from '../table/rows.js';
import { type LookUpRules, lookUpOnce } from './look-up-once.js';

export const MATCHED_COLUMNS = columnsOf(MATCHED_COMPANY);

const STORED_MS = 30 * 86_400_000;
const MAX_STORED = 2_000;
/** Purchases need this much space. With less, matches are only cached, for six hours. */
const SPARE_CHARACTERS = 150_000;

interface StoredMatch {
  readonly payer: string;
  readonly token: string;
  readonly at: number;
  readonly row: Row;
}

const areMatches = listOf(
  objectOf<StoredMatch>({ payer: 'string', token: 'string', at: 'number', row: 'list' }),
);

/** Returns a row for each text, by the text; undefined without matching. @throws the client's errors */
export function matchCompanies(
  platform: Platform,
  client: () => Client,
  texts: readonly string[],
  rules: LookUpRules,
): ReadonlyMap<string, Row> | undefined {
  const wanted = new Set(texts.filter(canBeName));
  const stored = readStored(platform);
  const rows = new Map(
    stored.filter((one) => isFresh(one, rules, platform.clock.now())).map(({ row }) => [textIn(row), row]),
  );
  const missing = [...wanted].filter((text) => !rows.has(text));
  if (missing.length === 0) return rows;
  const asked = lookUpOnce(platform, rules, ['companies/match', ...missing], () => {
    const matches = client().ask(matchCall(missing));
    return matches?.map((match, index) => toRow(missing[index]!, match)) ?? [];
  });
  if (asked.length === 0) return undefined;
  for (const row of asked) rows.set(textIn(row), row);
  ignoreErrors(() => storeMatches(platform, stored, asked, rules));
  return rows;
}

/** Returns the match of a text as a row, in the order of the columns. */
export function toRow(text: string, { status, confidence, company, alternatives }: CompanyMatch): Row {
  const { id = '', name = '', domain = '', location = '' } = company ?? {};
  const named = [name, domain, location].map(plainText);
  return [text, cutToCell(id), ...named, confidence, status, alternatives.map(inWords).map(plainText)];
}

function inWords({ id, name, domain }: KnownCompany): string {
  return name === undefined ? id : domain === undefined ? name : `${name} (${domain})`;
}

/** False for a text that the service would refuse. */
export function canBeName(text: string): boolean {
  return text !== '' && text.length <= MAX_MATCHED_LENGTH && !text.includes('\0');
}

function textIn([text]: Row): string {
  return String(text);
}

function isFresh({ payer, token, at }: StoredMatch, rules: LookUpRules, now: number): boolean {
  // without a value of `refresh`, an answer to any value will do
  const isServed = rules.token === '' || token === rules.token;
  return payer === rules.payer && isServed && at >= rules.after && now - at < STORED_MS;
}

function readStored(platform: Platform): readonly StoredMatch[] {
  const values = platform.allDocumentProperties();
  const text = joined(values, MATCHES, values[MATCHES] ?? '');
  return (text !== undefined && readJson(platform.expand(text), areMatches)) || [];
}

/** Stores matches. If another cell writes at the same time, some may be lost; they are requested again. */
function storeMatches(
  platform: Platform,
  stored: readonly StoredMatch[],
  rows: readonly Row[],
  { payer, token }: LookUpRules,
): void {
  if (roomIn(platform) < SPARE_CHARACTERS) return;
  const at = platform.clock.now();
  const added = new Map(rows.map((row) => [textIn(row), { payer, token, at, row }]));
  const others = stored.filter(
    (one) => at - one.at < STORED_MS && !(one.payer === payer && added.has(textIn(one.row))),
  );
  const all = [...others, ...added.values()].slice(-MAX_STORED);
  const { values, mark } = inPieces(MATCHES, platform.compress(asciiJson(all)));
  platform.documentProperties?.setAll({ ...values, [MATCHES]: mark });
}
